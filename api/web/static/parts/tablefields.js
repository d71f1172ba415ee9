// The fields of the whole table besides the players, as a form that follows what others change.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { objectEditor } from "./form.js";
import { tried } from "./toast.js";

/** @import { Context, GameTable, Json } from "../lib/types.js" */

/**
 * A fold with the form; `refresh()` makes it anew if somebody else changed one of its fields.
 * @param {GameTable} table
 * @param {Context} context
 * @param {string[]} [except]
 */
export function tableFields(table, context, except = []) {
  const fields = context.schema.properties ?? {};
  const names = Object.keys(fields).filter((name) => !["players", ...except].includes(name));
  if (!names.length) return null;
  const properties = Object.fromEntries(names.map((name) => [name, fields[name]]));
  const form = h("div");
  /** What the form shows of each field. @type {{ [name: string]: string }} */
  const known = {};

  /** @param {{ [name: string]: Json }} value */
  const edited = (value) => {
    const changed = names.filter((name) => value[name] !== undefined && JSON.stringify(value[name]) !== known[name]);
    for (const name of changed) known[name] = JSON.stringify(value[name]);
    tried(async () => {
      for (const name of changed) await table.set(`/${name}`, value[name]);
    });
  };
  const refresh = () => {
    const stale = names.filter((name) => known[name] !== JSON.stringify(table.state[name]));
    if (!stale.length) return;
    for (const name of stale) known[name] = JSON.stringify(table.state[name]);
    fill(form, objectEditor({ properties }, table.state, context, edited));
  };
  refresh();
  return Object.assign(h("details.fold.card", h("summary", t("The whole table")), form), { refresh });
}
