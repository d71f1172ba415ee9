// What the first answer of the service tells of each game.

import { boot } from "./i18n.js";

/** A game in brief; undefined if there is none. @param {string | null} id */
export const gameCard = (id) => boot.games.find((game) => game.id === id);

/** The id of the game whose folder a module lies in: gameOf(import.meta.url). @param {string} url */
export const gameOf = (url) => new URL(url).pathname.split("/").at(-2) ?? "";
