// Dwar7s Fall: the layout is the input. Tap a free spot to lay the next card, tap a card for everything about it.

import { fill, h } from "../../lib/dom.js";
import { t, words } from "../../lib/i18n.js";
import { makeDock } from "../../parts/dock.js";
import { drawing } from "../../parts/drawing.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tableFields } from "../../parts/tablefields.js";
import { editPlace, fieldList } from "../generic.js";
import { layingBrush } from "./laying.js";
import { photoPiece } from "./photopiece.js";
import { openStack } from "./stack.js";

/** @import { LayoutTable } from "./layout.js" */

/** The table whose drawing the places of a form are tapped on. @type {LayoutTable | null} */
let tapped = null;

/** Places of the grid in forms: tap the card on the drawing. @type {import("../../lib/types.js").Picker} */
function picker(schema, value, onChange, name) {
  if (
    schema.type !== "array" ||
    schema.prefixItems?.length !== 2 ||
    !schema.prefixItems.every((part) => part.type === "integer")
  )
    return null;
  const table = tapped;
  if (!table) return null;
  /** @param {[number, number] | null} place */
  const say = (place) => (place ? `${place[0]}, ${place[1]}` : t("any"));
  const button = h("button.button", { type: "button" }, say(value));
  button.onclick = () => {
    const sheet = openSheet({
      title: t(words(name || "place")),
      body: drawing(table, {
        onTap: (path, piece) => {
          const found = /^\/table\/(\d+)/.exec(path);
          if (path === "/table/-") set([Number(piece.dataset.x), Number(piece.dataset.y)]);
          else if (found) {
            const { x, y } = table.state.table[Number(found[1])];
            set([x, y]);
          }
        },
      }),
      footer: h("button.button", { type: "button", onclick: () => set(null) }, t("Any")),
    });
    /** @param {[number, number] | null} place */
    const set = (place) => {
      if (place || schema.optional) onChange(place);
      fill(button, say(place));
      sheet.close();
    };
  };
  return button;
}

/** @type {import("../../lib/types.js").GameModule} */
export default {
  piece: photoPiece,

  questions: {
    kingdom: { icon: "table", load: () => import("./kingdom.js") },
  },
  picker,
  fillAsk(question, table) {
    tapped = /** @type {LayoutTable} */ (table);
    const asked = question.ask.properties;
    return Object.fromEntries(
      ["at", "to", "card"].filter((name) => name in asked && asked[name].default === null).map((name) => [name, null]),
    );
  },

  entry(anyTable, seat, context) {
    const table = /** @type {LayoutTable} */ (anyTable);
    tapped = table;
    const dock = makeDock();
    const brush = layingBrush(table, context, seat, dock);
    /** @param {string} path @param {HTMLElement | SVGElement} piece */
    const onTap = (path, piece) => {
      const stack = /^\/table\/(\d+)/.exec(path);
      if (brush.tap(path, piece)) return;
      if (stack) openStack(table, context, Number(stack[1]), seat);
      else if (/^\/players\/\d+\/.+/.test(path)) editPlace(table, path, context);
    };
    const picture = drawing(table, { onTap, isTarget: (path) => !path.includes("/dwarves/") });
    const fields = fieldList(table, seat, context, { except: ["name"] });
    const lay = h(
      "button.button",
      { type: "button", onclick: () => brush.show() },
      icon("plus"),
      t("Lay cards, set dwarves, turn"),
    );
    return {
      element: h(
        "div.stack",
        picture,
        lay,
        h("p.small.faint", t("Tap + to lay the next card; tap a card to turn it, stack on it or set dwarves.")),
        h("h2", table.state.players[seat].name),
        fields.element,
        tableFields(table, context, ["table", "printed", "executed"]),
        dock.element,
      ),
      refresh: () => {
        picture.refresh();
        fields.refresh();
      },
    };
  },
};
