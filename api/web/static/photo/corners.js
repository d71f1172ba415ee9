// Moving the edges of a piece: a handle at each corner of its outline.

import { s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { toast } from "../parts/toast.js";
import { pointOn } from "./stage.js";

/** @import { Box } from "../lib/types.js" */

const FINGER = 16; // pixels of the screen
/** Which edges meet in a corner, as places of a box. @type {[number, number][]} */
const CORNERS = [
  [0, 1],
  [2, 1],
  [2, 3],
  [0, 3],
];

/** @param {number} number */
const tenths = (number) => Math.round(number * 10) / 10;

/** A box whose edges were dragged over each other, put right. @param {number[]} box @returns {Box} */
function upright([left, top, right, bottom]) {
  return [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)];
}

/**
 * @param {HTMLElement} stage
 * @param {string} pieceId
 * @param {Box} edges
 * @param {(box: Box) => void} onMoved
 */
export function moveCorners(stage, pieceId, edges, onMoved) {
  /** @type {SVGSVGElement | null} */
  const overlay = stage.querySelector("svg.overlay");
  const rect = overlay?.querySelector(`[data-piece="${pieceId}"] rect`);
  if (!overlay || !rect) return;
  const box = [...edges];
  const radius = (overlay.viewBox.baseVal.width / stage.clientWidth) * FINGER;
  const handles = CORNERS.map(([x, y]) => ({ x, y, dot: s("circle.handle", { r: radius, cx: box[x], cy: box[y] }) }));

  const draw = () => {
    for (const { x, y, dot } of handles) set(dot, { cx: box[x], cy: box[y] });
    const [left, top, right, bottom] = upright(box);
    set(rect, { x: left, y: top, width: right - left, height: bottom - top });
  };
  for (const { x, y, dot } of handles) {
    dot.addEventListener("pointerdown", (event) => {
      dot.setPointerCapture(event.pointerId);
      dot.onpointermove = (move) => {
        const point = pointOn(overlay, move);
        box[x] = point.x;
        box[y] = point.y;
        draw();
      };
    });
    dot.addEventListener("pointerup", () => {
      dot.onpointermove = null;
      const [left, top, right, bottom] = upright(box);
      onMoved([tenths(left), tenths(top), tenths(right), tenths(bottom)]);
    });
  }
  overlay.append(...handles.map(({ dot }) => dot));
  toast(t("Drag a corner."));
}

/** @param {Element} element @param {{ [name: string]: number }} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
