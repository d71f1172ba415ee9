// Roll Player's dice: a key for each, and the places of a sheet one after the other.

import { h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { diceKeys } from "../../parts/dicekeys.js";
import { die } from "../../parts/die.js";
import { bringIntoSight } from "../../parts/dock.js";
import { icon } from "../../parts/icons.js";
import { tried } from "../../parts/toast.js";

/** @import { GameTable } from "../../lib/types.js" */

export const GAME = gameOf(import.meta.url);
const FACES = 6;
const ROWS = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];

/**
 * A die as it is written, "red 4", or only its colour.
 * @param {string} text
 * @returns {[face: string, colour: string]}
 */
export function faceAndColour(text) {
  const [colour, face = ""] = text.split(" ");
  return [face, colour];
}

/**
 * A key for each die, a colour in each line.
 * @param {string | null | undefined} chosen
 * @param {(text: string) => void} onTap
 */
export const dieKeys = (chosen, onTap) =>
  diceKeys(GAME, {
    draw: (text, size) => die(...faceAndColour(text), size),
    onTap,
    columns: FACES,
    chosen,
  });

/** @param {string} path */
function placeName(path) {
  const [row, place] = path.split("/").slice(-2);
  return t("{row}, place {number}", { row: t(row), number: Number(place) + 1 });
}

/** The place after this one; none after the last. @param {string} path */
function placeAfter(path) {
  const steps = path.split("/");
  const index = ROWS.indexOf(steps.at(-2) ?? "") * 3 + Number(steps.at(-1)) + 1;
  const row = ROWS[Math.floor(index / 3)];
  return row ? [...steps.slice(0, -2), row, index % 3].join("/") : null;
}

/**
 * Entering dice: each key lays one, the next place is next.
 * @param {GameTable} table
 * @param {ReturnType<typeof import("../../parts/dock.js").makeDock>} dock
 * @param {{ point(path: string): Element | null }} picture
 */
export function diceEntry(table, dock, picture) {
  /** @type {string | null} */
  let place = null;
  /** @param {string | null} value */
  const lay = (value) => {
    if (!place) return;
    const path = place;
    tried(() => table.set(path, value));
    goTo(placeAfter(path));
  };
  /** @type {ReturnType<typeof dieKeys> | null} */
  let keys = null;
  const clear = h(
    "button.icon-button",
    { type: "button", "aria-label": t("Empty"), title: t("Empty"), onclick: () => lay(null) },
    icon("trash"),
  );
  /** @param {string | null} path */
  function goTo(path) {
    place = path;
    if (!path) return dock.close();
    if (!dock.isOpen || !keys) {
      keys = dieKeys(null, lay);
      dock.show(placeName(path), keys, clear);
    } else dock.rename(placeName(path));
    keys.choose(at(table.state, path));
    return bringIntoSight(picture.point(path));
  }
  return { goTo };
}
