// Entry for any game: its drawing where there is one, and every field of a player as a form out of the schema.

import { fill, h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { t, words } from "../lib/i18n.js";
import { at, steps } from "../lib/pointer.js";
import { blank, resolve, schemaAt } from "../lib/schema.js";
import { diceRow, faceKeys } from "../parts/dice.js";
import { die } from "../parts/die.js";
import { makeDock } from "../parts/dock.js";
import { drawing } from "../parts/drawing.js";
import { fieldName, searchSheet } from "../parts/fields.js";
import { following } from "../parts/follow.js";
import { editor } from "../parts/form.js";
import { icon } from "../parts/icons.js";
import { moveButton, movesAt } from "../parts/moves.js";
import { numberDock } from "../parts/numberdock.js";
import { openSheet } from "../parts/sheet.js";
import { tableFields } from "../parts/tablefields.js";
import { tried } from "../parts/toast.js";
import { disc } from "../photo/mark.js";

/** @import { Context, GameTable, Json, Part, Question, Schema } from "../lib/types.js" */

/**
 * Which fields of a player are listed, and how their values are said.
 * @typedef {object} Which
 * @property {string[] | null | (() => string[] | null)} [only]
 * @property {string[]} [except]
 * @property {(name: string, value: Json) => string | null} [say]
 * @property {(name: string) => boolean} [edit] opens the game's own editor of a field; false where it has none
 */

/** @param {string} path */
const lastStep = (path) => steps(path).at(-1) ?? "";

/**
 * Edit one place in a sheet, with whatever editor its schema asks for; a place that ends in "-" gets a new entry.
 * @param {GameTable} table
 * @param {string} path
 * @param {Context} context
 * @param {string | null} [title]
 */
export function editPlace(table, path, context, title) {
  const schema = schemaAt(context.schema, path);
  if (!schema) return undefined;
  const name = lastStep(path);
  const adding = name === "-";
  if (adding || schema.format === "dice") return enterWhole(table, path, context, title, schema);
  if (schema.enum) return choosePlace(table, path, context, title, schema);
  const here = () => at(table.state, path);
  const form = () =>
    editor(schema, here(), context, (_value, step) => tried(() => table.change(path, step)), title ?? name);
  const sheet = openSheet({
    title: title || nameOf(path, schema),
    body: [schema.description ? h("p.small.faint", schema.description) : null, following(table, here, form)],
    footer: doneButton,
  });
  closeOnEnter(sheet);
  return sheet;
}

/** The key that ends a line ends the sheet too. @param {{ dialog: HTMLDialogElement, close(): void }} sheet */
function closeOnEnter({ dialog, close }) {
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.target.blur();
    if (event.target.getAttribute("aria-invalid") !== "true") close();
  });
}

/** @param {string} path @param {Schema} schema */
const nameOf = (path, schema) => (/\/(\d+|-)$/.test(path) ? t("Change") : fieldName(lastStep(path), schema));

