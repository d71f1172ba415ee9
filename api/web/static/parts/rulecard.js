// A rule as people read it, with its source, its note and its relatives one tap away.

import { fill, h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { openSheet } from "./sheet.js";
import { tried } from "./toast.js";

/** @import { Rule } from "../lib/types.js" */

/** @param {string} game @param {string} id @returns {Promise<Rule>} */
export const ruleOf = (game, id) => getOnce(`/games/${game}/rules/${encodeURIComponent(id)}`);

/** The text of a rule; related rules open in their place. @param {string} game @param {Rule} rule */
export function ruleBody(game, rule) {
  const box = h("div.rule");
  /** @param {Rule} shown @returns {HTMLElement} */
  const show = (shown) =>
    fill(
      box,
      h("h3", shown.title),
      h("p", shown.text),
      shown.note ? h("p.card.warn.small", h("span", h("strong", `${t("Note")}: `), shown.note)) : null,
      h("p.small", shown.origin),
      h("p.small.faint", `${shown.id} · ${shown.source}`),
      shown.related.length
        ? h(
            "div.chips.flow",
            shown.related.map((id) => relatedChip(game, id, async () => show(await ruleOf(game, id)))),
          )
        : null,
    );
  show(rule);
  return box;
}

/** @param {string} game @param {string} id @param {() => Promise<unknown>} onclick */
function relatedChip(game, id, onclick) {
  const chip = h("button.chip.small", { type: "button", onclick: () => tried(onclick) }, id);
  ruleOf(game, id)
    .then((rule) => fill(chip, rule.title))
    .catch(() => {});
  return chip;
}

/** Open a rule in a sheet. @param {string} game @param {string} id */
export function openRule(game, id) {
  return tried(async () => {
    const rule = await ruleOf(game, id);
    openSheet({ title: t("The rule"), body: ruleBody(game, rule) });
  });
}
