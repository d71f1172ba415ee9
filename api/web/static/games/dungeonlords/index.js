// Dungeon Lords: tap a square of the dungeon to dig, build or conquer; counters and cards below.

import { fill, h } from "../../lib/dom.js";
import { t, words } from "../../lib/i18n.js";
import { schemaAt } from "../../lib/schema.js";
import { choiceEditor, numberEditor, searchSheet } from "../../parts/fields.js";
import { following } from "../../parts/follow.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tableFields } from "../../parts/tablefields.js";
import { tried } from "../../parts/toast.js";

/** @import { Context, Json, Part } from "../../lib/types.js" */
/** @import { LordsTable, Tile } from "./battleplan.js" */
/** Something that can be done with a card. @typedef {[icon: string, text: string, work: () => unknown]} Action */
/**
 * How a row of cards is written in the state, and what can be done with one.
 * @typedef {object} RowOptions
 * @property {(id: string) => Json} [written]
 * @property {(part: Json) => string} [idOf]
 * @property {(part: Json) => string} [mark]
 * @property {(part: Json, path: string) => Action[]} [actions]
 */

const COLUMNS = 5;
const ROWS = 4;
/** @type {[field: string, title: () => string][]} */
const NUMBERS = [
  ["gold", () => t("Gold")],
  ["food", () => t("Food")],
  ["imps", () => t("Imps")],
  ["trolls", () => t("Troll tokens")],
  ["letters", () => t("Unpaid taxes")],
  ["evil", () => t("Evilometer")],
];

/** @param {number} x @param {number} y */
const squareName = (x, y) => `${"ABCDE"[x]}${y + 1}`;

/** Items of some kinds as a list to choose from. @param {Context} context @param {string[]} kinds */
function ofKinds(context, kinds) {
  return Object.entries(context.names)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([id, { name }]) => ({ value: id, label: name }));
}

/** @param {LordsTable} table @param {number} seat @param {Context} context @param {number} x @param {number} y */
function openSquare(table, seat, context, x, y) {
  const path = `/players/${seat}/dungeon`;
  const tiles = () => tilesOf(table, seat);
  const index = () => tiles().findIndex((tile) => tile.x === x && tile.y === y);
  /** @param {() => unknown} work */
  const act = (work) => tried(work);

  /** @param {string | null} room */
  const put = (room) => {
    const found = index();
    return found >= 0 ? table.set(`${path}/${found}/room`, room) : table.put(path, { x, y, room, conquered: false });
  };

  const form = () => {
    const tile = tiles()[index()];
    return [
      h(
        "div.chips.flow",
        { role: "radiogroup" },
        h(
          "button.chip",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(!tile),
            onclick: () => act(() => index() >= 0 && table.take(`${path}/${index()}`)),
          },
          t("Earth"),
        ),
        h(
          "button.chip",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(Boolean(tile && !tile.room)),
            onclick: () => act(() => put(null)),
          },
          t("Tunnel"),
        ),
      ),
      h("h3", t("Room")),
      h(
        "div.chips.flow",
        { role: "radiogroup" },
        ofKinds(context, ["room"]).map(({ value, label }) =>
          h(
            "button.chip",
            {
              type: "button",
              role: "radio",
              "aria-checked": String(tile?.room === value),
              onclick: () => act(() => put(value)),
            },
            label,
          ),
        ),
      ),
      tile
        ? h(
            "label.switch",
            h("input", {
              type: "checkbox",
              role: "switch",
              checked: tile.conquered,
              onchange: (event) => act(() => table.set(`${path}/${index()}/conquered`, event.target.checked)),
            }),
            t("Conquered"),
          )
        : null,
    ];
  };

  openSheet({
    title: t("Square {name}", { name: squareName(x, y) }),
    body: following(table, () => tiles()[index()] ?? null, form),
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
}

/** @param {LordsTable} table @param {number} seat @returns {Tile[]} */
function tilesOf(table, seat) {
  return /** @type {Tile[]} */ (table.state.players[seat].dungeon);
}

/** @param {LordsTable} table @param {number} seat @param {Context} context @returns {Part} */
function dungeonGrid(table, seat, context) {
  const box = h("div.dungeon", { role: "grid", "aria-label": t("Dungeon") });
  const refresh = () => {
    const dungeon = tilesOf(table, seat);
    fill(
      box,
      Array.from({ length: ROWS * COLUMNS }, (_, place) => {
        const [x, y] = [place % COLUMNS, Math.floor(place / COLUMNS)];
        const tile = dungeon.find((one) => one.x === x && one.y === y);
        const name = tile ? (tile.room ? (context.label(tile.room) ?? words(tile.room)) : t("Tunnel")) : t("Earth");
        const path = tile ? `/players/${seat}/dungeon/${dungeon.indexOf(tile)}` : null;
        return h(
          "button.square",
          {
            type: "button",
            "data-path": path,
            class: [tile ? (tile.room ? "room" : "tunnel") : "earth", tile?.conquered ? "conquered" : ""].join(" "),
            "aria-label": `${squareName(x, y)}: ${name}${tile?.conquered ? `, ${t("Conquered")}` : ""}`,
            onclick: () => openSquare(table, seat, context, x, y),
          },
          h("small", squareName(x, y)),
          h("span", tile?.room ? name : ""),
        );
      }),
    );
  };
  refresh();
  return { element: box, refresh };
}

/**
 * A row of cards: tap one for what can be done with it, + to add.
 * @param {LordsTable} table
 * @param {number} seat
 * @param {Context} context
 * @param {"monsters" | "prisoners" | "party" | "traps"} name
 * @param {string} title
 * @param {string[]} kinds
 * @param {RowOptions} [options]
 * @returns {Part}
 */
function cardRow(
  table,
  seat,
  context,
  name,
  title,
  kinds,
  { written = (id) => id, idOf = (part) => part, mark = () => "", actions = () => [] } = {},
) {
  const path = `/players/${seat}/${name}`;
  const box = h("div.field");
  /** @param {Json} part */
  const label = (part) => context.label(idOf(part)) ?? words(idOf(part));
  const add = async () => {
    const chosen = await searchSheet(title, ofKinds(context, kinds));
    if (chosen) await table.put(path, written(chosen.value));
  };
  /** @param {Json} part @param {number} index */
  const more = (part, index) =>
    openSheet({
      title: label(part),
      body: (close) =>
        h(
          "div.list",
          actions(part, `${path}/${index}`).map(([name, text, work]) =>
            h(
              "button.item",
              {
                type: "button",
                onclick: () => {
                  close();
                  tried(work);
                },
              },
              icon(name),
              text,
            ),
          ),
          h(
            "button.item",
            {
              type: "button",
              onclick: () => {
                close();
                tried(() => table.take(`${path}/${index}`));
              },
            },
            icon("trash"),
            t("Remove"),
          ),
        ),
    });
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
            onclick: () => tried(add),
          },
          icon("plus"),
        ),
      ),
    );
  refresh();
  return { element: box, refresh };
}

