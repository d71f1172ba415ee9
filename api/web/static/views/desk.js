// The dispute desk of a table.

import { desk } from "../desk/desk.js";
import { fill } from "../lib/dom.js";
import { contextOf } from "./enter.js";

/** @param {HTMLElement} main @param {import("../lib/table.js").Table} table */
export async function show(main, table) {
  const context = await contextOf(table.game);
  const part = await desk(table.game, context, table);
  fill(main, part.element);
  return { refresh: part.refresh };
}
