// What the first answer of the service tells of each game.

import { boot } from "./i18n.js";

/** A game in brief: id, title, players, emblem, seat_colours, shared, drawn, page, styles; undefined if there is none. */
export const gameCard = (id) => boot.games.find((game) => game.id === id);

/** The id of the game whose folder a module lies in: gameOf(import.meta.url). */
export const gameOf = (url) => new URL(url).pathname.split("/").at(-2);
