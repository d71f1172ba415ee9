// A panel at the bottom edge that leaves the page above it in use: choose below, tap the places above.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * A dock, closed until it is shown; `element` belongs somewhere into the view, with which it goes.
 * @param {{ onClose?: () => void }} [ways]
 */
export function makeDock({ onClose } = {}) {
  const title = h("strong.grow", { "aria-live": "polite" });
  const actions = h("div.row");
  const body = h("div.dock-body");
  /** Where the keyboard was before. @type {Element | null} */
  let before = null;
  const close = () => {
    if (element.hidden) return;
    const had = element.contains(document.activeElement);
    element.hidden = true;
    fill(body);
    onClose?.();
    if (had) focusAgain(before);
  };
  const element = h(
    "section.dock",
    { "aria-label": t("Choose here, tap the places above"), hidden: true },
    h(
      "header",
      title,
      actions,
      h("button.button.primary.small", { type: "button", onclick: close }, icon("check"), t("Done")),
    ),
    body,
  );
  element.addEventListener("keydown", (event) => event.key === "Escape" && close());
  return {
    element,
    close,
    get isOpen() {
      return !element.hidden;
    },
    /** @param {Child} name @param {Child} content @param {Child} [buttons] */
    show(name, content, buttons = null) {
      fill(title, name);
      fill(body, content);
      fill(actions, buttons);
      if (element.hidden) before = document.activeElement;
      element.hidden = false;
      /** @type {HTMLElement | null} */
      const first = body.querySelector('[tabindex="0"], input, button');
      first?.focus({ preventScroll: true });
    },
    /** What it is about now, while its content stays. @param {Child} name */
    rename(name) {
      fill(title, name);
    },
  };
}

/** A place is drawn anew with each change: the one with its path is focused. @param {Element | null} one */
function focusAgain(one) {
  const path = one instanceof SVGElement ? one.dataset.path : null;
  const found = path ? document.querySelector(`[data-path="${CSS.escape(path)}"]`) : one;
  if (found instanceof HTMLElement || found instanceof SVGElement) found.focus({ preventScroll: true });
}

/** Keep a place in sight above the dock. @param {Element | null | undefined} place */
export function bringIntoSight(place) {
  place?.scrollIntoView({ block: "nearest", behavior: "smooth" });
}
