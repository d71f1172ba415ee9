// A die as a small picture, in the colours of the drawings.

import { s } from "../lib/dom.js";
import { lettersOf } from "../lib/letters.js";

/** @type {{ [face: string]: number[][] }} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};
const DARK = new Set(["black", "grey", "brown", "red", "green", "blue", "purple"]);
/** @type {{ [colour: string]: string }} */
const EXTRA = { turquoise: "#2aa7a5", pink: "#e58bb0", clear: "#d9e4ea", boost: "#d9e4ea" };

/** The paint of a colour name, for light and dark. @param {string} colour */
export function paint(colour) {
  return EXTRA[colour] || `var(--tally-${colour}, #999)`;
}

/** Black or white marks, whichever can be seen. @param {string} colour */
export function marksOn(colour) {
  return DARK.has(colour) ? "#fff" : "#1b1b1d";
}

/**
 * A die as an SVG group centred on (0, 0).
 * @param {number | string} face
 * @param {string} colour
 * @param {number} size
 */
export function dieShape(face, colour, size) {
  const mark = marksOn(colour);
  const body = s("rect.ring", {
    x: -size / 2,
    y: -size / 2,
    width: size,
    height: size,
    rx: size * 0.2,
    fill: paint(colour),
    stroke: "var(--faint)",
    "stroke-width": 1,
  });
  const pips = PIPS[face];
  const marks = pips
    ? pips.map(([x, y]) =>
        s("circle", { cx: x * size * 0.27, cy: y * size * 0.27, r: size * 0.09, style: `fill:${mark}` }),
      )
    : [
        s(
          "text",
          {
            x: 0,
            y: size * 0.19,
            "text-anchor": "middle",
            "font-size": size * (String(face).length > 2 ? 0.36 : 0.52),
            style: `fill:${mark};font-weight:700`,
          },
          String(face ?? ""),
        ),
      ];
  const letters = s(
    "text.letter",
    { x: 0, y: -size * 0.29, "text-anchor": "middle", "font-size": size * 0.22, style: `fill:${mark}` },
    lettersOf(colour),
  );
  return s("g", body, marks, letters);
}

/**
 * A die as its own little picture.
 * @param {number | string} face
 * @param {string} colour
 */
export function die(face, colour, size = 36, label = "") {
  return s(
    "svg",
    {
      width: size,
      height: size,
      viewBox: `${-size / 2 - 1} ${-size / 2 - 1} ${size + 2} ${size + 2}`,
      role: "img",
      "aria-label": label || `${colour} ${face}`,
    },
    dieShape(face, colour, size),
  );
}
