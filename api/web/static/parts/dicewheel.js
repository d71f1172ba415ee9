// Choosing a die of the box with two rings: its kind outside, its face inside. What dice there are, the game tells.

import { gameCard, isOffered } from "../lib/game.js";
import { wheel } from "./wheel.js";

/** @import { DieKind } from "../lib/types.js" */

const UNREAD = "?";

/** The kinds of dice in a game's box. @param {string} game @returns {DieKind[]} */
export const diceOf = (game) => gameCard(game)?.dice ?? [];

/** The kind of a die, told from its code. @param {string} game @param {string | null | undefined} code */
export function kindOf(game, code) {
  return code ? diceOf(game).find((kind) => code.startsWith(kind.code)) : undefined;
}

/** A die in words; the code itself if the box has no such die. @param {string} game @param {string} code */
export function dieName(game, code) {
  const own = code.replace(/^.!/, ""); // a die that seems to show a face of another kind is named by that face
  return kindOf(game, own)?.faces.find((face) => face.code === own)?.name ?? code;
}

/**
 * The two rings. With a kind's code alone its face is still open.
 * @param {string} game
 * @param {string | null | undefined} code
 * @param {(code: string, size: number) => Element} draw
 * @param {(code: string) => void} onChange
 */
export function diceWheel(game, code, draw, onChange) {
  const kinds = diceOf(game).filter((kind) => isOffered(kind.code));
  const chosen = kindOf(game, code) ?? kinds[0];
  /** @param {string} kind */
  const facesOf = (kind) =>
    (kinds.find((one) => one.code === kind)?.faces ?? []).filter((face) => !face.code.endsWith(UNREAD));
  return wheel({
    outer: kinds.map((kind) => ({ value: kind.code, label: kind.name, draw: (size) => draw(kind.code, size) })),
    inner: (kind) =>
      facesOf(kind).map((face) => ({
        value: face.code.slice(kind.length),
        label: face.name,
        draw: (size) => draw(face.code, size),
      })),
    value: [chosen.code, code?.slice(chosen.code.length)],
    centre: (kind, face, size) => draw(kind + face, size),
    onChange: (kind, face) => onChange(kind + face),
  });
}
