// The drawing of a table as input and as proof: tap a piece, or see which pieces earned a line.

import { h } from "../lib/dom.js";
import { get } from "../lib/door.js";
import { related } from "../lib/pointer.js";

/** A drawing that follows its table; `onTap(path, element)` makes it an input. */
export function drawing(table, { player = null, onTap = null } = {}) {
  const box = h("div.drawing", { class: onTap ? "tappable" : "" });
  let lit = [];
  let faults = [];
  let shown = -1;
  let asked = 0;

  function mark() {
    box.classList.toggle("lighting", lit.length > 0);
    for (const piece of box.querySelectorAll("[data-path]")) {
      piece.classList.toggle(
        "lit",
        lit.some((path) => path === piece.dataset.path || piece.dataset.path.startsWith(`${path}/`)),
      );
      piece.classList.toggle("fault", faults.includes(piece.dataset.path));
    }
    if (lit.length && !box.querySelector(".lit")) {
      for (const piece of box.querySelectorAll("[data-path]")) {
        piece.classList.toggle(
          "lit",
          lit.some((path) => related(path, piece.dataset.path)),
        );
      }
    }
  }

  function listen() {
    if (!onTap) return;
    for (const piece of box.querySelectorAll("[data-path]")) {
      piece.setAttribute("tabindex", "0");
      piece.setAttribute("role", "button");
      const label = piece.querySelector(":scope > title")?.textContent;
      if (label) piece.setAttribute("aria-label", label);
    }
  }

  const tap = (event) => {
    const piece = event.target.closest?.("[data-path]");
    if (!piece || !onTap) return;
    event.preventDefault();
    onTap(piece.dataset.path, piece);
  };
  box.addEventListener("click", tap);
  box.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && tap(event));

  box.refresh = async () => {
    const seq = table.view.seq;
    if (seq === shown) return mark();
    const mine = ++asked;
    const who = player === null ? "" : `?player=${player}`;
    const svg = await get(`/tables/${table.id}/drawing${who}`).catch(() => null);
    if (mine !== asked) return undefined;
    box.hidden = svg === null;
    if (svg === null) return undefined;
    shown = seq;
    const focused = document.activeElement?.dataset?.path;
    box.innerHTML = svg;
    listen();
    mark();
    if (focused) box.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    return undefined;
  };
  box.light = (paths) => {
    lit = paths;
    mark();
  };
  box.accuse = (paths) => {
    faults = paths;
    mark();
  };
  box.refresh();
  return box;
}
