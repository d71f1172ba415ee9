// The fields of the whole table besides the players, as a form that follows what others change.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { following } from "./follow.js";
import { objectEditor } from "./form.js";
import { tried } from "./toast.js";

/** @import { Context, GameTable } from "../lib/types.js" */

/**
 * A fold with the form; every field sends its own small change.
 * @param {GameTable} table
 * @param {Context} context
 * @param {string[]} [except]
 */
export function tableFields(table, context, except = []) {
  const fields = context.schema.properties ?? {};
  const names = Object.keys(fields).filter((name) => !["players", ...except].includes(name));
  if (!names.length) return null;
  const schema = { properties: Object.fromEntries(names.map((name) => [name, fields[name]])) };
  const form = () => objectEditor(schema, table.state, context, (_value, step) => tried(() => table.change("", step)));
  return h(
    "details.fold.card",
    h("summary", t("The whole table")),
    following(table, () => names.map((name) => table.state[name]), form),
  );
}
