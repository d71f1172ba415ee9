// All sheets side by side: players across, what gave points down, rounds where the game has them.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ruleOf } from "./rulecard.js";

/** @import { Award } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */
/** @typedef {{ key: string, rule: string, subject: string, cells: (number | null | undefined)[] }} Row */

/** @param {Table} table @param {(seat: number) => void} onName */
export function scoreGrid(table, onName) {
  const { sheets, extra } = table.score;
  const whole = sheets.every((_, seat) => "total" in (table.document.told[seat] ?? {}));
  if (whole || !sheets.some((sheet) => sheet.awards.length)) return null;
  return h(
    "div.grid-box",
    h(
      "table.score-grid",
      h("caption.sr", t("Points by player and line")),
      h(
        "thead",
        h(
          "tr",
          h("td"),
          sheets.map((sheet, seat) =>
            h(
              "th",
              { scope: "col" },
              h("button.linklike", { type: "button", onclick: () => onName(seat) }, sheet.player),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        rowsOf(sheets.map((sheet) => sheet.awards)).map((row) => line(titleOf(table, row), row.cells)),
        (extra?.round_points ?? []).map((/** @type {(number | null)[]} */ points, /** @type {number} */ index) =>
          line(t("Round {number}", { number: index + 1 }), points, "round"),
        ),
      ),
      h(
        "tfoot",
        line(
          t("Total"),
          sheets.map((sheet) => sheet.total),
          "sum",
        ),
      ),
    ),
  );
}

/** @param {import("../lib/dom.js").Child} title @param {(number | null | undefined)[]} cells @param {string} [kind] */
function line(title, cells, kind = "") {
  return h(
    "tr",
    { class: kind },
    h("th", { scope: "row" }, title),
    cells.map((points) => h("td.num", points === undefined ? "" : points === null ? "?" : String(points))),
  );
}

/** A row per rule; where everybody has the same few things of one rule, a row for each. @param {Award[][]} players */
function rowsOf(players) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  const split = rulesToSplit(players);
  for (const [seat, awards] of players.entries())
    for (const { rule, subject, points } of awards) {
      const key = split.has(rule) ? `${rule} ${subject}` : rule;
      const row = rows.get(key) ?? {
        key,
        rule,
        subject: split.has(rule) ? subject : "",
        cells: players.map(() => undefined),
      };
      const before = row.cells[seat];
      row.cells[seat] = points === null || before === null ? null : (before ?? 0) + points;
      rows.set(key, row);
    }
  return [...rows.values()];
}

/** @param {Award[][]} players */
function rulesToSplit(players) {
  /** @type {Set<string>} */
  const found = new Set();
  const all = players.flat();
  for (const rule of new Set(all.map((award) => award.rule))) {
    const subjects = players.map((awards) => awards.filter((one) => one.rule === rule).map((one) => one.subject));
    const most = subjects.reduce((one, other) => (other.length > one.length ? other : one), []);
    const several = most.length > 1 && new Set(most).size === most.length;
    const rounds = most.some((subject) => /\d$/.test(subject));
    if (several && !rounds && subjects.every((own) => own.every((subject) => most.includes(subject)))) found.add(rule);
  }
  return found;
}

/** @param {Table} table @param {Row} row */
function titleOf(table, { rule, subject }) {
  const title = h("span", subject || rule);
  if (!subject)
    ruleOf(table.game, rule)
      .then((found) => {
        title.textContent = found.title;
      })
      .catch(() => {});
  return title;
}
