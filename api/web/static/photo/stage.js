// The picture with every piece outlined; a tap opens a piece, or says where a missed one lies.

import { fill, h, pressable, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { pictureOf } from "../parts/proof.js";

/** @import { Box, Piece, TablePhoto } from "../lib/types.js" */
/** @typedef {import("./reading.js").Reading} Reading */

const SHARE_OF_WIDTH = 1 / 10; // how large a missed piece is taken to be while no other is there to compare with

/**
 * Where a finger is, in pixels of the photo.
 * @param {SVGGraphicsElement} overlay
 * @param {{ clientX: number, clientY: number }} event
 */
export function pointOn(overlay, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM()?.inverse());
}

/**
 * @param {HTMLElement} stage
 * @param {Reading} reading
 * @param {TablePhoto} photo
 * @param {{ width: number, height: number }} size
 * @param {{ onPiece: (id: string) => void, onPlace: ((box: Box) => void) | null }} taps
 */
export function drawStage(stage, reading, photo, { width, height }, { onPiece, onPlace }) {
  const overlay = /** @type {SVGSVGElement} */ (
    s("svg.overlay", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" })
  );
  for (const piece of photo.pieces)
    overlay.append(outline(piece, reading.kind.name(piece), width, () => !onPlace && onPiece(piece.id)));
  overlay.addEventListener("click", (event) => onPlace?.(boxAround(pointOn(overlay, event), photo, width)));
  const image = h("img", { src: pictureOf(photo.id), alt: t("Photo of the pieces"), draggable: "false" });
  image.onerror = () => stage.classList.add("no-picture");
  stage.style.aspectRatio = `${width} / ${height}`;
  fill(stage, image, overlay);
}

/** The frame around a piece in the photo. @param {Box} box */
export function frameOf([left, top, right, bottom]) {
  return s("rect", {
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    rx: (right - left) * 0.16,
    "vector-effect": "non-scaling-stroke",
  });
}

/** @param {Piece} piece @param {string} name @param {number} width @param {() => void} onTap */
function outline(piece, name, width, onTap) {
  const [, top, right] = piece.box;
  const sure = !isUnsure(piece);
  const group = s(
    "g.piece",
    { class: piece.by_hand ? "by-hand" : sure ? "sure" : "unsure", "data-piece": piece.id },
    frameOf(piece.box),
    sure ? null : s("text", { x: right, y: top, "font-size": Math.max(width / 26, 12), "text-anchor": "middle" }, "?"),
  );
  return pressable(group, name, (event) => {
    event.stopPropagation();
    onTap();
  });
}

/**
 * A box as large as the others are, around a point.
 * @param {DOMPoint} point
 * @param {TablePhoto} photo
 * @param {number} width
 * @returns {Box}
 */
function boxAround(point, photo, width) {
  const sides = photo.pieces.map((piece) => piece.box[2] - piece.box[0]).sort((one, other) => one - other);
  const half = (sides[Math.floor(sides.length / 2)] || width * SHARE_OF_WIDTH) / 2;
  return [point.x - half, point.y - half, point.x + half, point.y + half];
}
