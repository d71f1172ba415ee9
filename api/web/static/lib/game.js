// What the first answer of the service tells of each game.

import { boot } from "./i18n.js";

/** A game in brief; undefined if there is none. @param {string | null} id */
export const gameCard = (id) => boot.games.find((game) => game.id === id);

/** Components that the table on this screen does not use. @type {Set<string>} */
let leftOut = new Set();

/** Offer these components no more, until another table says otherwise. @param {string[]} ids */
export function leaveOut(ids) {
  leftOut = new Set(ids);
}

/** Whether a component may be offered. @param {string} id */
export const isOffered = (id) => !leftOut.has(id.trim());

/** The id of the game whose folder a module lies in: gameOf(import.meta.url). @param {string} url */
export const gameOf = (url) => new URL(url).pathname.split("/").at(-2) ?? "";
