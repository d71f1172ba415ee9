// The end of a game: who won, what decided it, and what can be done now.

import { go } from "../app.js";
import { h } from "../lib/dom.js";
import { post } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { phoneId } from "../lib/phone.js";
import { playedFor } from "./bgstats.js";
import { icon } from "./icons.js";
import { sharePicture } from "./picture.js";
import { openRule } from "./rulecard.js";
import { tried } from "./toast.js";

/** @typedef {import("../lib/table.js").Table} Table */

/** Whether every total is known. @param {Table} table */
export const isCounted = ({ score }) => score.sheets.every((sheet) => sheet.total !== null);

/** Who won: by the rules once nothing is missing, or because people said that the game is over. @param {Table} table */
export function winnersOf(table) {
  const { standing } = table.score;
  if (standing.winners.length || !table.document.finished || !isCounted(table)) return standing.winners;
  return standing.places.filter((place) => place.rank === 1).map((place) => place.player);
}

/** The winner's screen; null while nobody has won. @param {Table} table */
export function endPart(table) {
  const winners = winnersOf(table);
  if (!winners.length) return overButton(table);
  const total = table.score.standing.places[0].total;
  return h(
    "section.end",
    { "aria-label": t("The end of the game") },
    h("div.end-star", icon("star")),
    h("h1", winners.length > 1 ? t("{names} share the win", { names: winners.join(", ") }) : winnerSays(winners[0])),
    h("p.end-points", h("strong.num", String(total)), " ", t("points")),
    decided(table, winners),
    h(
      "div.row.wrap",
      h(
        "button.button.primary.grow",
        { type: "button", onclick: () => tried(() => rematch(table)) },
        icon("redo"),
        t("Rematch"),
      ),
      h(
        "button.button.grow",
        { type: "button", onclick: () => tried(() => sharePicture(table, winners)) },
        icon("share"),
        t("Share a picture"),
      ),
    ),
    h(
      "div.row.wrap",
      h("a.button.quiet.grow", { href: "/stats" }, icon("score"), t("All evenings")),
      h("a.button.quiet.grow", { href: playedFor(table, winners) }, icon("next"), "BG Stats"),
    ),
  );
}

/** @param {string} name */
const winnerSays = (name) => t("{name} wins", { name });

/** People may say that it is over although the table does not tell it. @param {Table} table */
function overButton(table) {
  if (!isCounted(table) || table.document.finished || table.score.needs.length) return null;
  return h(
    "button.button.wide",
    { type: "button", onclick: () => tried(() => table.tell("finished", true)) },
    icon("flag"),
    t("The game is over"),
  );
}

/** What put the second behind the first. @param {Table} table @param {string[]} winners */
function decided(table, winners) {
  const { places } = table.score.standing;
  const [first] = places;
  const next = places.find((place) => !winners.includes(place.player));
  if (!next || first.total === null || next.total === null) return null;
  const rule = next.decided_by;
  const by = Math.abs(first.total - next.total);
  const says = by
    ? t("Ahead of {name} by {count}", { name: next.player, count: by })
    : t("Level with {name}; decided by: {what}", { name: next.player, what: next.note });
  return h(
    "p",
    says,
    " ",
    rule ? h("button.linklike", { type: "button", onclick: () => openRule(table.game, rule) }, t("Rule")) : null,
    biggest(table, first.player, next.player),
  );
}

/**
 * The line in which the winner gained most on the second.
 * @param {Table} table
 * @param {string} one
 * @param {string} other
 */
function biggest(table, one, other) {
  const [own, theirs] = [one, other].map((name) => byRule(table, name));
  const gains = [...own].map(([rule, points]) => ({ rule, by: points - (theirs.get(rule) ?? 0) }));
  const best = gains.sort((a, b) => b.by - a.by)[0];
  if (!best || best.by <= 0 || own.size < 2) return null;
  return h(
    "button.linklike.block",
    { type: "button", onclick: () => openRule(table.game, best.rule) },
    t("The largest gap: {count} points in one line", { count: best.by }),
  );
}

/** @param {Table} table @param {string} name @returns {Map<string, number>} */
function byRule(table, name) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const award of table.score.sheets.find((sheet) => sheet.player === name)?.awards ?? [])
    sums.set(award.rule, (sums.get(award.rule) ?? 0) + (award.points ?? 0));
  return sums;
}

/** The same players once more, in one tap. @param {Table} table */
async function rematch(table) {
  if (!table.document.finished) await table.tell("finished", true);
  const next = await post(`/tables/${table.id}/rematch`, { phone: phoneId(), by: table.by });
  go(`/t/${next.id}`);
}
