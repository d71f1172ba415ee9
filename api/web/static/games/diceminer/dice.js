// Dice Miner's dice: their pictures, the rings to choose one, and how they are entered in forms.

import { fill, h, s } from "../../lib/dom.js";
import { post } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { diceKeys, diceOf, dieName } from "../../parts/dicekeys.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";

const GAME = gameOf(import.meta.url);

/**
 * A die cut out of a drawing.
 * @typedef {{ content: string, box: [x: number, y: number, width: number, height: number] }} Picture
 */
/** @typedef {Map<string, Picture>} Pictures */

/** A die's code in words: "Hd4" is "hazard, 4 dragon". @param {string} code */
export const dieWords = (code) => dieName(GAME, code);

/** @type {Promise<Pictures> | null} */
let pictures = null;

/**
 * The pictures of all dice, cut out of one drawing so that they look the same everywhere.
 * @returns {Promise<Pictures>}
 */
export function dicePictures() {
  pictures ||= load();
  return pictures;

  async function load() {
    const codes = diceOf(GAME).flatMap((kind) => kind.faces.map((face) => face.code));
    const svg = await post(`/games/${GAME}/draw`, { state: { players: [{ name: "-", rounds: [{ dice: codes }] }] } });
    const holder = h("div", { style: "position:absolute;left:-999px;width:390px", "aria-hidden": "true" });
    holder.innerHTML = svg;
    document.body.append(holder);
    const style = holder.querySelector("style");
    /** @type {Pictures} */
    const cut = new Map();
    for (const [index, code] of codes.entries()) {
      /** @type {SVGGraphicsElement | null} */
      const group = holder.querySelector(`[data-path="/players/0/rounds/0/dice/${index}"]`);
      if (group) cut.set(code, cutOut(group));
    }
    if (style) document.head.append(style);
    holder.remove();
    return cut;
  }

  /** @param {SVGGraphicsElement} group @returns {Picture} */
  function cutOut(group) {
    const { x, y, width, height } = group.getBBox();
    group.querySelector("title")?.remove();
    return { content: group.innerHTML, box: [x, y, width, height] };
  }
}

/**
 * One die as an SVG group of this size, centred on (0, 0).
 * @param {Pictures} cut
 * @param {string} code
 * @param {number} size
 */
export function dieMark(cut, code, size) {
  const found = cut.get(code) || cut.get(`${code[0]}?`);
  if (!found) return s("g");
  const [x, y, width] = found.box;
  const group = s("g.tally-drawing", {
    transform: `scale(${size / width}) translate(${-x - width / 2} ${-y - width / 2})`,
  });
  group.innerHTML = found.content;
  return group;
}

/** One die as a picture of its own. @param {Pictures} cut @param {string} code */
export function dieImage(cut, code, size = 34) {
  return s(
    "svg",
    { width: size, height: size, viewBox: "-18 -18 36 36", role: "img", "aria-label": dieWords(code) },
    dieMark(cut, code, 34),
  );
}

/**
 * Every face of every die as a key.
 * @param {Pictures} cut
 * @param {string | null | undefined} code
 * @param {(code: string) => void} onTap
 */
export function dieKeys(cut, code, onTap) {
  return diceKeys(GAME, { draw: (shown, size) => dieImage(cut, shown, size), onTap, chosen: code });
}

/** Dice in forms: pictures with keys to choose, one die or several. @type {import("../../lib/types.js").Picker} */
export function picker(schema, value, onChange) {
  const letters = diceOf(GAME)
    .map((kind) => kind.code)
    .join("");
  /** @param {import("../../lib/types.js").Schema | undefined} part */
  const isDie = (part) => Boolean(part?.pattern?.includes(letters));
  if (isDie(schema)) return diceField(value ? [value] : [], (dice) => onChange(dice[0] ?? null), 1);
  const item = schema.items?.anyOf?.find(isDie) || schema.items;
  if (schema.type !== "array" || !isDie(item)) return null;
  return diceField(
    typeof value === "string" ? value.split(/\s+/).filter(Boolean) : (value || []).filter(Boolean),
    onChange,
    60,
  );
}

/** @param {string[]} dice @param {(dice: string[]) => void} onChange @param {number} most */
function diceField(dice, onChange, most) {
  const box = h("div.chips.flow", t("One moment …"));
  const now = [...dice];
  dicePictures().then((cut) => {
    const draw = () =>
      fill(
        box,
        now.map((code, index) =>
          h(
            "button.chip.die-chip",
            { type: "button", "aria-label": dieWords(code), onclick: () => choose(index) },
            dieImage(cut, code, 34),
          ),
        ),
        now.length < most
          ? h(
              "button.chip",
              { type: "button", "aria-label": t("Add dice"), onclick: () => choose(now.length) },
              icon("plus"),
            )
          : null,
      );
    const change = () => {
      onChange([...now]);
      draw();
    };
    /** @param {number} index */
    const choose = (index) =>
      openSheet({
        title: t("Die"),
        body: (close) =>
          dieKeys(cut, now[index], (code) => {
            now[index] = code;
            change();
            close();
          }),
        footer: (close) => [
          h(
            "button.button.danger",
            {
              type: "button",
              onclick: () => {
                now.splice(index, 1);
                change();
                close();
              },
            },
            icon("trash"),
            t("Remove"),
          ),
          h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
        ],
      });
    draw();
  });
  return box;
}
