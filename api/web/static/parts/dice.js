// Dice in forms: a row to look at, six faces to tap.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { die } from "./die.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** @import { Json, OnChange, Schema } from "../lib/types.js" */

/** Dice side by side. @param {number[]} faces */
export function diceRow(faces, size = 24) {
  return h(
    "span.dice-row",
    { role: "img", "aria-label": faces.join(" ") },
    faces.map((face) => die(face, "white", size)),
  );
}

/** The six faces as buttons. @param {(face: number) => void} onTap @param {number | null} [chosen] */
export function faceKeys(onTap, chosen = null) {
  return h(
    "div.face-keys",
    { role: "group", "aria-label": t("Faces") },
    FACES.map((face) =>
      h(
        "button.face-key",
        {
          type: "button",
          "aria-label": t("die {face}", { face }),
          "aria-pressed": String(face === chosen),
          onclick: () => onTap(face),
        },
        die(face, "white", 40),
      ),
    ),
  );
}

/**
 * Several dice: a tap on a face adds a die, a tap on a die takes it away.
 * @param {Schema} schema
 * @param {Json} value
 * @param {OnChange} onChange
 */
export function diceEditor(schema, value, onChange) {
  /** @type {number[]} */
  const now = [...(value || [])];
  const most = schema.maxItems ?? 20;
  const box = h("div.stack.tight");
  const change = () => {
    draw();
    onChange(now.length || !schema.optional ? [...now] : null);
  };
  /** @param {number} face */
  const add = (face) => {
    if (now.length === most) return;
    now.push(face);
    change();
  };
  /** @param {number} place */
  const takeAway = (place) => {
    now.splice(place, 1);
    change();
  };
  const draw = () =>
    fill(
      box,
      h(
        "div.chips.flow.lying",
        now.map((face, place) =>
          h(
            "button.chip.die-chip",
            { type: "button", "aria-label": t("Take {what} away", { what: face }), onclick: () => takeAway(place) },
            die(face, "white", 40),
          ),
        ),
        now.length < most ? h("span.small.faint", t("{count} of {most} dice", { count: now.length, most })) : null,
      ),
      h("p.small.faint", t("Tap a face to add a die, tap a die to take it away.")),
      faceKeys(add),
    );
  draw();
  return box;
}
