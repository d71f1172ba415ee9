// The picture with every piece outlined; a tap opens a piece, or says where a missed one lies.

import { fill, h, pressable, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { pictureOf } from "../parts/proof.js";

/** @import { Box, Piece, PieceKind, TablePhoto } from "../lib/types.js" */
/** @typedef {import("./reading.js").Reading} Reading */

const SHARE_OF_PIECE = 0.46; // how large the mark on a piece is,
const SMALLEST_MARK = 1 / 26; // and how large at least, in shares of the photo
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
 * @param {HTMLElement} layer what is enlarged together
 * @param {Reading} reading
 * @param {TablePhoto} photo
 * @param {{ width: number, height: number }} size
 * @param {{ onPiece: (id: string) => void, onPlace: ((box: Box) => void) | null, looked: string | null }} taps
 */
export function drawStage(layer, reading, photo, { width, height }, { onPiece, onPlace, looked }) {
  const overlay = /** @type {SVGSVGElement} */ (
    s("svg.overlay", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" })
  );
  for (const piece of photo.pieces)
    overlay.append(outline(piece, reading.kind, width, piece.id === looked, () => !onPlace && onPiece(piece.id)));
  overlay.addEventListener("click", (event) => onPlace?.(boxAround(pointOn(overlay, event), photo, width)));
  const image = h("img", { src: pictureOf(photo.id), alt: t("Photo of the pieces"), draggable: "false" });
  image.onerror = () => layer.classList.add("no-picture");
  if (layer.parentElement) layer.parentElement.style.aspectRatio = `${width} / ${height}`;
  const before = layer.querySelector("img");
  fill(layer, before?.src === image.src ? before : image, overlay);
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

/**
 * @param {Piece} piece
 * @param {PieceKind} kind
 * @param {number} width
 * @param {boolean} looked whether it is the one that is looked at
 * @param {() => void} onTap
 */
function outline(piece, kind, width, looked, onTap) {
  const [left, , right, bottom] = piece.box;
  const sure = !isUnsure(piece) || piece.by_hand;
  const size = Math.max((right - left) * SHARE_OF_PIECE, width * SMALLEST_MARK);
  const name = kind.name(piece);
  const group = s(
    "g.piece",
    {
      class: [piece.by_hand ? "by-hand" : sure ? "sure" : "unsure", looked ? "looked" : ""].join(" "),
      "data-piece": piece.id,
    },
    frameOf(piece.box),
    s(
      "g",
      { transform: `translate(${right - size * 0.35} ${bottom - size * 0.35})` },
      s("g.mark", kind.mark(piece, size)),
    ),
  );
  return pressable(group, sure ? name : `${name}, ${t("not certain")}`, (event) => {
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
