// Dungeon Lords: tap a square of the dungeon to dig, build or conquer; counters and cards below.

import { fill, h } from "../../lib/dom.js";
import { t, words } from "../../lib/i18n.js";
import { choiceEditor, numberEditor, searchSheet } from "../../parts/form.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { tableFields } from "../generic.js";

const COLUMNS = 5;
const ROWS = 4;
const NUMBERS = [
  ["gold", () => t("Gold"), 0, 99],
  ["food", () => t("Food"), 0, 99],
  ["imps", () => t("Imps"), 0, 30],
  ["trolls", () => t("Troll tokens"), 0, 9],
  ["letters", () => t("Unpaid taxes"), 0, 30],
  ["evil", () => t("Evilometer"), 0, 14],
];

const squareName = (x, y) => `${"ABCDE"[x]}${y + 1}`;

/** Items of some kinds as a list to choose from. */
function ofKinds(context, kinds) {
  return Object.entries(context.names)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([id, { name }]) => ({ value: id, label: name }));
}

function openSquare(table, seat, context, x, y) {
  const path = `/players/${seat}/dungeon`;
  const tiles = () => table.state.players[seat].dungeon;
  const index = () => tiles().findIndex((tile) => tile.x === x && tile.y === y);
  const body = h("div.stack");
  const act = (work) =>
    tried(async () => {
      await work();
      draw();
    });

  const put = (room) => {
    const found = index();
    const value = { x, y, room, conquered: found >= 0 ? tiles()[found].conquered : false };
    return table.edit([
      found >= 0 ? { op: "replace", path: `${path}/${found}`, value } : { op: "add", path: `${path}/-`, value },
    ]);
  };

  function draw() {
    const tile = tiles()[index()];
    fill(
      body,
      h(
        "div.chips.flow",
        { role: "radiogroup" },
        h(
          "button.chip",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(!tile),
            onclick: () =>
              act(async () => index() >= 0 && (await table.edit([{ op: "remove", path: `${path}/${index()}` }]))),
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
    );
  }

  draw();
  openSheet({
    title: t("Square {name}", { name: squareName(x, y) }),
    body,
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
}

function dungeonGrid(table, seat, context) {
  const box = h("div.dungeon", { role: "grid", "aria-label": t("Dungeon") });
  const refresh = () => {
    const { dungeon } = table.state.players[seat];
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

/** A row of cards: tap one for what can be done with it, + to add. */
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
  const label = (part) => context.label(idOf(part)) ?? words(idOf(part));
  const add = async () => {
    const chosen = await searchSheet(title, ofKinds(context, kinds));
    if (chosen) await table.edit([{ op: "add", path: `${path}/-`, value: written(chosen.value) }]);
  };
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
                tried(() => table.edit([{ op: "remove", path: `${path}/${index}` }]));
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
        table.state.players[seat][name].map((part, index) =>
          h(
            "button.chip",
            { type: "button", "data-path": `${path}/${index}`, onclick: () => more(part, index) },
            label(part),
            mark(part),
          ),
        ),
        h(
          "button.chip",
          { type: "button", "aria-label": `${t("Add")}: ${title}`, onclick: () => tried(add) },
          icon("plus"),
        ),
      ),
    );
  refresh();
  return { element: box, refresh };
}

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

  entry(table, seat, context) {
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
          ["plus", t("One damage more"), () => table.set(`${path}/damage`, hero.damage + 1)],
          ["minus", t("One damage less"), () => table.set(`${path}/damage`, Math.max(0, hero.damage - 1))],
        ],
      }),
      cardRow(table, seat, context, "traps", t("Traps"), ["trap"]),
    ];
    const numbers = h("div.number-grid");
    const drawNumbers = () =>
      fill(
        numbers,
        NUMBERS.map(([name, title, minimum, maximum]) =>
          h(
            "div.field",
            h("span.label", title()),
            numberEditor(
              { minimum, maximum },
              player()[name],
              (value) => tried(() => table.set(`/players/${seat}/${name}`, value)),
              name,
            ),
          ),
        ),
      );
    const year = h("div.stack");
    const drawYear = () =>
      fill(
        year,
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
    drawNumbers();
    drawYear();
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
        if (!numbers.contains(document.activeElement)) drawNumbers();
      },
    };
  },
};
