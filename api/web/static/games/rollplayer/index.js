// Roll Player: the character sheet is the input. Tap a place to choose a die with the two rings.

import { h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { withCards } from "../../parts/cardpiece.js";
import { diceWheel, dieName } from "../../parts/dicewheel.js";
import { die, dieShape } from "../../parts/die.js";
import { drawing } from "../../parts/drawing.js";
import { following } from "../../parts/follow.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tableFields } from "../../parts/tablefields.js";
import { tried } from "../../parts/toast.js";
import { editPlace, fieldList } from "../generic.js";

/** @import { GameTable } from "../../lib/types.js" */

const GAME = gameOf(import.meta.url);
const MARKET = ["weapon", "armor", "trait", "skill", "scroll"];
const EXPANSION = ["xp", "honor", "wounds", "trophies", "tokens", "battle"];

/**
 * A die as it is written, "red 4", or only its colour.
 * @param {string} text
 * @returns {[face: string, colour: string]}
 */
function faceAndColour(text) {
  const [colour, face = ""] = text.split(" ");
  return [face, colour];
}

/**
 * The two rings: colour outside, value inside.
 * @param {string | null | undefined} text
 * @param {(text: string) => void} onChange
 */
export const dieWheel = (text, onChange) =>
  diceWheel(GAME, text, (shown, size) => dieShape(...faceAndColour(shown), size), onChange);

/**
 * Choose the die of one place; the next place follows, so that a row fills with one tap each.
 * @param {GameTable} table
 * @param {string} path
 */
function placeDie(table, path) {
  const here = () => at(table.state, path);
  openSheet({
    title: placeName(path),
    body: following(table, here, () => dieWheel(here(), (next) => tried(() => table.set(path, next)))),
    footer: (close) => [
      h(
        "button.button.danger",
        {
          type: "button",
          onclick: () => {
            close();
            tried(() => table.set(path, null));
          },
        },
        icon("trash"),
        t("Empty"),
      ),
      h(
        "button.button",
        {
          type: "button",
          onclick: () => {
            close();
            nextPlace(table, path);
          },
        },
        t("Next place"),
        icon("next"),
      ),
      h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
    ],
  });
}

const ROWS = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];

/** @param {string} path */
function placeName(path) {
  const [row, place] = path.split("/").slice(-2);
  return `${t(row)} ${Number(place) + 1}`;
}

/** @param {GameTable} table @param {string} path */
function nextPlace(table, path) {
  const steps = path.split("/");
  const order = ROWS.flatMap((row) => [0, 1, 2].map((place) => [row, place]));
  const index = order.findIndex(([row, place]) => row === steps.at(-2) && place === Number(steps.at(-1)));
  const following = order[index + 1];
  if (following) placeDie(table, [...steps.slice(0, -2), ...following].join("/"));
}

/** The marker on its card: three rows of three. @param {GameTable} table @param {string} path */
function moveMarker(table, path) {
  const [row, column] = at(table.state, path);
  const rows = [t("good"), t("neutral"), t("evil")];
  const columns = [t("lawful"), t("neutral"), t("chaotic")];
  openSheet({
    title: t("Alignment"),
    body: (close) =>
      h(
        "div.marker-grid",
        rows.flatMap((up, y) =>
          columns.map((across, x) =>
            h(
              "button.chip",
              {
                type: "button",
                "aria-pressed": String(y === row && x === column),
                onclick: () =>
                  tried(async () => {
                    await table.set(path, [y, x]);
                    close();
                  }),
              },
              x === 1 && y === 1 ? t("neutral") : `${across} ${up}`,
            ),
          ),
        ),
      ),
  });
}

/** Dice in forms: a tap opens the rings. @type {import("../../lib/types.js").Picker} */
function picker(schema, value, onChange) {
  if (!schema.pattern?.startsWith("^(") || !schema.pattern.includes("boost")) return null;
  const button = h("button.chip", { type: "button" });
  const draw = () => button.replaceChildren(value ? die(...faceAndColour(value), 30) : t("empty"));
  button.onclick = () =>
    openSheet({
      title: t("Die"),
      body: dieWheel(value, (next) => {
        value = next;
        onChange(value);
        draw();
      }),
      footer: (close) => [
        h(
          "button.button",
          {
            type: "button",
            onclick: () => {
              value = null;
              onChange(value);
              draw();
              close();
            },
          },
          t("Empty"),
        ),
        h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
      ],
    });
  draw();
  return button;
}

/** @type {import("../../lib/types.js").GameModule} */
export default {
  questions: {
    odds: { icon: "score", load: () => import("./odds.js") },
    coach: { icon: "bulb", load: () => import("./coach.js") },
  },
  picker,

  entry(table, seat, context) {
    const own = { ...context, picker };
    /** @param {string} path */
    const onTap = (path) => {
      if (/\/rows\/\w+\/\d$/.test(path)) placeDie(table, path);
      else if (path.endsWith("/marker")) moveMarker(table, path);
      else editPlace(table, path, own);
    };
    const picture = drawing(table, { player: seat, onTap });
    const base = ["race", "hero_class", "alignment", "backstory", "cards", "gold"];
    const fields = fieldList(table, seat, own, { only: base });
    const more = fieldList(table, seat, own, {
      except: [...base, "name", "rows", "marker", ...(table.state.options.expansion ? [] : EXPANSION)],
    });
    return {
      element: h(
        "div.stack",
        picture,
        h("p.small.faint", t("Tap a place to choose its die.")),
        fields.element,
        h("details.fold.card", h("summary", t("More of this player")), more.element),
        tableFields(table, own),
      ),
      refresh: () => {
        picture.refresh();
        fields.refresh();
        more.refresh();
      },
    };
  },

  async piece() {
    return withCards(
      GAME,
      {
        name: (piece) => (piece.code ? dieName(GAME, piece.code) : t("none")),
        image: (piece, size) => (piece.code ? die(...faceAndColour(piece.code), size) : die("?", "grey", size)),
        wheel: (piece, onChange) => dieWheel(piece?.code, (code) => onChange({ code })),
        fresh: { code: "white 1" },
      },
      [MARKET],
    );
  },
};
