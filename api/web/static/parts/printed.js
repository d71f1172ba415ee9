// A sheet whose lines wait for printed values: every line can simply be told, or the card can be taught.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { numberInput } from "./factinputs.js";
import { askButtons, byItem } from "./facts.js";
import { following } from "./follow.js";
import { icon } from "./icons.js";
import { ruleOf } from "./rulecard.js";
import { openSheet } from "./sheet.js";
import { tried } from "./toast.js";

/** @import { Award } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */

/** The name under which a whole total is told. */
export const TOTAL = "total";
const MOST = 9999;

/**
 * Tell the open lines of a player one by one, or teach the cards they wait for.
 * @param {Table} table
 * @param {number} seat
 */
export function askPrinted(table, seat) {
  const sheet = () => table.score.sheets[seat];
  const open = sheet()
    .awards.filter((award) => award.points === null)
    .map((award) => award.line);
  const form = () => {
    const awards = sheet().awards.filter((award) => open.includes(award.line));
    const items = byItem(sheet().missing);
    return [
      h("p", t("You counted it at the table? Tell it; nothing printed is needed then.")),
      awards.map((award) => lineRow(table, seat, award)),
      totalRow(table, seat),
      items.length ? h("h3", t("Or teach what your cards say, once")) : null,
      askButtons(table.game, items, () => tried(() => table.refresh())),
    ];
  };
  return openSheet({
    title: sheet().player,
    body: following(table, () => [table.document.told[seat], sheet().awards.length, sheet().missing], form),
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
}

/**
 * How much a line gave, told by a person.
 * @param {Table} table
 * @param {number} seat
 * @param {Award} award
 */
export function lineRow(table, seat, award) {
  const title = h("span.grow", award.subject || award.rule);
  ruleOf(table.game, award.rule)
    .then((rule) => fill(title, rule.title, award.subject ? h("small.block.faint", award.subject) : null))
    .catch(() => {});
  const told = table.document.told[seat]?.[award.line] ?? null;
  return tellRow(title, told, (points) => table.tellLines(seat, { [award.line]: points }));
}

/** @param {Table} table @param {number} seat */
export function totalRow(table, seat) {
  const told = table.document.told[seat]?.[TOTAL] ?? null;
  return tellRow(h("strong.grow", t("The whole total")), told, (points) => table.tellLines(seat, { [TOTAL]: points }));
}

/** @param {HTMLElement} title @param {number | null} value @param {(points: number | undefined) => unknown} onTell */
function tellRow(title, value, onTell) {
  const input = numberInput({ type: "int", min: -MOST, max: MOST }, value);
  input.element.addEventListener("change", () => tried(() => onTell(input.read() ?? undefined)));
  return h(
    "div.tell-row",
    { class: value === null ? "" : "told" },
    title,
    input.element,
    value === null
      ? null
      : h(
          "button.icon-button",
          { type: "button", "aria-label": t("Compute it again"), onclick: () => tried(() => onTell(undefined)) },
          icon("undo"),
        ),
  );
}

/**
 * Tell one line, or with null the whole total of a player.
 * @param {Table} table
 * @param {number} seat
 * @param {string | null} line
 */
export function tellSheet(table, seat, line) {
  const awards = () => table.score.sheets[seat].awards;
  const row = () => {
    const award = awards().find((one) => one.line === line);
    return award ? lineRow(table, seat, award) : line === null ? totalRow(table, seat) : null;
  };
  return openSheet({
    title: table.score.sheets[seat].player,
    body: [
      h("p", t("What you tell counts instead of what is computed, and is marked so.")),
      following(table, () => table.document.told[seat], row),
    ],
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
}
