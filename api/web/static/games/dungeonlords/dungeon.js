// The dungeon: choose tunnel, room or conquered below, tap the squares above.

import { fill, h } from "../../lib/dom.js";
import { t, words } from "../../lib/i18n.js";
import { brushes } from "../../parts/brush.js";
import { makeDock } from "../../parts/dock.js";
import { tried } from "../../parts/toast.js";

/** @import { Context, Part } from "../../lib/types.js" */
/** @import { LordsTable, Tile } from "./battleplan.js" */

const COLUMNS = 5;
const ROWS = 4;
const TUNNEL = "tunnel";
const EARTH = "earth";
const CONQUERED = "conquered";

/** @param {number} x @param {number} y */
const squareName = (x, y) => `${"ABCDE"[x]}${y + 1}`;

/** Items of some kinds as a list to choose from. @param {Context} context @param {string[]} kinds */
export function ofKinds(context, kinds) {
  return Object.entries(context.names)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([id, { name }]) => ({ value: id, label: name }));
}

/** @param {LordsTable} table @param {number} seat @returns {Tile[]} */
function tilesOf(table, seat) {
  return /** @type {Tile[]} */ (table.state.players[seat].dungeon);
}

/**
 * What a brush makes of a square; the same brush again takes back what it laid.
 * @param {LordsTable} table
 * @param {number} seat
 * @param {string} brush
 * @param {number} x
 * @param {number} y
 */
async function paint(table, seat, brush, x, y) {
  const path = `/players/${seat}/dungeon`;
  const index = tilesOf(table, seat).findIndex((one) => one.x === x && one.y === y);
  const tile = tilesOf(table, seat)[index];
  if (brush === CONQUERED) return tile && table.set(`${path}/${index}/conquered`, !tile.conquered);
  const isBare = !tile?.room;
  if (brush === EARTH || (brush === TUNNEL && tile && isBare)) return tile && table.take(`${path}/${index}`);
  const room = brush === TUNNEL || tile?.room === brush ? null : brush;
  return tile ? table.set(`${path}/${index}/room`, room) : table.put(path, { x, y, room, conquered: false });
}

/** @param {Tile | undefined} tile */
const brushOf = (tile) => (tile ? (tile.room ?? TUNNEL) : TUNNEL);

/** @param {LordsTable} table @param {number} seat @param {Context} context @returns {Part} */
export function dungeonGrid(table, seat, context) {
  const grid = h("div.dungeon", { role: "group", "aria-label": t("Dungeon") });
  const dock = makeDock();
  let brush = TUNNEL;
  const paints = () => [
    {
      title: t("Tile"),
      chosen: brush,
      paints: [
        { value: TUNNEL, label: t("Tunnel") },
        { value: CONQUERED, label: t("Conquered") },
        { value: EARTH, label: t("Earth") },
      ],
    },
    { title: t("Room"), chosen: brush, paints: ofKinds(context, ["room"]) },
  ];
  /** @param {string} value */
  const choose = (value) => {
    brush = value;
    bar.draw();
  };
  const bar = brushes(paints, choose);

  /** The first tap on a tile only takes its kind as the brush. @param {number} x @param {number} y */
  const onSquare = (x, y) => {
    const tile = tilesOf(table, seat).find((one) => one.x === x && one.y === y);
    const isNew = !dock.isOpen;
    if (isNew) {
      choose(brushOf(tile));
      dock.show(t("Choose, then tap the squares"), bar);
    }
    if (!isNew || !tile) tried(() => paint(table, seat, brush, x, y));
  };

  const refresh = () => {
    const dungeon = tilesOf(table, seat);
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.square : null;
    fill(
      grid,
      Array.from({ length: ROWS * COLUMNS }, (_, place) => {
        const [x, y] = [place % COLUMNS, Math.floor(place / COLUMNS)];
        const tile = dungeon.find((one) => one.x === x && one.y === y);
        const name = tile ? (tile.room ? (context.label(tile.room) ?? words(tile.room)) : t("Tunnel")) : t("Earth");
        const said = t("Column {column}, row {row}: {what}", { column: "ABCDE"[x], row: y + 1, what: name });
        return h(
          "button.square",
          {
            type: "button",
            "data-square": squareName(x, y),
            "data-path": tile ? `/players/${seat}/dungeon/${dungeon.indexOf(tile)}` : null,
            class: [tile ? (tile.room ? "room" : "tunnel") : "earth", tile?.conquered ? "conquered" : ""].join(" "),
            "aria-label": tile?.conquered ? `${said}, ${t("Conquered")}` : said,
            onclick: () => onSquare(x, y),
          },
          h("small", squareName(x, y)),
          h("span", tile?.room ? name : ""),
        );
      }),
    );
    /** @type {HTMLElement | null} */
    const again = focused ? grid.querySelector(`[data-square="${focused}"]`) : null;
    again?.focus({ preventScroll: true });
  };
  refresh();
  return { element: h("div", grid, dock.element), refresh };
}
