// Two rings to choose from with one thumb: the outer one says what kind of piece, the inner one what it shows.

import { fill, pressable, s } from "../lib/dom.js";

const SIZE = 360;
const OUTER = 146;
const INNER = 80;
const LARGEST = 42;

/**
 * @template V
 * @typedef {{ value: V, label: string, draw(size: number): Element }} Option
 */

/**
 * `inner` is what can be chosen for an outer value; `onChange` gets both whenever an inner one is chosen, or the outer
 * one changes beside a chosen inner one.
 * @template {string} O
 * @template {string | number} I
 * @param {object} rings
 * @param {Option<O>[]} rings.outer
 * @param {(outer: O) => Option<I>[]} rings.inner
 * @param {[O, I | undefined]} rings.value
 * @param {(outer: O, inner: I) => void} rings.onChange
 * @param {(outer: O, inner: I, size: number) => Element} rings.centre
 */
export function wheel({ outer, inner, value: [first, second], onChange, centre }) {
  const svg = s("svg.wheel", { viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`, role: "group" });
  let kind = first;
  /** @type {I | undefined} */
  let face = second;

  /**
   * @template {string | number} V
   * @param {Option<V>[]} options
   * @param {number} radius
   * @param {V | undefined} chosen
   * @param {number} size
   * @param {(value: V) => void} choose
   */
  function ring(options, radius, chosen, size, choose) {
    const turn = (2 * Math.PI) / options.length;
    return options.map((option, index) => {
      const angle = index * turn - Math.PI / 2;
      const shape = s(
        "g",
        { transform: `translate(${Math.cos(angle) * radius} ${Math.sin(angle) * radius})`, "data-value": option.value },
        s("circle.seat.ring", { r: size * 0.64, class: option.value === chosen ? "chosen" : "" }),
        option.draw(size * 0.72),
      );
      shape.setAttribute("aria-pressed", String(option.value === chosen));
      return pressable(shape, option.label, () => choose(option.value));
    });
  }

  function draw() {
    const faces = inner(kind);
    if (!faces.some((option) => option.value === face)) face = undefined;
    const outerSize = Math.min(LARGEST, (2 * Math.PI * OUTER) / outer.length / 1.36);
    const innerSize = Math.min(LARGEST, (2 * Math.PI * INNER) / Math.max(1, faces.length) / 1.36);
    fill(
      svg,
      s("circle", { r: OUTER + 33, fill: "var(--sunk)" }),
      s("circle", { r: INNER + 32, fill: "var(--surface)" }),
      ring(outer, OUTER, kind, outerSize, (value) => {
        kind = value;
        if (face !== undefined && inner(kind).some((option) => option.value === face)) onChange(kind, face);
        draw();
      }),
      ring(faces, INNER, face, innerSize, (value) => {
        face = value;
        onChange(kind, value);
        draw();
      }),
      s("g", face === undefined ? [] : centre(kind, face, 62)),
    );
  }
  draw();
  return svg;
}
