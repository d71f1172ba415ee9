// Small numbers as keys: one tap is the whole number. Larger ones are typed or counted.

import { h } from "../lib/dom.js";
import { numberEditor, setTo } from "./fields.js";

/** @import { Schema } from "../lib/types.js" */
/** @import { OnStep } from "./fields.js" */

const MOST_KEYS = 15;
const FEW_KEYS = 12;

/** From where to where counters go: what is below nought has no key. @param {Schema} limits */
const rangeOf = ({ minimum = 0, maximum = Number.POSITIVE_INFINITY }) => ({ minimum: Math.max(0, minimum), maximum });

/** Which numbers have a key of their own. @param {{ minimum: number, maximum: number }} range */
function numbersOf({ minimum, maximum }) {
  const count = maximum - minimum < MOST_KEYS ? maximum - minimum + 1 : FEW_KEYS;
  return Array.from({ length: count }, (_, index) => minimum + index);
}

/**
 * @param {Schema} limits
 * @param {number} value
 * @param {OnStep} onChange
 * @param {string} name
 */
export function numberKeys(limits, value, onChange, name) {
  const range = rangeOf(limits);
  const numbers = numbersOf(range);
  const whole = numbers.at(-1) === range.maximum && range.minimum === (limits.minimum ?? 0);
  return h(
    "div.number-keys",
    { role: "group" },
    numbers.map((number) =>
      h(
        "button.number-key",
        {
          type: "button",
          "aria-pressed": String(number === value),
          onclick: () => onChange(number, setTo(number, value)),
        },
        String(number),
      ),
    ),
    whole ? null : numberEditor(limits, value, onChange, name),
  );
}
