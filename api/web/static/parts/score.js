// The sheet: ranking, a bar per rule, and behind every line its arithmetic, its rule and its pieces.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { tellSheet } from "./printed.js";
import { cutOuts } from "./proof.js";
import { openRule, ruleBody, ruleOf } from "./rulecard.js";

/** @import { Award, Place, Sheet, TableView } from "../lib/types.js" */
/** @typedef {(paths: string[], line?: HTMLElement) => void} OnLight */
/** @typedef {{ rule: string, points: number, open: boolean, awards: Award[] }} Group */

/**
 * A total as people say it: a number, "12+" while a printed value is missing, "?" while nothing is certain.
 * @param {Sheet} sheet
 */
export function totalText(sheet) {
  if (sheet.total === null && sheet.at_least <= 0) return "?";
  return sheet.total === null ? t("{points}+", { points: sheet.at_least }) : String(sheet.total);
}

/**
 * The ranking with the tie-break that decided; a name opens its sheet.
 * @param {{ view: TableView, game: string }} table
 * @param {(seat: number) => void} [onName]
 */
export function ranking(table, onName) {
  const { score, document } = table.view;
  /** @param {string} name */
  const seatOf = (name) => document.state.players.findIndex((player) => player.name === name);
  /** @param {string} name */
  const colourOf = (name) => document.seats[seatOf(name)]?.colour;
  /** @param {string} name */
  const named = (name) =>
    onName
      ? h("button.linklike.name", { type: "button", onclick: () => onName(seatOf(name)) }, name)
      : h("strong", name);
  /** @param {string} name */
  const totalOf = (name) => {
    const sheet = score.sheets.find((one) => one.player === name);
    return sheet ? totalText(sheet) : "–";
  };
  const { places } = score.standing;
  const common = places.length > 1 && places.every((place) => place.note === places[0].note) ? places[0].note : "";
  return h(
    "section.stack.tight",
    { "aria-label": t("Ranking") },
    h(
      "ol.ranking",
      places.map((place) =>
        h(
          "li",
          { class: place.rank === 1 ? "first" : "" },
          h("span.rank.num", `${place.rank}`),
          h("span.dot-colour", { style: { background: `var(--tally-${colourOf(place.player)})` } }),
          h("span.grow", named(place.player), placeNote(table.game, place, common)),
          h("span.total.num", totalOf(place.player)),
        ),
      ),
    ),
    common ? h("p.small.faint.remark", common) : null,
    score.remarks.map((remark) => h("p.small.faint.remark", remark)),
  );
}

/** @param {string} game @param {Place} place @param {string} common */
function placeNote(game, place, common) {
  if (!place.note || place.note === common) return null;
  const note = h("span.note.small.faint", place.note);
  const { decided_by: decider } = place;
  if (decider) {
    note.append(" ", h("button.linklike", { type: "button", onclick: () => openRule(game, decider) }, t("Rule")));
  }
  return note;
}

/** @typedef {import("../lib/table.js").Table} Table */

/**
 * One player's sheet. `onLight(paths)` shows the pieces behind a line.
 * @param {Table} table
 * @param {number} index
 * @param {OnLight} [onLight]
 */
export function sheetOf(table, index, onLight) {
  const sheet = table.view.score.sheets[index];
  if (!sheet) return h("p.faint", t("Nothing to score yet."));
  const groups = grouped(sheet.awards);
  const most = Math.max(1, ...groups.map((group) => Math.abs(group.points)));
  return h(
    "section.sheet-lines",
    { "aria-label": t("Sheet of {name}", { name: sheet.player }) },
    groups.map((group) => groupPart(table, index, group, most, onLight)),
  );
}

/** @param {Award[]} awards */
function grouped(awards) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const award of awards) {
    const group = groups.get(award.rule) || { rule: award.rule, points: 0, open: false, awards: [] };
    group.awards.push(award);
    group.open = group.open || award.points === null;
    group.points += award.points === null ? award.floor : award.points;
    groups.set(award.rule, group);
  }
  return [...groups.values()];
}

/**
 * @param {Table} table
 * @param {number} seat
 * @param {Group} group
 * @param {number} most
 * @param {OnLight} [onLight]
 */
function groupPart(table, seat, group, most, onLight) {
  const { game } = table;
  const title = h("span.grow.line-title", group.rule);
  const mark = group.awards.some((award) => award.told) ? h("span.tag.amber", t("told")) : null;
  const whole = "total" in (table.document.told[seat] ?? {});
  ruleOf(game, group.rule)
    .then((rule) => fill(title, whole ? t("The whole total") : rule.title, " ", mark))
    .catch(() => {});
  const width = `${Math.round((Math.abs(group.points) / most) * 100)}%`;
  const details = h(
    "details.line",
    { "data-rule": group.rule },
    h(
      "summary",
      title,
      h("span.bar", { class: group.points < 0 ? "minus" : "", "aria-hidden": "true" }, h("i", { style: { width } })),
      h(
        "span.points.num",
        { class: group.points < 0 ? "minus" : "" },
        group.open ? `${group.points}+` : String(group.points),
      ),
    ),
  );
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(lineBody());
    const evidence = group.awards.flatMap((award) => award.evidence);
    if (details.open) {
      for (const other of openLines()) if (other !== details) other.open = false;
      onLight?.(evidence, details);
    } else if (!openLines().length) onLight?.([]);
  });
  return details;

  function openLines() {
    const lines = details.parentElement?.querySelectorAll("details") ?? [];
    return [...lines].filter((line) => line.open && line.classList.contains("line"));
  }

  function lineBody() {
    const rule = h("div.faint", t("One moment …"));
    ruleOf(game, group.rule)
      .then((found) => fill(rule, ruleBody(game, found)))
      .catch((error) => fill(rule, error.message));
    return h(
      "div.line-body",
      group.awards.map((award) => awardPart(table, seat, award, onLight)),
      rule,
    );
  }
}

/** @param {Table} table @param {number} seat @param {Award} award @param {OnLight} [onLight] */
function awardPart(table, seat, award, onLight) {
  const line = "total" in (table.document.told[seat] ?? {}) ? null : award.line;
  return h(
    "div.award",
    {
      onpointerenter: () => award.evidence.length && onLight?.(award.evidence),
      tabindex: award.evidence.length ? 0 : null,
      onfocus: () => award.evidence.length && onLight?.(award.evidence),
    },
    award.subject ? h("div", award.subject) : null,
    h(
      "div.row",
      h("span.grow.arithmetic.num", award.arithmetic),
      h("strong.num", award.points === null ? "?" : String(award.points)),
    ),
    award.note ? h("div.small.note", award.note) : null,
    h(
      "button.linklike.small",
      { type: "button", onclick: () => tellSheet(table, seat, line) },
      award.told ? t("Change what was told") : t("Tell the points yourself"),
    ),
    cutOuts(table.view, award.evidence, (path) => onLight?.([path])),
  );
}
