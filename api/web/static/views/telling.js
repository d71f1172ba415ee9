// Telling what the score waits for: a photo, the place on the drawing or in the list, or what is printed.

import { go } from "../app.js";
import { editPlace } from "../games/generic.js";
import { askPrinted } from "../parts/printed.js";
import { takePhoto } from "./capture.js";

/** @import { Context, Need } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */

/**
 * @param {Table} table
 * @param {Need} need
 * @param {number} seat whom the photo is of
 * @param {HTMLElement} entry where the places can be tapped
 * @param {Context} context
 */
export function tell(table, need, seat, entry, context) {
  if (need.way === "name") return go(`/t/${table.id}/photo`);
  if (need.way === "printed") return askPrinted(table, seat);
  if (need.way === "photo" && context.game?.reads_photos) return takePhoto(table, seat);
  return openPlace(table, need.place, entry, context);
}

/**
 * Tap the place for the person, wherever it is shown; else open its form.
 * @param {Table} table
 * @param {string} path
 * @param {HTMLElement} entry
 * @param {Context} context
 */
function openPlace(table, path, entry, context) {
  const field = path.split("/")[3] ?? "";
  const shown =
    entry.querySelector(`[data-path="${CSS.escape(path)}"]`) ??
    entry.querySelector(`[data-field="${CSS.escape(field)}"]`);
  if (!shown) return editPlace(table, path, context);
  shown.scrollIntoView({ block: "center" });
  return shown.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}
