// The drawing of a table as input and as proof: tap a piece, or see which pieces earned a line.

import { closest, h } from "../lib/dom.js";
import { related } from "../lib/pointer.js";

/** @import { GameTable } from "../lib/types.js" */

const PHONE = 390; // units that are drawn for the width of a phone

/** What is wider than a phone is not made smaller: one moves it inside its frame. @param {SVGSVGElement | null} svg */
function keepWidth(svg) {
  const wide = svg?.viewBox.baseVal.width ?? 0;
  if (svg && wide > PHONE) svg.style.minWidth = `${wide}px`;
}

/**
 * A drawing that follows its table; `onTap(path, element)` makes it an input.
 * @param {GameTable} table
 * @param {object} [options]
 * @param {number | null} [options.player]
 * @param {((path: string, piece: HTMLElement | SVGElement) => void) | null} [options.onTap]
 * @param {(path: string) => boolean} [options.isTarget] whether a place is tapped for itself
 */
export function drawing(table, { player = null, onTap = null, isTarget = () => true } = {}) {
  const box = h("div.drawing", { class: onTap ? "tappable" : "" });
  /** @type {string[]} */
  let lit = [];
  /** @type {string[]} */
  let faults = [];
  let pointed = "";
  let shown = -1;
  let asked = 0;

  /** @returns {NodeListOf<SVGElement>} */
  const pieces = () => box.querySelectorAll("[data-path]");
  /** @param {SVGElement} piece */
  const pathOf = (piece) => piece.dataset.path ?? "";

  function mark() {
    box.classList.toggle("lighting", lit.length > 0);
    for (const piece of pieces()) {
      piece.classList.toggle(
        "lit",
        lit.some((path) => path === pathOf(piece) || pathOf(piece).startsWith(`${path}/`)),
      );
      piece.classList.toggle("fault", faults.includes(pathOf(piece)));
      piece.classList.toggle("next", pathOf(piece) === pointed);
    }
    if (lit.length && !box.querySelector(".lit")) {
      for (const piece of pieces()) {
        piece.classList.toggle(
          "lit",
          lit.some((path) => related(path, pathOf(piece))),
        );
      }
    }
  }

  function listen() {
    if (!onTap) return;
    for (const piece of pieces()) {
      if (piece.querySelector("[data-path]") || !isTarget(pathOf(piece))) continue; // what it holds is tapped
      piece.setAttribute("tabindex", "0");
      piece.setAttribute("role", "button");
      const label = piece.querySelector(":scope > title")?.textContent;
      if (label) piece.setAttribute("aria-label", label);
    }
  }

  /** @param {Event} event */
  const tap = (event) => {
    const piece = closest(event, "[data-path]");
    if (!piece || !onTap) return;
    event.preventDefault();
    onTap(piece.dataset.path ?? "", piece);
  };
  box.addEventListener("click", tap);
  box.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && tap(event));

  async function refresh() {
    const version = table.version;
    if (version === shown) return mark();
    const mine = ++asked;
    const svg = await table.drawn(player).catch(() => null);
    if (mine !== asked) return;
    box.hidden = svg === null;
    if (svg === null) return;
    shown = version;
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.path : null;
    box.innerHTML = svg;
    keepWidth(box.querySelector("svg"));
    listen();
    mark();
    /** @type {SVGElement | null} */
    const again = focused ? box.querySelector(`[data-path="${CSS.escape(focused)}"]`) : null;
    again?.focus({ preventScroll: true });
  }
  refresh();
  return Object.assign(box, {
    refresh,
    /** Show the pieces at these places. @param {string[]} paths */
    light(paths) {
      lit = paths;
      mark();
    },
    /** Show which place is next; none if it is empty. @param {string} path @returns {Element | null} */
    point(path) {
      pointed = path;
      mark();
      return box.querySelector(".next");
    },
    /** Show what is wrong at these places. @param {string[]} paths */
    accuse(paths) {
      faults = paths;
      mark();
    },
  });
}
