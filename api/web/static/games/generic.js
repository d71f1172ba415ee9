// Entry for any game: its drawing where there is one, and every field of a player as a form out of the schema.

import { h } from "../lib/dom.js";
import { t, words } from "../lib/i18n.js";
import { at } from "../lib/pointer.js";
import { resolve, schemaAt } from "../lib/schema.js";
import { drawing } from "../parts/drawing.js";
import { editor, fieldName, objectEditor, searchSheet } from "../parts/form.js";
import { openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** Edit one place in a sheet, with whatever editor its schema asks for. */
export function editPlace(table, path, context, title) {
  const schema = schemaAt(context.schema, path);
  if (!schema) return undefined;
  let value = at(table.state, path);
  if (schema.enum) return choosePlace(table, path, context, title, schema, value);
  return openSheet({
    title: title || fieldName(path.split("/").at(-1), schema),
    body: h(
      "div.stack",
      schema.description ? h("p.small.faint", schema.description) : null,
      editor(
        schema,
        value,
        context,
        (next) => {
          value = next;
        },
        path.split("/").at(-1),
      ),
    ),
    footer: (close) =>
      h(
        "button.button.primary",
        {
          type: "button",
          onclick: () =>
            tried(async () => {
              await table.set(path, value);
              close();
            }),
        },
        t("Save"),
      ),
  });
}

/** A closed list is chosen from at once. */
async function choosePlace(table, path, context, title, schema, value) {
  const options = (schema.optional ? [null, ...schema.enum] : schema.enum).map((id) => ({
    value: id,
    label: id === null ? t("None") : (context.label(id) ?? t(words(id))),
  }));
  const chosen = await searchSheet(title || fieldName(path.split("/").at(-1), schema), options, value);
  if (chosen) await tried(() => table.set(path, chosen.value));
}

/** The fields of one player as a list; a tap opens the editor of a field. */
export function fieldList(table, seat, context, { only = null, except = [], say = () => null } = {}) {
  const base = `/players/${seat}`;
  const box = h("div.list.fields");
  const refresh = () => {
    const schema = schemaAt(context.schema, base);
    const names = (only || Object.keys(schema.properties)).filter((name) => !except.includes(name));
    box.replaceChildren(
      ...names.map((name) => {
        const found = resolve(schema.properties[name], context.root);
        const value = at(table.state, `${base}/${name}`);
        return h(
          "button.item",
          { type: "button", onclick: () => editPlace(table, `${base}/${name}`, context) },
          h("span.grow", fieldName(name, found)),
          h("span.faint.value", say(name, value) ?? brief(value, context)),
        );
      }),
    );
  };
  refresh();
  return { element: box, refresh };
}

/** A value in a few words. */
export function brief(value, context) {
  if (value === null || value === undefined || value === "") return t("none");
  if (value === true) return t("Yes");
  if (value === false) return t("No");
  if (Array.isArray(value)) {
    if (!value.length) return t("none");
    return value.every((part) => typeof part !== "object" || part === null) && value.length <= 4
      ? value.map((part) => brief(part, context)).join(", ")
      : t("{count} entries", { count: value.length });
  }
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, part]) => part !== null && part !== 0);
    return entries.length ? t("{count} entries", { count: entries.length }) : t("none");
  }
  return context.label?.(value) ?? (typeof value === "string" ? t(words(value)) : String(value));
}

/** Fields of the whole table besides the players. */
export function tableFields(table, context, except = []) {
  const schema = context.schema;
  const names = Object.keys(schema.properties).filter((name) => !["players", ...except].includes(name));
  if (!names.length) return null;
  return h(
    "details.fold.card",
    h("summary", t("The whole table")),
    objectEditor(
      { properties: Object.fromEntries(names.map((name) => [name, schema.properties[name]])) },
      table.state,
      context,
      (value) => {
        const changed = names.filter(
          (name) => JSON.stringify(value[name]) !== JSON.stringify(table.state[name]) && value[name] !== undefined,
        );
        if (changed.length)
          tried(() => table.edit(changed.map((name) => ({ op: "replace", path: `/${name}`, value: value[name] }))));
      },
    ),
  );
}

export default {
  entry(table, seat, context) {
    const picture = drawing(table, { player: seat, onTap: (path) => editPlace(table, path, context) });
    const fields = fieldList(table, seat, context);
    return {
      element: h("div.stack", picture, fields.element, tableFields(table, context)),
      refresh: () => {
        picture.refresh();
        fields.refresh();
      },
    };
  },
};
