// A piece on a photo of the layout: a card, a dwarf, or a card that still has no name.

import { fill, h } from "../../lib/dom.js";
import { getOnce } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { colourDot } from "../../parts/frame.js";
import { icon } from "../../parts/icons.js";
import { disc } from "../../photo/mark.js";
import { choices } from "./layout.js";

const GAME = gameOf(import.meta.url);

/** A piece of a photo in words: a card, a dwarf, or a card that still has no name. @param {{ code?: string }} piece */
function pieceWords({ code }) {
  const [first, second] = (code || "?").split(" ");
  if (first === "?") return t("Which card?");
  return first === "dwarf" ? `${t("Dwarf")}, ${t(second)}` : `${t(words(second))}, ${t(first)}`;
}

/** @param {{ code?: string }} piece */
function pieceImage({ code }) {
  const [first, second] = (code || "?").split(" ");
  if (first === "?") return h("span.strong", "?");
  return h(
    "span.row",
    colourDot(first === "dwarf" ? second : first),
    h("span.small", first === "dwarf" ? t("Dwarf") : t(words(second))),
  );
}

/** @param {{ code?: string }} piece @param {number} size */
function pieceMark({ code }, size) {
  const [first, second = ""] = (code || "?").split(" ");
  if (first === "?") return disc("?", "white", size);
  return first === "dwarf"
    ? disc(t("Dwarf").slice(0, 1), second, size)
    : disc(t(words(second)).slice(0, 6), first, size);
}

const TOPS = ["↑", "→", "↓", "←"]; // where the top of a card points, by its turn

/**
 * Chips for the colour and the kind, and a button that turns the card. A card without a name gets one with its kind:
 * colour and turn alone say nothing yet, so that they can be set first.
 * @param {{ colours: string[], kinds: string[], fresh: string }} box
 * @param {{ code?: string, options?: { code?: string }[] } | null} piece
 * @param {(value: { code: string }) => void} onChange
 */
function pieceKeys({ colours, kinds, fresh }, piece, onChange) {
  const dwarf = Boolean(piece?.code?.startsWith("dwarf "));
  const known = Boolean(piece?.code && !piece.code.includes("?"));
  const likely = (known ? piece?.code : piece?.options?.[0]?.code) || fresh;
  let [colour, kind, turn] = dwarf ? [likely.split(" ")[1]] : likely.split(" ");
  if (!known) kind = "";
  const body = h("div.stack");
  /** @param {() => void} set */
  const change = (set) => {
    set();
    draw();
    if (dwarf || kind) onChange({ code: dwarf ? `dwarf ${colour}` : `${colour} ${kind} ${turn}` });
  };
  /** @param {string} label @param {boolean} chosen @param {() => void} set @param {Node} [mark] */
  const chip = (label, chosen, set, mark) =>
    h("button.chip", { type: "button", "aria-pressed": String(chosen), onclick: () => change(set) }, mark, label);
  function draw() {
    fill(
      body,
      h(
        "div.chips.flow",
        colours.map((one) =>
          chip(
            t(one),
            one === colour,
            () => {
              colour = one;
            },
            colourDot(one),
          ),
        ),
      ),
      dwarf
        ? null
        : h(
            "div.chips.flow",
            kinds.map((one) =>
              chip(t(words(one)), one === kind, () => {
                kind = one;
              }),
            ),
          ),
      dwarf
        ? null
        : h(
            "button.button",
            {
              type: "button",
              onclick: () =>
                change(() => {
                  turn = String((Number(turn) + 1) % 4);
                }),
            },
            icon("redo"),
            `${t("Turn")} ${TOPS[Number(turn)]}`,
          ),
    );
  }
  draw();
  return body;
}

/** How a piece of a photo is shown and changed. @returns {Promise<import("../../lib/types.js").PieceKind>} */
export async function photoPiece() {
  const schema = await getOnce(`/games/${GAME}/schema`);
  const [colours, kinds] = [choices({ schema }, "Colour"), choices({ schema }, "Kind")];
  const fresh = `${colours[0]} ${kinds[0]} 0`;
  return {
    name: pieceWords,
    image: pieceImage,
    mark: pieceMark,
    keys: (piece, onChange) => pieceKeys({ colours, kinds, fresh }, piece, onChange),
    fresh: { code: fresh },
  };
}
