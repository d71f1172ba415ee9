// Roll Player: the character sheet is the input. Tap a place, then a key for each die; the next place is next.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { withCards } from "../../parts/cardpiece.js";
import { dieName } from "../../parts/dicekeys.js";
import { die } from "../../parts/die.js";
import { makeDock } from "../../parts/dock.js";
import { drawing } from "../../parts/drawing.js";
import { openSheet } from "../../parts/sheet.js";
import { tableFields } from "../../parts/tablefields.js";
import { disc } from "../../photo/mark.js";
import { editPlace, fieldList } from "../generic.js";
import { diceEntry, dieKeys, faceAndColour, GAME } from "./dice.js";
import { MARKET, openRest, partsOf } from "./rest.js";

/** @type {[face: string, colour: string]} */
const NOTHING = ["?", "white"];
const EXPANSION = ["xp", "honor", "wounds", "trophies", "tokens", "battle"];

/** Dice in forms: a tap opens the keys. @type {import("../../lib/types.js").Picker} */
function picker(schema, value, onChange) {
  if (!schema.pattern?.startsWith("^(") || !schema.pattern.includes("boost")) return null;
  const button = h("button.chip", { type: "button" });
  const draw = () => button.replaceChildren(value ? die(...faceAndColour(value), 30) : t("empty"));
  button.onclick = () =>
    openSheet({
      title: t("Die"),
      body: (close) =>
        dieKeys(value, (next) => {
          value = next;
          onChange(value);
          draw();
          close();
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

  rest: openRest,

  entry(table, seat, context) {
    const own = { ...context, picker };
    const told = partsOf(table);
    /** @param {string} name */
    const edit = (name) => told.includes(name) && Boolean(openRest(table, seat, context, name));
    /** @param {string} path */
    const onTap = (path) => {
      const field = path.split("/")[3] ?? "";
      if (field === "rows") dice.goTo(path);
      else if (!edit(field)) editPlace(table, path, own);
    };
    const picture = drawing(table, { player: seat, onTap });
    const dock = makeDock({ onClose: () => picture.point("") });
    const dice = diceEntry(table, dock, picture);
    const fields = fieldList(table, seat, own, { only: told.filter((name) => name !== "marker"), edit });
    const more = fieldList(table, seat, own, {
      except: [...told, "name", "rows", ...(table.state.options.expansion ? [] : EXPANSION)],
    });
    return {
      element: h(
        "div.stack",
        picture,
        h("p.small.faint", t("Tap a place, then a die for each: the next place is next.")),
        fields.element,
        h("details.fold.card", h("summary", t("More of this player")), more.element),
        tableFields(table, own),
        dock.element,
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
        mark: (piece, size) => disc(...(piece.code ? faceAndColour(piece.code) : NOTHING), size),
        keys: (piece, onChange) => dieKeys(piece?.code, (code) => onChange({ code })),
        fresh: { code: "white 1" },
      },
      [MARKET],
    );
  },
};
