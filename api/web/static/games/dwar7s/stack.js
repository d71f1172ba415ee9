// One stack of cards: turned, stacked on, with dwarves, taken away, or with another card beside it.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { numberEditor, searchSheet } from "../../parts/fields.js";
import { following } from "../../parts/follow.js";
import { colourDot } from "../../parts/frame.js";
import { icon } from "../../parts/icons.js";
import { chooseSheet, openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { editPlace } from "../generic.js";
import { choices, kindName, ownerOf } from "./layout.js";

/** @import { Context } from "../../lib/types.js" */
/** @import { Card, LayoutTable, Stack } from "./layout.js" */

/** @type {[side: string, dx: number, dy: number, name: () => string][]} */
const BESIDE = [
  ["left", -1, 0, () => t("to the left")],
  ["right", 1, 0, () => t("to the right")],
  ["up", 0, -1, () => t("above")],
  ["down", 0, 1, () => t("below")],
];

/** @param {LayoutTable} table @param {Context} context @param {string} colour @returns {Promise<Card | null>} */
async function chooseCard(table, context, colour) {
  const kinds = choices(context, "Kind");
  const kind = await searchSheet(
    t("Which card?"),
    kinds.map((id) => ({ value: id, label: kindName(context, id) })),
  );
  if (!kind) return null;
  const colours = choices(context, "Colour");
  const chosen = await chooseSheet(
    t("Whose card?"),
    colours.map((id) => ({ value: id, label: ownerOf(table, id), mark: colourDot(id) })),
    colour,
  );
  return chosen ? { kind: kind.value, colour: chosen, turn: 0 } : null;
}

/** @param {LayoutTable} table @param {Context} context @param {number} x @param {number} y @param {string} colour */
async function layCard(table, context, x, y, colour) {
  const card = await chooseCard(table, context, colour);
  if (card) await table.put("/table", { x, y, cards: [card], dwarves: {} });
}

/** @param {LayoutTable} table @param {Context} context @param {number} index @param {number} seat */
export function openStack(table, context, index, seat) {
  const path = `/table/${index}`;
  /** @returns {Stack} */
  const stack = () => at(table.state, path);
  const colour = table.state.players[seat].colour;
  /** @param {() => unknown} work */
  const act = (work) => tried(work);

  const form = () => {
    if (!stack()) return h("p.faint", t("This card is not there any more."));
    const { x, y, cards, dwarves } = stack();
    const top = cards[cards.length - 1];
    const topPath = `${path}/cards/${cards.length - 1}`;
    /** @param {number} dx @param {number} dy */
    const taken = (dx, dy) => table.state.table.some((other) => other.x === x + dx && other.y === y + dy);
    return [
      h("p.faint", `${t(top.colour)}, ${t("{count} cards in this stack", { count: cards.length })}`),
      h(
        "div.row.wrap",
        h(
          "button.button",
          { type: "button", onclick: () => act(() => table.set(`${topPath}/turn`, (top.turn + 1) % 4)) },
          icon("redo"),
          t("Turn"),
        ),
        h(
          "button.button",
          {
            type: "button",
            onclick: () =>
              act(async () => {
                const card = await chooseCard(table, context, colour);
                if (card) await table.put(`${path}/cards`, card);
              }),
          },
          icon("plus"),
          t("Stack a card"),
        ),
        h(
          "button.button",
          {
            type: "button",
            onclick: () => {
              sheet.close();
              editPlace(table, topPath, context, t("What is printed on it"));
            },
          },
          icon("pen"),
          t("Printed values"),
        ),
      ),
      h("h3", t("Dwarves on it")),
      choices(context, "Colour").map((id) =>
        h(
          "div.row",
          colourDot(id),
          h("span.grow", ownerOf(table, id)),
          numberEditor(
            { minimum: 0, maximum: 7 },
            dwarves[id] || 0,
            (_count, step) => act(() => table.change(`${path}/dwarves/${id}`, step)),
            id,
          ),
        ),
      ),
      h("h3", t("Lay a card beside it")),
      h(
        "div.chips.flow",
        BESIDE.filter(([, dx, dy]) => !taken(dx, dy)).map(([, dx, dy, name]) =>
          h(
            "button.chip",
            {
              type: "button",
              onclick: () => {
                sheet.close();
                tried(() => layCard(table, context, x + dx, y + dy, colour));
              },
            },
            name(),
          ),
        ),
      ),
    ];
  };

  function removeTop() {
    const { cards } = stack();
    return table.take(cards.length > 1 ? `${path}/cards/${cards.length - 1}` : path);
  }

  const kind = stack().cards.at(-1)?.kind ?? "";
  const sheet = openSheet({
    title: kindName(context, kind),
    body: following(table, () => table.state.table, form),
    footer: (close) => [
      h(
        "button.button.danger",
        {
          type: "button",
          onclick: () => {
            close();
            tried(removeTop);
          },
        },
        icon("trash"),
        t("Remove"),
      ),
      h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
    ],
  });
}
