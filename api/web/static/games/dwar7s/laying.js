// Laying cards with a brush: the next card of the box is ready, a tap on a free spot lays it.

import { t } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { brushes } from "../../parts/brush.js";
import { colourDot } from "../../parts/frame.js";
import { tried } from "../../parts/toast.js";
import { choices, kindName, ownerOf } from "./layout.js";

/** @import { Context } from "../../lib/types.js" */
/** @import { LayoutTable, Stack } from "./layout.js" */

const DWARF = "dwarf";
const TURN = "turn";
const TAKE = "take";

/**
 * The cards of the box in order, those of the players at the table; each is there once.
 * @param {LayoutTable} table
 * @param {Context} context
 * @param {string} first the colour to begin with
 */
function leftInBox(table, context, first) {
  const seated = table.state.players.map((player) => player.colour);
  const from = Math.max(0, seated.indexOf(first));
  const colours = [...seated.slice(from), ...seated.slice(0, from)];
  const laid = new Set(table.state.table.flatMap((stack) => stack.cards.map((card) => `${card.kind} ${card.colour}`)));
  return choices(context, "Kind")
    .flatMap((kind) => colours.map((colour) => ({ kind, colour })))
    .filter(({ kind, colour }) => !laid.has(`${kind} ${colour}`));
}

/**
 * A brush for the layout: `tap` does with a place what is chosen, and says whether it did anything.
 * @param {LayoutTable} table
 * @param {Context} context
 * @param {number} seat
 * @param {ReturnType<typeof import("../../parts/dock.js").makeDock>} dock
 */
export function layingBrush(table, context, seat, dock) {
  const own = table.state.players[seat].colour;
  let tool = "";
  let { kind, colour } = leftInBox(table, context, own)[0] ?? { kind: choices(context, "Kind")[0], colour: own };
  const said = () => {
    if (tool === TURN) return t("Tap a card to turn it");
    if (tool === TAKE) return t("Tap what is to be taken away");
    if (tool === DWARF) return `${t("Dwarf")}, ${t(colour)}`;
    return t("Next: {card}", { card: `${kindName(context, kind)}, ${t(colour)}` });
  };
  const bar = brushes(
    () => [
      {
        title: t("Which card?"),
        chosen: tool || kind,
        paints: choices(context, "Kind").map((id) => ({ value: id, label: kindName(context, id) })),
      },
      {
        title: t("Whose?"),
        chosen: colour,
        paints: choices(context, "Colour").map((id) => ({ value: id, label: ownerOf(table, id), mark: colourDot(id) })),
      },
      {
        title: t("Tool"),
        chosen: tool,
        paints: [
          { value: DWARF, label: t("Dwarf") },
          { value: TURN, label: t("Turn") },
          { value: TAKE, label: t("Take away") },
        ],
      },
    ],
    (value, line) => {
      if (line === 0) choose(value, whoLacks(value));
      else if (line === 1) colour = value;
      else tool = tool === value ? "" : value;
      dock.rename(said());
    },
  );

  /** Who still has a kind of card: this player, else the next one. @param {string} wanted */
  const whoLacks = (wanted) => leftInBox(table, context, own).find((card) => card.kind === wanted)?.colour ?? colour;
  /** @param {string} next @param {string} whose */
  const choose = (next, whose) => {
    tool = "";
    kind = next;
    colour = whose;
  };
  const show = () => dock.show(said(), bar);

  /** Lay the card that is ready; the same kind of the next player comes after it, then the next kind. */
  async function lay(/** @type {number} */ x, /** @type {number} */ y) {
    await table.put("/table", { x, y, cards: [{ kind, colour, turn: 0 }], dwarves: {} });
    const left = leftInBox(table, context, own);
    const order = choices(context, "Kind");
    const next = left.find((card) => order.indexOf(card.kind) >= order.indexOf(kind)) ?? left[0];
    if (next) choose(next.kind, next.colour);
    bar.draw();
    dock.rename(said());
  }

  /** @param {number} index */
  async function work(index) {
    const path = `/table/${index}`;
    /** @type {Stack} */
    const { cards, dwarves } = at(table.state, path);
    const top = `${path}/cards/${cards.length - 1}`;
    if (tool === TURN) await table.set(`${top}/turn`, (cards[cards.length - 1].turn + 1) % 4);
    else if (tool === TAKE) await table.take(cards.length > 1 ? top : path);
    else await table.set(`${path}/dwarves/${colour}`, (dwarves[colour] ?? 0) + 1);
  }

  return {
    show,
    /** @param {string} path @param {HTMLElement | SVGElement} place */
    tap(path, place) {
      const stack = /^\/table\/(\d+)/.exec(path);
      const free = path === "/table/-";
      if (free) {
        if (!dock.isOpen) show();
        if (!tool) tried(() => lay(Number(place.dataset.x), Number(place.dataset.y)));
      } else if (stack && tool && dock.isOpen) tried(() => work(Number(stack[1])));
      else return false;
      return true;
    },
  };
}
