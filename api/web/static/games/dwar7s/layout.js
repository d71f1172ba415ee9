// The layout of cards: what may lie there, and whose it is.

import { t, words } from "../../lib/i18n.js";

/** @import { Context, GameTable, Player, Schema, State } from "../../lib/types.js" */
/** @typedef {{ kind: string, colour: string, turn: number }} Card */
/** @typedef {{ x: number, y: number, cards: Card[], dwarves: { [colour: string]: number } }} Stack */
/** @typedef {State & { players: (Player & { colour: string })[], table: Stack[] }} Layout */
/** @typedef {GameTable<Layout>} LayoutTable */

/** @param {{ schema: Schema }} context @param {string} name @returns {string[]} */
export const choices = (context, name) =>
  Object.values(context.schema.$defs ?? {}).find((part) => part.title === name)?.enum || [];

/** @param {LayoutTable} table @param {string} colour */
export function ownerOf(table, colour) {
  const owner = table.state.players.find((player) => player.colour === colour);
  return owner ? `${owner.name} (${t(colour)})` : t(colour);
}

/** A kind of card in words. @param {Context} context @param {string} kind */
export const kindName = (context, kind) => context.label(kind) ?? t(words(kind));
