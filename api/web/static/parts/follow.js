// Parts of a sheet that follow the table while they are open, also when somebody else changes it.

import { fill, h } from "../lib/dom.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { GameTable, Json } from "../lib/types.js" */

const FOCUSABLE = "button, input, select, textarea, a[href], [tabindex]";

/** Whether a person is typing inside. @param {HTMLElement} box */
function isTyping(box) {
  const active = document.activeElement;
  return box.contains(active) && active instanceof HTMLInputElement && active.type !== "checkbox";
}

/**
 * Draw again; folds that are open stay so, and the finger where it was.
 * @param {HTMLElement} box
 * @param {() => Child} draw
 */
export function redraw(box, draw) {
  const before = [...box.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement ?? box);
  const opened = [...box.querySelectorAll("details")].map((fold) => fold.open);
  fill(box, draw());
  for (const [index, fold] of box.querySelectorAll("details").entries()) fold.open = opened[index] ?? false;
  /** @type {NodeListOf<HTMLElement>} */
  const now = box.querySelectorAll(FOCUSABLE);
  if (before >= 0) now[Math.min(before, now.length - 1)]?.focus({ preventScroll: true });
}

/**
 * A box that is drawn again whenever what it shows is another on the table; what a person types is not taken away.
 * @param {GameTable} table
 * @param {() => Json} read what it shows
 * @param {() => Child} draw
 */
export function following(table, read, draw) {
  const box = h("div.stack");
  let shown = JSON.stringify(read());
  fill(box, draw());
  const refresh = () => {
    const now = JSON.stringify(read());
    if (now === shown) return;
    shown = now;
    redraw(box, draw);
  };
  const stop = table.follow(() => {
    if (!box.isConnected) stop();
    else if (isTyping(box)) box.addEventListener("focusout", refresh, { once: true });
    else refresh();
  });
  return box;
}
