// A brush: what is chosen below is laid wherever one taps above, until another is chosen.

import { fill, h } from "../lib/dom.js";

/** @import { Child } from "../lib/dom.js" */
/**
 * What can be laid.
 * @template V
 * @typedef {{ value: V, label: string, mark?: Child }} Paint
 */

/**
 * Lines of paints, each with one chosen.
 * @template V
 * @param {() => { title: string, paints: Paint<V>[], chosen: V | null }[]} lines
 * @param {(value: V, line: number) => void} onChoose
 */
export function brushes(lines, onChoose) {
  const box = h("div.brushes.stack.tight");
  const draw = () =>
    fill(
      box,
      lines().map(({ title, paints, chosen }, line) =>
        h(
          "div.chips.flow",
          { role: "radiogroup", "aria-label": title },
          paints.map(({ value, label, mark }) =>
            h(
              "button.chip.paint",
              {
                type: "button",
                role: "radio",
                "aria-checked": String(value === chosen),
                "data-paint": String(value),
                onclick: () => {
                  onChoose(value, line);
                  redraw(String(value));
                },
              },
              mark,
              label,
            ),
          ),
        ),
      ),
    );
  /** Draw again, and leave the finger where it was. @param {string} paint */
  const redraw = (paint) => {
    draw();
    /** @type {HTMLElement | null} */
    const same = box.querySelector(`[data-paint="${CSS.escape(paint)}"]`);
    same?.focus({ preventScroll: true });
  };
  draw();
  return Object.assign(box, { draw });
}
