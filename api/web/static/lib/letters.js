// Letters on colours, for those who want them: nothing is told by colour alone.

import { t } from "./i18n.js";

const KEPT = "tally-letters";
const LETTERS = 3; // tell all colours of all boxes apart, in each language

export const lettersShown = () => localStorage.getItem(KEPT) === "yes";

/** @param {boolean} on */
export function showLetters(on) {
  localStorage.setItem(KEPT, on ? "yes" : "no");
  mark();
}

/** Tell the styles. */
export function mark() {
  document.documentElement.classList.toggle("letters", lettersShown());
}

/** The first letters of a colour's name. @param {string} colour */
export const lettersOf = (colour) => t(colour).slice(0, LETTERS);
