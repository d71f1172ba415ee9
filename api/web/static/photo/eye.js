// The table's eye: which readings of a live camera are laid on the table, and what they changed.

import { h } from "../lib/dom.js";
import { upload } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { phoneId } from "../lib/phone.js";

/** @typedef {{ code?: string, place?: string | null }} Lying */
/** What is told with a picture. @typedef {{ [told: string]: string | number }} About */
/** @typedef {{ changes: string[], against: string[], about: About }} Told */

/** Under a hand that rests on the table pieces are only missed: so many times longer it takes to believe that. */
const PATIENCE = 3;

/** What lies there, whatever the order. @param {Lying[]} pieces */
const lying = (pieces) => pieces.map((piece) => `${piece.place ?? ""} ${piece.code ?? ""}`).sort();

/**
 * Whether a reading that came to rest is to be laid: it shows something new, or something is gone for long enough.
 * @param {Lying[]} pieces
 * @param {string[] | null} laid what was laid last
 * @param {number} agreed readings in a row that agree
 * @param {number} frames how many of them make it steady
 */
export function settledAnew(pieces, laid, agreed, frames) {
  const now = lying(pieces);
  if (!now.length || agreed < frames) return null;
  if (laid && now.join("|") === laid.join("|")) return null;
  const left = [...(laid ?? [])];
  const came = now.filter((one) => {
    const found = left.indexOf(one);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  return came.length || agreed >= PATIENCE * frames ? now : null;
}

/**
 * Lay a picture of one player's pieces on the table without leaving the camera; what it changed, or a sentence.
 * @param {import("../lib/table.js").Table} table
 * @param {number} seat
 * @param {Blob} frame
 * @param {About} about which round it is, and whose is whose where the camera sees several players
 * @returns {Promise<Told>}
 */
export async function layFrame(table, seat, frame, about) {
  const form = new FormData();
  form.append("photo", new File([frame], "live.jpg", { type: "image/jpeg" }));
  form.append("player", String(seat));
  form.append("by", table.by);
  form.append("phone", phoneId());
  for (const [name, value] of Object.entries(about)) form.append(name, String(value));
  const photo = await upload(`/tables/${table.id}/photos`, form, () => {});
  // what the camera sees next belongs to the same round
  const again = photo.round === null || photo.round === undefined ? about : { ...about, round: photo.round };
  return { changes: photo.changes ?? [], against: photo.against ?? [], about: again };
}

/** What the camera told so far, the newest first. @param {Told[]} told */
export function eyeLog(told) {
  return h(
    "ul.plain.small",
    { "aria-label": t("What changed on the table") },
    told.flatMap(({ changes, against }) => [
      ...against.map((text) => h("li.bad", t("Not legal, or read wrongly: {text}", { text }))),
      ...changes.map((text) => h("li", text)),
    ]),
  );
}
