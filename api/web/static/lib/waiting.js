// Changes that the service has not taken yet, kept in this browser so that neither a dead line nor a reload loses them.

import { openDB } from "../vendor/idb.js";

/** @import { Step } from "./changes.js" */

/**
 * A change on its way: `base` is the version of the table that its steps are made on, `order` its turn.
 * @typedef {object} Waiting
 * @property {string} id
 * @property {string} table
 * @property {number} order
 * @property {number} base
 * @property {Step[]} steps
 */

const STORE = "waiting";
/** @type {Promise<import("../vendor/idb.js").IDBPDatabase> | null} */
let database = null;

function open() {
  database ||= openDB("tally", 1, { upgrade: (fresh) => void fresh.createObjectStore(STORE, { keyPath: "id" }) });
  return database;
}

/**
 * What waits for one table, in order; nothing where the browser keeps nothing, as in private windows.
 * @param {string} table
 */
export async function recall(table) {
  try {
    const all = /** @type {Waiting[]} */ (await (await open()).getAll(STORE));
    return all.filter((change) => change.table === table).sort((one, other) => one.order - other.order);
  } catch {
    return [];
  }
}

/** @param {Waiting[]} changes */
export async function keep(changes) {
  try {
    const kept = await open();
    for (const change of changes) await kept.put(STORE, change);
  } catch {
    // Without a store the change still waits in this page.
  }
}

/** @param {string} id */
export async function forget(id) {
  try {
    await (await open()).delete(STORE, id);
  } catch {
    // It was never kept.
  }
}
