// Who looks at the page: the host, who may do everything, or a guest, who plays; and which player a phone belongs to.

import { put } from "./door.js";
import { boot } from "./i18n.js";
import { phoneName } from "./phone.js";

/** Guests do not see what is the host's alone; the service refuses it as well. */
export const isHost = boot.role !== "guest";

const WATCHING = "-";
/** @param {string} table */
const keptAs = (table) => `tally-me-${table}`;

/** Whose phone this is at a table; "" for one who only watches, null while nobody said. @param {string} table */
export function meAt(table) {
  const told = localStorage.getItem(keptAs(table));
  return told === WATCHING ? "" : told;
}

/** Say whose phone this is; "" for nobody's. @param {string} table @param {string} name */
export function iAm(table, name) {
  localStorage.setItem(keptAs(table), name || WATCHING);
  put("/access/me", { name }).catch(() => {}); // the host's list is a convenience
}

/** Who makes the changes of this phone, for the history. @param {string} table */
export const whoChanges = (table) => meAt(table) || phoneName();
