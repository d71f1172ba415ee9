// Cards among the dice of a photo: shown by their names, changed to another card that could lie there.

import { h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { disc } from "../photo/mark.js";
import { icon } from "./icons.js";

/** @import { PieceKind } from "../lib/types.js" */
/** @typedef {Record<string, { kind: string, name: string }>} Names */

const SHORT = 7; // letters of a card's name that stand on it in a photo
const ROWS = () => [t("good"), t("neutral"), t("evil")];
const COLUMNS = () => [t("lawful"), t("neutral"), t("chaotic")];
const SQUARES = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => `${row},${column}`));

/**
 * Pieces of which some are cards of the catalogue, or a marker on one of nine squares, and all others dice.
 * @param {string} game
 * @param {PieceKind} dice how dice are shown and changed
 * @param {string[][]} groups kinds of cards that lie in the same place
 * @returns {Promise<PieceKind>}
 */
export async function withCards(game, dice, groups = []) {
  /** @type {Names} */
  const names = await getOnce(`/games/${game}/catalogue/names`);
  /** @param {string | undefined} code */
  const isCard = (code) => code !== undefined && (code in names || SQUARES.includes(code));
  return {
    ...dice,
    name: (piece) => (isCard(piece.code) ? cardName(names, piece.code ?? "") : dice.name(piece)),
    image: (piece, size) =>
      isCard(piece.code) ? cardImage(size, cardName(names, piece.code ?? "")) : dice.image(piece, size),
    mark: (piece, size) =>
      isCard(piece.code)
        ? disc(cardName(names, piece.code ?? "").slice(0, SHORT), "white", size)
        : dice.mark(piece, size),
    keys: (piece, onChange) =>
      isCard(piece?.code)
        ? choices(names, groups, piece?.code ?? "", (code) => onChange({ code }))
        : dice.keys(piece, onChange),
  };
}

/** Cards look alike as small as this: the name tells them apart. @param {number} size @param {string} name */
function cardImage(size, name) {
  const picture = h("span", icon("cards"));
  picture.style.fontSize = `${size * 0.6}px`;
  return h("span.named", picture, h("span.small", name));
}

/** @param {Names} names @param {string} code */
function cardName(names, code) {
  if (!SQUARES.includes(code)) return names[code].name;
  const [row, column] = code.split(",").map(Number);
  return row === 1 && column === 1 ? t("neutral") : `${COLUMNS()[column]} ${ROWS()[row]}`;
}

/**
 * Everything that could lie there instead.
 * @param {Names} names
 * @param {string[][]} groups
 * @param {string} code
 * @param {(code: string) => void} onChoose
 */
function choices(names, groups, code, onChoose) {
  const kind = names[code]?.kind;
  const kinds = groups.find((group) => group.includes(kind)) ?? [kind];
  const fitting = SQUARES.includes(code) ? SQUARES : Object.keys(names).filter((id) => kinds.includes(names[id].kind));
  return h(
    "div.chips.flow",
    fitting.map((id) =>
      h(
        "button.chip",
        { type: "button", "aria-pressed": String(id === code), onclick: () => onChoose(id) },
        cardName(names, id),
      ),
    ),
  );
}
