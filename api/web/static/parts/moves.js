// What can be done now with one press: a game says which, the table changes by them.

import { h } from "../lib/dom.js";
import { forget, put } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { toast, tried } from "./toast.js";

/** @import { GameTable, Move } from "../lib/types.js" */

/**
 * The moves of a player that belong to one place.
 * @param {GameTable} table
 * @param {number} seat
 * @param {string} place
 */
export const movesAt = (table, seat, place) => table.movesOf(seat).filter((move) => move.place === place);

/** A button that makes a move. @param {GameTable} table @param {Move} move */
export function moveButton(table, move) {
  return h("button.button.move", { type: "button", onclick: () => tried(() => make(table, move)) }, move.title);
}

/** @param {GameTable} table @param {Move} move */
async function make(table, move) {
  await table.move(move);
  for (const { item, field, value } of move.keep)
    await put(`/games/${table.game}/catalogue/${encodeURIComponent(item)}/${field}`, { value });
  if (!move.keep.length) return;
  forget(`/games/${table.game}`);
  toast(t("Kept on this machine."));
  await table.refresh();
}
