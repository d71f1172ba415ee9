// A piece on a photo of a dungeon: a tunnel, a room, or a card of the lair or the prison; some still have no name.

import { fill, h } from "../../lib/dom.js";
import { getOnce } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../parts/icons.js";
import { disc } from "../../photo/mark.js";

/** @import { PieceKind } from "../../lib/types.js" */
/** @typedef {Record<string, { kind: string, name: string }>} Names */
/** @typedef {{ code?: string, place?: string | number | null }} Shown */
/** @typedef {{ code: string, place?: string }} Value */

const GAME = gameOf(import.meta.url);
const TUNNEL = "tunnel";
const UNNAMED = "?";
const LOST = "!"; // behind a tile that was conquered
const SHORT = 7; // letters of a name that stand on a piece in a photo
/** Where cards lie, which kinds of them, and what is asked while one has no name. */
const CARDS = {
  monsters: { kinds: ["monster"], label: () => t("Monster"), asked: () => t("Which monster or ghost is this?") },
  prisoners: {
    kinds: ["adventurer", "paladin"],
    label: () => t("Prisoner"),
    asked: () => t("Who is this in the prison?"),
  },
};

/** Where a card lies; nothing for a tile. @param {Shown | null} piece @returns {keyof typeof CARDS | null} */
function fieldOf(piece) {
  const place = String(piece?.place ?? "");
  return place in CARDS ? /** @type {keyof typeof CARDS} */ (place) : null;
}

/** @param {string} code */
const isLost = (code) => code.endsWith(LOST);
/** @param {string} code */
const bareCode = (code) => (isLost(code) ? code.slice(0, -1) : code);

/** @param {Names} names @param {Shown} piece */
function pieceName(names, piece) {
  const code = bareCode(piece.code ?? UNNAMED);
  const field = fieldOf(piece);
  const plain = code === UNNAMED ? (field ? CARDS[field].asked() : t("Which room?")) : names[code]?.name;
  const name = code === TUNNEL ? t("Tunnel") : (plain ?? code);
  return isLost(piece.code ?? "") ? t("{room}, conquered", { room: name }) : name;
}

/** @param {Names} names @param {Shown} piece @param {number} size */
function pieceMark(names, piece, size) {
  const code = piece.code ?? UNNAMED;
  const colour = isLost(code) ? "red" : fieldOf(piece) ? "yellow" : bareCode(code) === TUNNEL ? "grey" : "white";
  if (bareCode(code) === UNNAMED) return disc(UNNAMED, colour, size);
  const name = pieceName(names, { ...piece, code: bareCode(code) });
  return disc(bareCode(code) === TUNNEL ? name.slice(0, 1) : name.slice(0, SHORT), colour, size);
}

/** @param {Names} names @param {Shown} piece @param {number} size */
function pieceImage(names, piece, size) {
  const picture = h("span", icon(fieldOf(piece) ? "cards" : "table"));
  picture.style.fontSize = `${size * 0.6}px`;
  return h("span.named", picture, h("span.small", pieceName(names, piece)));
}

/** @param {string} label @param {boolean} chosen @param {() => void} onclick */
const chip = (label, chosen, onclick) =>
  h("button.chip", { type: "button", "aria-pressed": String(chosen), onclick }, label);

/**
 * The cards that may lie there.
 * @param {Names} names
 * @param {keyof typeof CARDS} field
 * @param {string} code
 * @param {(value: Value) => void} onChange
 */
function cardKeys(names, field, code, onChange) {
  const fitting = Object.keys(names).filter((id) => CARDS[field].kinds.includes(names[id].kind));
  return h(
    "div.chips.flow",
    fitting.map((id) => chip(names[id].name, id === code, () => onChange({ code: id, place: field }))),
  );
}

/**
 * Tunnel or room, and whether it is conquered; or that it is no tile but a card.
 * @param {Names} names
 * @param {string} code
 * @param {(value: Value) => void} onChange
 */
function tileKeys(names, code, onChange) {
  const [tile, lost] = [bareCode(code), isLost(code)];
  const rooms = Object.keys(names).filter((id) => names[id].kind === "room");
  /** @param {string} chosen @param {boolean} conquered */
  const set = (chosen, conquered) => onChange({ code: conquered ? chosen + LOST : chosen });
  return h(
    "div.stack.tight",
    h(
      "div.chips.flow",
      chip(t("Tunnel"), tile === TUNNEL, () => set(TUNNEL, lost)),
      chip(t("Conquered"), lost, () => set(tile, !lost)),
      Object.entries(CARDS).map(([field, { label }]) =>
        chip(label(), false, () => onChange({ code: UNNAMED, place: field })),
      ),
    ),
    h(
      "div.chips.flow",
      rooms.map((id) => chip(names[id].name, id === tile, () => set(id, lost))),
    ),
  );
}

/** @param {Names} names @param {Shown | null} piece @param {(value: Value) => void} onChange */
function pieceKeys(names, piece, onChange) {
  const box = h("div");
  const field = fieldOf(piece);
  const code = piece?.code ?? TUNNEL;
  fill(box, field ? cardKeys(names, field, code, onChange) : tileKeys(names, code, onChange));
  return box;
}

/** How a piece of a photo is shown and changed. @returns {Promise<PieceKind>} */
export async function photoPiece() {
  /** @type {Names} */
  const names = await getOnce(`/games/${GAME}/catalogue/names`);
  return {
    name: (piece) => pieceName(names, piece),
    image: (piece, size) => pieceImage(names, piece, size),
    mark: (piece, size) => pieceMark(names, piece, size),
    keys: (piece, onChange) => pieceKeys(names, piece, onChange),
    fresh: { code: TUNNEL },
  };
}
