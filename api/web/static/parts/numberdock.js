// Writing numbers into the cells of a pad: keys below, the next player's cell is next, a number told before is one tap.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { at } from "../lib/pointer.js";
import { schemaAt } from "../lib/schema.js";
import { bringIntoSight } from "./dock.js";
import { iconButton } from "./frame.js";
import { icon } from "./icons.js";
import { tried } from "./toast.js";

/** @import { Context, GameTable } from "../lib/types.js" */

const CELL = /^\/players\/(\d+)\/(\w+)\/(\d+|-)$/;
const LONGEST = 6;
const REMEMBERED = 6;
const MINUS = "−";

/**
 * @param {GameTable} table
 * @param {Context} context
 * @param {ReturnType<typeof import("./dock.js").makeDock>} dock
 * @param {{ point(path: string): Element | null }} picture
 */
export function numberDock(table, context, dock, picture) {
  /** @type {{ seat: number, field: string, line: number } | null} */
  let cell = null;
  let typed = "";
  const shown = h("output.typed.num", { "aria-live": "polite" });
  const again = h("div.chips.flow", { role: "group", "aria-label": t("The same again") });

  const pathOf = () => (cell ? `/players/${cell.seat}/${cell.field}/${cell.line}` : "");
  /** @returns {(number | null)[]} */
  const pointsOf = (/** @type {number} */ seat) => table.state.players[seat]?.[cell?.field ?? ""] ?? [];

  /** Numbers told before on this pad, the latest first. */
  const before = () => {
    const all = table.state.players.flatMap((_, seat) => pointsOf(seat).toReversed());
    return [...new Set(all.filter((number) => number !== null))].slice(0, REMEMBERED);
  };

  /** @param {number | null} number */
  const tell = (number) => {
    const path = pathOf();
    if (path && (at(table.state, path) ?? null) !== number) tried(() => table.set(path, number));
  };
  const commit = () => {
    if (/\d/.test(typed)) tell(Number(typed));
    typed = "";
  };
  const draw = () => {
    const now = at(table.state, pathOf());
    fill(shown, typed ? typed.replace("-", MINUS) : now === null || now === undefined ? "–" : String(now));
    shown.classList.toggle("faint", !typed);
    fill(
      again,
      before().map((number) => key(String(number).replace("-", MINUS), () => told(number), "chip")),
    );
  };
  /** @param {number} number */
  const told = (number) => {
    typed = String(number);
    next();
  };
  const next = () => {
    commit();
    if (!cell) return;
    const last = cell.seat === table.state.players.length - 1;
    cell = { ...cell, seat: last ? 0 : cell.seat + 1, line: cell.line + Number(last) };
    look();
  };
  /** @param {string} sign */
  const press = (sign) => {
    if (sign === "-") typed = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
    else if (typed.length < LONGEST) typed += sign;
    draw();
  };
  const takeBack = () => {
    if (!typed) tell(null);
    typed = typed.slice(0, -1);
    draw();
  };

  /** @param {string} label @param {() => void} onclick @param {string} [kind] @param {string} [name] */
  const key = (label, onclick, kind = "number-key", name = label) =>
    h(`button.${kind}`, { type: "button", "aria-label": name, onclick }, label);
  const keys = h(
    "div.stack.tight",
    again,
    h(
      "div.digits",
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => key(digit, () => press(digit))),
      key("±", () => press("-"), "number-key", t("Below nought")),
      key("0", () => press("0")),
      h("button.number-key.primary", { type: "button", "aria-label": t("Next"), onclick: next }, icon("next")),
    ),
  );
  keys.addEventListener("keydown", (event) => {
    if (/^[-\d]$/.test(event.key)) press(event.key);
    else if (event.key === "Backspace") takeBack();
    else return;
    event.preventDefault();
  });

  function look() {
    if (!cell) return;
    const name = table.state.players[cell.seat].name;
    if (!dock.isOpen) dock.show([h("span", name), shown], keys, iconButton("erase", t("Wipe out"), takeBack));
    else dock.rename([h("span", name), shown]);
    draw();
    bringIntoSight(picture.point(pathOf()));
  }

  return {
    /** Take what was typed when the dock is closed. */
    end: commit,
    refresh: () => cell && dock.isOpen && draw(),
    /** Open it at a cell; false if the place is none. @param {string} path */
    goTo(path) {
      const found = CELL.exec(path);
      if (!found || schemaAt(context.schema, path)?.type !== "integer") return false;
      commit();
      cell = { seat: Number(found[1]), field: found[2], line: 0 };
      cell.line = found[3] === "-" ? pointsOf(cell.seat).length : Number(found[3]);
      look();
      return true;
    },
  };
}
