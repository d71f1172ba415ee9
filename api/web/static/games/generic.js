// Entry for any game: its drawing where there is one, and every field of a player as a form out of the schema.

import { fill, h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { t, words } from "../lib/i18n.js";
import { at } from "../lib/pointer.js";
import { blank, resolve, schemaAt } from "../lib/schema.js";
import { diceRow, faceKeys } from "../parts/dice.js";
import { die } from "../parts/die.js";
import { drawing } from "../parts/drawing.js";
import { editor, fieldName, objectEditor, searchSheet } from "../parts/form.js";
import { icon } from "../parts/icons.js";
import { moveButton, movesOf } from "../parts/moves.js";
import { openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** Edit one place in a sheet, with whatever editor its schema asks for; a place that ends in "-" gets a new entry. */
export function editPlace(table, path, context, title) {
  const schema = schemaAt(context.schema, path);
  if (!schema) return undefined;
  const name = path.split("/").at(-1);
  const adding = name === "-";
  let value = adding ? blank(schema, context.root) : at(table.state, path);
  if (schema.enum && !adding) return choosePlace(table, path, context, title, schema, value);
  const save = () =>
    tried(async () => {
      await table.edit([{ op: adding ? "add" : "replace", path, value }]);
      sheet.close();
    });
  const change = (next) => {
    value = next;
    if (schema.format === "dice" && value?.length === schema.maxItems) save();
  };
  const sheet = openSheet({
    title: title || (Number.isNaN(Number(name)) && !adding ? fieldName(name, schema) : t("Change")),
    body: h(
      "div.stack",
      schema.description ? h("p.small.faint", schema.description) : null,
      editor(schema, value, context, change, name),
    ),
    footer: h("button.button.primary", { type: "button", onclick: save }, t("Save")),
  });
  return sheet;
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
    const wanted = typeof only === "function" ? only() : only;
    const names = (wanted || Object.keys(schema.properties)).filter((name) => !except.includes(name));
    box.hidden = !names.length;
    box.replaceChildren(
      ...names.map((name) => {
        const found = resolve(schema.properties[name], context.root);
        const value = at(table.state, `${base}/${name}`);
        const place = `${base}/${name}`;
        const moves = movesOf(table, seat, place);
        const row = h(
          "button.item",
          { type: "button", "data-field": name, onclick: () => editPlace(table, place, context) },
          h("span.grow", fieldName(name, found)),
          value === null && moves.length
            ? null
            : h("span.faint.value", say(name, value) ?? shown(found, value, context)),
          earned(table, seat, place),
        );
        return moves.length ? h("div.item-row", row, ...moves.map((move) => moveButton(table, move))) : row;
      }),
    );
  };
  refresh();
  return { element: box, refresh };
}

/** A value in a row of the list: dice as dice, everything else in a few words. */
function shown(schema, value, context) {
  return schema.format === "dice" && value?.length ? diceRow(value) : brief(value, context);
}

/** The points that a field earned, if a line of the sheet names it. */
function earned(table, seat, place) {
  const lines = (table.view.score.sheets[seat]?.awards || []).filter((award) =>
    award.evidence.some((path) => path === place || path.startsWith(`${place}/`)),
  );
  if (!lines.length || lines.some((award) => award.points === null)) return null;
  return h("strong.num.earned", String(lines.reduce((sum, award) => sum + award.points, 0)));
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

/** Questions to the referee of which the table tells everything: one press, and they are answered. */
function askedHere(table, seat, context) {
  const box = h("div.stack.tight");
  getOnce(`/games/${table.game}/questions`).then((questions) => {
    const whole = questions.filter((question) => question.id in (table.view.told?.[seat] || {}));
    fill(
      box,
      whole.map((question) =>
        h(
          "button.button.ask",
          { type: "button", "data-question": question.id, onclick: () => tried(() => ask(question)) },
          icon("scales"),
          h("span.grow", question.title),
        ),
      ),
    );
  });
  const ask = async (question) => (await import("../desk/ask.js")).openQuestion(table.game, question, context, table);
  return box;
}

/** Moves that belong to no single field. */
function freeMoves(table, seat) {
  const box = h("div.row.wrap");
  const refresh = () =>
    fill(
      box,
      movesOf(table, seat, "").map((move) => moveButton(table, move)),
    );
  refresh();
  return { element: box, refresh };
}

/** The fields of a player that no place of the drawing stands for. */
function undrawn(picture, seat, context) {
  const fields = Object.keys(schemaAt(context.schema, `/players/${seat}`).properties);
  const places = [...picture.querySelectorAll("[data-path]")].map((piece) => piece.dataset.path);
  return fields.filter((name) => !places.some((path) => path.startsWith(`/players/${seat}/${name}`)));
}

export default {
  entry(table, seat, context) {
    const drawn = gameCard(table.game)?.drawn;
    const picture = drawn
      ? drawing(table, { player: seat, onTap: (path) => editPlace(table, path, context) })
      : h("div.hidden");
    const fields = fieldList(table, seat, context, {
      only: () => (drawn ? undrawn(picture, seat, context) : null),
      except: ["name"],
    });
    const moves = freeMoves(table, seat);
    const refresh = async () => {
      moves.refresh();
      await picture.refresh?.();
      fields.refresh();
    };
    refresh();
    return {
      element: h(
        "div.stack",
        picture,
        moves.element,
        askedHere(table, seat, context),
        fields.element,
        tableFields(table, context),
      ),
      refresh,
    };
  },

  /** A piece of a photo is a die that shows a number. */
  async piece() {
    return {
      name: (piece) => t("die {face}", { face: piece.code }),
      image: (piece, size) => die(Number(piece.code), "white", size, t("die {face}", { face: piece.code })),
      wheel: (piece, onChange) => faceKeys((face) => onChange({ code: String(face) }), Number(piece?.code)),
      fresh: { code: "1" },
    };
  },
};
