// What can be done now with one press: a game says which, the table changes by them.

import { h } from "../lib/dom.js";
import { forget, put } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { toast, tried } from "./toast.js";

/** The moves of a player, or those that belong to one field. */
export function movesOf(table, seat, place = null) {
  const moves = table.view.moves?.[seat] || [];
  return place === null ? moves : moves.filter((move) => move.place === place);
}

/** A button that makes a move. */
export function moveButton(table, move, kind = "") {
  return h(
    "button.button.move",
    { type: "button", class: kind, onclick: () => tried(() => make(table, move)) },
    move.title,
  );
}

async function make(table, move) {
  if (move.changes.length) await table.edit(move.changes);
  for (const { item, field, value } of move.keep)
    await put(`/games/${table.game}/catalogue/${encodeURIComponent(item)}/${field}`, { value });
  if (!move.keep.length) return;
  forget(`/games/${table.game}`);
  toast(t("Kept on this machine."));
  await table.refresh();
}
