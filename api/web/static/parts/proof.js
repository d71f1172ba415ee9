// The photo as proof: the pieces that earned a line are outlined in it.

import { h, s } from "../lib/dom.js";
import { addressOf, getOnce } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { lastPicture } from "../views/capture.js";

/** @import { Box, TableView } from "../lib/types.js" */

/** The address of a photo's picture: this phone's own copy first. @param {string} id */
export function pictureOf(id) {
  return lastPicture.get(id) || addressOf(`/photos/${id}/picture`);
}

/**
 * A small photo of a player's pieces with light(paths), or null if there is none.
 * @param {{ view: TableView }} table
 * @param {number} seat
 */
export function photoProof(table, seat) {
  const entry = table.view.document.photos.find((photo) => photo.player === seat);
  if (!entry) return null;
  const overlay = s("svg.overlay", { "aria-hidden": "true" });
  const image = h("img", { alt: t("Photo of the pieces"), src: pictureOf(entry.id) });
  const element = h("figure.photo-proof", image, overlay);
  image.onerror = () => element.remove();
  getOnce(`/photos/${entry.id}`)
    .then((photo) => overlay.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`))
    .catch(() => element.remove());
  /** @param {string[]} paths */
  const light = (paths) =>
    overlay.replaceChildren(
      ...entry.pieces.filter((piece) => piece.path && paths.includes(piece.path)).map((piece) => boxShape(piece.box)),
    );
  return { element, light };
}

/** @param {Box} box */
function boxShape([left, top, right, bottom]) {
  const room = (right - left) * 0.08;
  return s("rect.lit", {
    x: left - room,
    y: top - room,
    width: right - left + 2 * room,
    height: bottom - top + 2 * room,
    rx: (right - left) * 0.18,
    "vector-effect": "non-scaling-stroke",
  });
}
