// The small parts of a plan's form: a labelled group, and chips that are pressed or chosen.

import { h } from "../../lib/dom.js";

/** @import { Child } from "../../lib/dom.js" */

/** @param {string} label @param {Child} chips @param {boolean} [one] whether only one can be chosen */
export function field(label, chips, one = false) {
  const about = one ? { role: "radiogroup", "aria-label": label } : {};
  return h("div.field", h("span.label", label), h("div.chips.flow", about, chips));
}

/** @param {Child} label @param {boolean} pressed @param {() => void} onclick */
export function chip(label, pressed, onclick) {
  return h("button.chip", { type: "button", "aria-pressed": String(pressed), onclick }, label);
}

/** @param {string} label @param {boolean} checked @param {() => void} onclick */
export function radio(label, checked, onclick) {
  return h("button.chip", { type: "button", role: "radio", "aria-checked": String(checked), onclick }, label);
}
