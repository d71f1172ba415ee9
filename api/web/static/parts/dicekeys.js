// Every die of a box as a key: one tap is one die. Arrow keys move; the digits choose a face of the kind used last.

import { h } from "../lib/dom.js";
import { gameCard, isOffered } from "../lib/game.js";

/** @import { DieKind } from "../lib/types.js" */

const UNREAD = "?";

/** The kinds of dice in a game's box. @param {string} game @returns {DieKind[]} */
export const diceOf = (game) => gameCard(game)?.dice ?? [];

/** A die in words; the code itself if the box has no such die. @param {string} game @param {string} code */
export function dieName(game, code) {
  const own = code.replace(/^.!/, ""); // a die that seems to show a face of another kind is named by that face
  const kind = diceOf(game).find((one) => own.startsWith(one.code));
  return kind?.faces.find((face) => face.code === own)?.name ?? code;
}

/** @type {{ [key: string]: number }} */
const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 };

/** A picture inside a key that has its name. @param {Element} picture */
function silent(picture) {
  picture.removeAttribute("role");
  picture.removeAttribute("aria-label");
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/**
 * @param {string} game
 * @param {object} keys
 * @param {(code: string, size: number) => Element} keys.draw
 * @param {(code: string) => void} keys.onTap
 * @param {number | null} [keys.columns] faces in a line; as many as fit if left open
 * @param {string | null} [keys.chosen] the die that lies there now
 */
export function diceKeys(game, { draw, onTap, columns = null, chosen = null }) {
  const kinds = diceOf(game).filter((kind) => isOffered(kind.code));
  /** The kind of the last die stays, for digits typed. */
  let last = kinds[0];
  const box = h("div.dice-keys", {
    role: "group",
    class: columns ? "" : "flowing",
    style: columns ? { "--columns": String(columns) } : {},
  });
  /** @param {DieKind} kind @param {string} code */
  const tap = (kind, code) => {
    last = kind;
    for (const key of keys) key.classList.toggle("same-kind", key.dataset.kind === kind.code);
    onTap(code);
  };
  const keys = kinds.flatMap((kind) =>
    kind.faces
      .filter((face) => !face.code.endsWith(UNREAD))
      .map((face) =>
        h(
          "button.die-key",
          {
            type: "button",
            tabindex: "-1",
            "aria-label": face.name,
            "data-value": face.code,
            "data-kind": kind.code,
            onclick: () => tap(kind, face.code),
          },
          silent(draw(face.code, 40)),
        ),
      ),
  );
  keys[0]?.setAttribute("tabindex", "0");
  box.append(...keys);

  /** @param {HTMLButtonElement} from @param {string} key */
  function neighbour(from, key) {
    const here = from.getBoundingClientRect();
    if (MOVES[key]) return keys[keys.indexOf(from) + MOVES[key]];
    const sign = key === "ArrowUp" ? -1 : 1;
    const beyond = keys.filter((one) => sign * (one.getBoundingClientRect().top - here.top) > here.height / 2);
    /** @param {HTMLButtonElement} one */
    const away = (one) => {
      const there = one.getBoundingClientRect();
      return Math.abs(there.top - here.top) * 10 + Math.abs(there.left - here.left);
    };
    return beyond.sort((one, other) => away(one) - away(other))[0];
  }

  box.addEventListener("keydown", (event) => {
    const from = /** @type {HTMLButtonElement} */ (event.target);
    const face = /^\d$/.test(event.key) && last?.faces.find(({ code }) => code.endsWith(event.key));
    if (face) {
      event.preventDefault();
      tap(last, face.code);
    } else if (event.key in MOVES && keys.includes(from)) {
      event.preventDefault();
      const next = neighbour(from, event.key);
      if (!next) return;
      from.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
  });
  /** Show which die lies there now. @param {string | null | undefined} code */
  const choose = (code) => {
    for (const key of keys) key.setAttribute("aria-pressed", String(key.dataset.value === code));
  };
  choose(chosen);
  return Object.assign(box, { choose });
}