/** @param {() => void} close */
const doneButton = (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done"));

/**
 * What only makes sense as a whole, such as a new entry or a roll of dice: kept when complete or when the sheet closes.
 * @param {GameTable} table
 * @param {string} path
 * @param {Context} context
 * @param {string | null | undefined} title
 * @param {Schema} schema
 */
async function enterWhole(table, path, context, title, schema) {
  const adding = path.endsWith("/-");
  const before = adding ? blank(schema, context.root) : at(table.state, path);
  let value = before;
  /** @param {Json} next */
  const change = (next) => {
    value = next;
    if (schema.format === "dice" && value?.length === schema.maxItems) sheet.close();
  };
  const sheet = openSheet({
    title: title || nameOf(path, schema),
    body: h(
      "div.stack",
      schema.description ? h("p.small.faint", schema.description) : null,
      editor(schema, value, context, change, title ?? lastStep(path)),
    ),
    footer: doneButton,
  });
  closeOnEnter(sheet);
  await sheet;
  if (JSON.stringify(value) !== JSON.stringify(before))
    await tried(() => (adding ? table.put(path.slice(0, -2), value) : table.set(path, value)));
}

/**
 * A closed list is chosen from at once.
 * @param {GameTable} table
 * @param {string} path
 * @param {Context} context
 * @param {string | null | undefined} title
 * @param {Schema} schema
 */
async function choosePlace(table, path, context, title, schema) {
  const choices = schema.enum ?? [];
  const options = (schema.optional ? [null, ...choices] : choices).map((id) => ({
    value: id,
    label: id === null ? t("None") : (context.label(id) ?? t(words(id))),
  }));
  const chosen = await searchSheet(title || fieldName(lastStep(path), schema), options, at(table.state, path));
  if (chosen) await tried(() => table.set(path, chosen.value));
}

/**
 * The fields of one player as a list; a tap opens the editor of a field.
 * @param {GameTable} table
 * @param {number} seat
 * @param {Context} context
 * @param {Which} [which]
 * @returns {Part}
 */
export function fieldList(
  table,
  seat,
  context,
  { only = null, except = [], say = () => null, edit = () => false } = {},
) {
  const base = `/players/${seat}`;
  const box = h("div.list.fields");
  const refresh = () => {
    const properties = schemaAt(context.schema, base)?.properties ?? {};
    const wanted = typeof only === "function" ? only() : only;
    const names = (wanted || Object.keys(properties)).filter((name) => !except.includes(name));
    box.hidden = !names.length;
    box.replaceChildren(
      ...names.map((name) => {
        const found = resolve(properties[name], context.root);
        const place = `${base}/${name}`;
        const value = at(table.state, place);
        const moves = movesAt(table, seat, place);
        const row = h(
          "button.item",
          { type: "button", "data-field": name, onclick: () => edit(name) || editPlace(table, place, context) },
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

/**
 * A value in a row of the list: dice as dice, everything else in a few words.
 * @param {Schema} schema
 * @param {Json} value
 * @param {Context} context
 */
function shown(schema, value, context) {
  return schema.format === "dice" && value?.length ? diceRow(value) : brief(value, context);
}

/**
 * The points that a field earned, if a line of the sheet names it.
 * @param {GameTable} table
 * @param {number} seat
 * @param {string} place
 */
function earned(table, seat, place) {
  const lines = (table.score.sheets[seat]?.awards ?? []).filter((award) =>
    award.evidence.some((path) => path === place || path.startsWith(`${place}/`)),
  );
  if (!lines.length || lines.some((award) => award.points === null)) return null;
  return h("strong.num.earned", String(lines.reduce((sum, award) => sum + (award.points ?? 0), 0)));
}

/**
 * A value in a few words.
 * @param {Json} value
 * @param {{ label?: (id: Json) => string | undefined }} context
 * @returns {string}
 */
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

/**
 * Questions to the referee of which the table tells everything.
 * @param {GameTable} table
 * @param {number} seat
 * @param {Context} context
 */
function askedHere(table, seat, context) {
  const box = h("div.stack.tight");
  /** @param {Question} question */
  const ask = async (question) => (await import("../desk/ask.js")).openQuestion(table.game, question, context, table);
  /** @param {Question} question */
  const button = (question) =>
    h(
      "button.button.ask",
      { type: "button", "data-question": question.id, onclick: () => tried(() => ask(question)) },
      icon("scales"),
      h("span.grow", question.title),
    );
  getOnce(`/games/${table.game}/questions`).then((/** @type {Question[]} */ questions) =>
    fill(box, questions.filter((question) => question.id in table.toldTo(seat)).map(button)),
  );
  return box;
}

/** Moves that belong to no single field. @param {GameTable} table @param {number} seat @returns {Part} */
function freeMoves(table, seat) {
  const box = h("div.row.wrap");
  const refresh = () => {
    fill(
      box,
      movesAt(table, seat, "").map((move) => moveButton(table, move)),
    );
  };
  refresh();
  return { element: box, refresh };
}

/**
 * The fields of a player that no place of the drawing stands for.
 * @param {HTMLElement} picture
 * @param {number} seat
 * @param {Context} context
 */
function undrawn(picture, seat, context) {
  const fields = Object.keys(schemaAt(context.schema, `/players/${seat}`)?.properties ?? {});
  const places = [...picture.querySelectorAll("[data-path]")].map((piece) => piece.getAttribute("data-path") ?? "");
  return fields.filter((name) => !places.some((path) => path.startsWith(`/players/${seat}/${name}`)));
}

/** @type {import("../lib/types.js").GameModule} */
export default {
  entry(table, seat, context) {
    const picture = gameCard(table.game)?.drawn
      ? drawing(table, {
          player: seat,
          onTap: (path, piece) =>
            numbers?.goTo(path) || editPlace(table, path, context, piece.querySelector(":scope > title")?.textContent),
        })
      : null;
    const dock = makeDock({
      onClose: () => {
        numbers?.end();
        picture?.point("");
      },
    });
    const numbers = picture && numberDock(table, context, dock, picture);
    const fields = fieldList(table, seat, context, {
      only: () => (picture ? undrawn(picture, seat, context) : null),
      except: ["name"],
    });
    const moves = freeMoves(table, seat);
    const refresh = async () => {
      moves.refresh();
      numbers?.refresh();
      await picture?.refresh();
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
        dock.element,
      ),
      refresh,
    };
  },

  /** A piece of a photo is a die that shows a number. */
  async piece() {
    return {
      name: (piece) => t("die {face}", { face: piece.code }),
      image: (piece, size) => die(Number(piece.code), "white", size, t("die {face}", { face: piece.code })),
      mark: (piece, size) => disc(piece.code ?? "?", "white", size),
      keys: (piece, onChange) => faceKeys((face) => onChange({ code: String(face) }), Number(piece?.code)),
      fresh: { code: "1" },
    };
  },
};
