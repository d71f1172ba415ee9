// What the final number waits for: one next step, and for every player what is left.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colourDot } from "./frame.js";
import { icon } from "./icons.js";
import { tried } from "./toast.js";

/** @import { Need } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */
/** How something is told. @typedef {(need: Need, seat: number) => unknown} Tell */

const ICONS = { tap: "pen", photo: "camera", name: "eye", printed: "pen" };

/** The needs of one player, or with null those of the whole table. @param {Table} table @param {number | null} seat */
export const needsOf = (table, seat) => table.score.needs.filter((need) => need.seat === seat);

/**
 * What to do next: something of the table, else of the player who is looked at, else of whoever comes first.
 * @param {Table} table
 * @param {number} seat
 */
export function nextNeed(table, seat) {
  return needsOf(table, null)[0] ?? needsOf(table, seat)[0] ?? table.score.needs[0] ?? null;
}

/**
 * The next step as one button, what else this player has left as small ones, and a line for everybody else.
 * @param {Table} table
 * @param {number} seat
 * @param {Tell} tell
 * @param {(seat: number) => void} turnTo
 */
export function todoPart(table, seat, tell, turnTo) {
  const next = nextNeed(table, seat);
  if (!next) return done(table);
  const rest = [...needsOf(table, null), ...needsOf(table, seat)].filter((need) => need !== next);
  return h(
    "section.todo",
    { "aria-label": t("What is left") },
    h(
      "button.next-step",
      { type: "button", onclick: () => tried(() => tell(next, next.seat ?? seat)) },
      icon(ICONS[next.way]),
      h("span.grow", h("small.block", saysHow(next)), h("strong", saysWhat(table, next))),
      icon("next"),
    ),
    rest.length || next.or_none
      ? h(
          "div.chips",
          rest.map((need) => chip(need.what, () => tell(need, need.seat ?? seat))),
          next.or_none && next.seat === seat ? chip(t("None"), () => tellNone(table, next)) : null,
        )
      : null,
    others(table, seat, turnTo),
  );
}

/** @param {string} label @param {() => unknown} action */
const chip = (label, action) => h("button.chip", { type: "button", onclick: () => tried(action) }, label);

/** There is nothing of it: its lines are worth nothing, as a person says. @param {Table} table @param {Need} need */
const tellNone = (table, need) =>
  table.tellLines(need.seat ?? 0, Object.fromEntries(need.lines.map((line) => [line, 0])));

/** @param {Need} need */
function saysHow({ way }) {
  if (way === "photo") return t("Next: take a picture");
  if (way === "printed") return t("Next: look on your cards");
  if (way === "name") return t("Next: name what the photo shows");
  return t("Next");
}

/** @param {Table} table @param {Need} need */
export function saysWhat(table, { seat, what }) {
  return seat === null ? what : `${table.state.players[seat]?.name}: ${what}`;
}

/** @param {Table} table */
function done(table) {
  return h(
    "section.todo",
    { "aria-label": t("What is left") },
    h(
      "a.next-step.done",
      { href: `/t/${table.id}/score` },
      icon("check"),
      h("span.grow", h("small.block", t("Everything is told")), h("strong", t("See the result"))),
      icon("next"),
    ),
  );
}

/** @param {Table} table @param {number} seat @param {(seat: number) => void} turnTo */
function others(table, seat, turnTo) {
  return table.state.players.map((player, other) => {
    const needs = other === seat ? [] : needsOf(table, other);
    if (!needs.length) return null;
    return h(
      "button.left-of",
      { type: "button", onclick: () => turnTo(other) },
      colourDot(table.colourOf(other)),
      h("span.grow", h("strong", player.name), ": ", needs.map((need) => need.what).join(", ")),
    );
  });
}