/** @type {import("../../lib/types.js").GameModule} */
export default {
  questions: {
    battle: { icon: "flag", load: () => import("./battle.js") },
    defence: { icon: "bulb", load: () => import("./battle.js") },
  },
  /** The year and the rule choices of the table are those of the question too. */
  fillAsk(question, table) {
    return Object.fromEntries(
      ["year", "options"]
        .filter((name) => name in question.ask.properties)
        .map((name) => [name, structuredClone(table.state[name])]),
    );
  },

  entry(anyTable, seat, context) {
    const table = /** @type {LordsTable} */ (anyTable);
    const player = () => table.state.players[seat];
    const grid = dungeonGrid(table, seat, context);
    const rows = [
      cardRow(table, seat, context, "monsters", t("Monsters and ghosts"), ["monster"], {
        written: (id) => ({ id, down: false }),
        idOf: (beast) => beast.id,
        mark: (beast) => (beast.down ? ` (${t("face down")})` : ""),
        actions: (beast, path) => [
          [
            "redo",
            beast.down ? t("Turn it face up") : t("Turn it face down"),
            () => table.set(`${path}/down`, !beast.down),
          ],
        ],
      }),
      cardRow(table, seat, context, "prisoners", t("Prisoners"), ["adventurer", "paladin"]),
      cardRow(table, seat, context, "party", t("Before the entrance"), ["adventurer", "paladin"], {
        written: (id) => ({ id, damage: 0 }),
        idOf: (hero) => hero.id,
        mark: (hero) => (hero.damage ? ` −${hero.damage}` : ""),
        actions: (hero, path) => [
          ["plus", t("One damage more"), () => table.add(`${path}/damage`, 1)],
          ...(hero.damage
            ? [/** @type {Action} */ (["minus", t("One damage less"), () => table.add(`${path}/damage`, -1)])]
            : []),
        ],
      }),
      cardRow(table, seat, context, "traps", t("Traps"), ["trap"]),
    ];
    const numbers = following(
      table,
      () => NUMBERS.map(([name]) => player()[name]),
      () =>
        h(
          "div.number-grid",
          NUMBERS.map(([name, title]) => {
            const path = `/players/${seat}/${name}`;
            const limits = schemaAt(context.schema, path) ?? {};
            return h(
              "div.field",
              h("span.label", title()),
              numberEditor(limits, player()[name], (_value, step) => tried(() => table.change(path, step)), name),
            );
          }),
        ),
    );
    const year = following(
      table,
      () => table.state.year,
      () =>
        h(
          "div.field",
          h("span.label", t("Year")),
          choiceEditor(
            [1, 2],
            table.state.year,
            { label: String },
            (value) => tried(() => table.set("/year", value)),
            "year",
          ),
        ),
    );
    return {
      element: h(
        "div.stack",
        grid.element,
        h("p.small.faint", t("Tap a square to dig, build or conquer it.")),
        rows.map((row) => row.element),
        numbers,
        year,
        tableFields(table, context, ["year"]),
      ),
      refresh: () => {
        grid.refresh();
        for (const row of rows) row.refresh();
      },
    };
  },
};
