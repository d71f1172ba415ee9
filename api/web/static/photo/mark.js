// What a piece was read as, written on it in the photo.

import { s } from "../lib/dom.js";
import { lettersOf } from "../lib/letters.js";
import { marksOn, paint } from "../parts/die.js";

/**
 * A disc with a sign in the colour of the die, centred on (0, 0).
 * @param {string} text
 * @param {string} colour
 * @param {number} size
 */
export function disc(text, colour, size) {
  const long = text.length > 2;
  return s(
    "g",
    s(long ? "rect" : "circle", {
      ...(long ? { x: -size * 0.9, y: -size / 2, width: size * 1.8, height: size, rx: size / 2 } : { r: size / 2 }),
      style: `fill:${paint(colour)}`,
    }),
    s(
      "text",
      {
        "text-anchor": "middle",
        y: size * 0.27,
        "font-size": size * (long ? 0.46 : 0.76),
        style: `fill:${marksOn(colour)}`,
      },
      text,
    ),
    s("text.letter.outlined", { "text-anchor": "middle", y: size * 0.92, "font-size": size * 0.46 }, lettersOf(colour)),
  );
}
