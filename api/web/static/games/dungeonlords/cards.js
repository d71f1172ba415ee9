// Monsters, prisoners, the party and traps as rows of cards, and everything of a lord besides the dungeon on one sheet.

import { fill, h } from "../../lib/dom.js";
import { t, words } from "../../lib/i18n.js";
import { schemaAt } from "../../lib/schema.js";
import { count, fillIn, gather } from "../../parts/fillin.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { ofKinds } from "./dungeon.js";

/** @import { Context, Json, Part } from "../../lib/types.js" */
/** @import { LordsTable } from "./battleplan.js" */
/** Something that can be done with a card. @typedef {[icon: string, text: string, work: () => unknown]} Action */
/**
 * A row of cards: which may lie there, how one is written in the state, and what can be done with it.
 * @typedef {object} Row
 * @property {"monsters" | "prisoners" | "party" | "traps"} name
 * @property {string} title
 * @property {string[]} kinds
 * @property {(id: Json) => Json} written
 * @property {(part: Json) => string} idOf
 * @property {(part: Json) => string} mark
 * @property {(table: LordsTable, part: Json, path: string) => Action[]} actions
 */

/** @type {[field: string, title: () => string][]} */
export const NUMBERS = [
  ["gold", () => t("Gold")],
  ["food", () => t("Food")],
  ["imps", () => t("Imps")],
  ["trolls", () => t("Troll tokens")],
  ["letters", () => t("Unpaid taxes")],
  ["evil", () => t("Evilometer")],
];

/** The squares of the Evilometer. @type {{ [name: string]: { minimum: number, maximum: number } }} */
const LIMITS = { evil: { minimum: 0, maximum: 14 } };

/** How cards are that are written by their id alone. */
const PLAIN = {
  written: (/** @type {Json} */ id) => id,
  idOf: (/** @type {Json} */ part) => part,
  mark: () => "",
  actions: () => [],
};

/** @returns {Row[]} */
const rows = () => [
  {
    name: "monsters",
    title: t("Monsters and ghosts"),
    kinds: ["monster"],
    written: (id) => ({ id, down: false }),
    idOf: (beast) => beast.id,
    mark: (beast) => (beast.down ? ` (${t("face down")})` : ""),
    actions: (table, beast, path) => [
      [
        "redo",
        beast.down ? t("Turn it face up") : t("Turn it face down"),
        () => table.set(`${path}/down`, !beast.down),
      ],
    ],
  },
  { ...PLAIN, name: "prisoners", title: t("Prisoners"), kinds: ["adventurer", "paladin"] },
  {
    name: "party",
    title: t("Before the entrance"),
    kinds: ["adventurer", "paladin"],
    written: (id) => ({ id, damage: 0 }),
    idOf: (hero) => hero.id,
    mark: (hero) => (hero.damage ? ` −${hero.damage}` : ""),
    actions: (table, hero, path) => [
      ["plus", t("One damage more"), () => table.add(`${path}/damage`, 1)],
      ...(hero.damage
        ? [/** @type {Action} */ (["minus", t("One damage less"), () => table.add(`${path}/damage`, -1)])]
        : []),
    ],
  },
  { ...PLAIN, name: "traps", title: t("Traps"), kinds: ["trap"] },
];

/** @type {import("../../lib/types.js").Rest} */
export function openRest(table, seat, context, first) {
  const base = `/players/${seat}`;
  return fillIn(
    table,
    table.state.players[seat].name,
    [
      ...rows().map(({ name, title, kinds, written, idOf }) =>
        gather(table, `${base}/${name}`, title, ofKinds(context, kinds), { written, idOf }),
      ),
      ...NUMBERS.map(([name, title]) =>
        count(table, `${base}/${name}`, title(), LIMITS[name] ?? schemaAt(context.schema, `${base}/${name}`) ?? {}),
      ),
    ],
    first,
  );
}

/** All rows of a player. @param {LordsTable} table @param {number} seat @param {Context} context */
export const cardRows = (table, seat, context) => rows().map((row) => cardRow(table, seat, context, row));

/**
 * A row of cards: tap one for what can be done with it, + to add.
 * @param {LordsTable} table
 * @param {number} seat
 * @param {Context} context
 * @param {Row} row
 * @returns {Part}
 */
function cardRow(table, seat, context, { name, title, idOf, mark, actions }) {
  const path = `/players/${seat}/${name}`;
  const box = h("div.field");
  /** @param {Json} part */
  const label = (part) => context.label(idOf(part)) ?? words(idOf(part));
  /** @param {Json} part @param {number} index */
  const more = (part, index) => {
    /** @type {Action[]} */
    const all = [
      ...actions(table, part, `${path}/${index}`),
      ["trash", t("Remove"), () => table.take(`${path}/${index}`)],
    ];
    openSheet({
      title: label(part),
      body: (close) =>
        h(
          "div.list",
          all.map(([sign, text, work]) =>
            h(
              "button.item",
              {
                type: "button",
                onclick: () => {
                  close();
                  tried(work);
                },
              },
              icon(sign),
              text,
            ),
          ),
        ),
    });
  };
  const refresh = () =>
    fill(
      box,
      h("span.label", title),
      h(
        "div.chips.flow",
        /** @type {Json[]} */ (table.state.players[seat][name]).map((part, index) =>
          h(
            "button.chip",
            { type: "button", "data-path": `${path}/${index}`, onclick: () => more(part, index) },
            label(part),
            mark(part),
          ),
        ),
        h(
          "button.chip",
          {
            type: "button",
            "data-path": `${path}/-`,
            "aria-label": `${t("Add")}: ${title}`,
            onclick: () => openRest(table, seat, context, name),
          },
          icon("plus"),
        ),
      ),
    );
  refresh();
  return { element: box, refresh };
}
