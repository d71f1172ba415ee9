// The page's side of each game: a folder named by its id, or the form out of the schema where there is none.

import { gameCard } from "../lib/game.js";
import generic from "./generic.js";

/**
 * The module of a game.
 * @param {string} game
 * @returns {Promise<import("../lib/types.js").GameModule>}
 */
export async function gameModule(game) {
  const card = gameCard(game);
  if (!card?.page) return generic;
  if (card.styles) styled(game);
  return (await import(`./${game}/index.js`)).default;
}

/** @param {string} game */
function styled(game) {
  const { href } = new URL(`./${game}/style.css`, import.meta.url);
  if (!document.querySelector(`link[href="${href}"]`))
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}
