// A score sheet for paper or PDF: the ranking and every line of every player.

import { fill, h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { boot, t } from "../lib/i18n.js";
import { icon } from "../parts/icons.js";
import { ranking, totalText } from "../parts/score.js";

export const bare = true;
/** @import { Rule, Sheet } from "../lib/types.js" */

/** @param {string} id */
export const back = (id) => `/t/${id}/score`;

/** @param {HTMLElement} main @param {import("../lib/table.js").Table} table */
export async function show(main, table) {
  /** @type {Rule[]} */
  const rules = await getOnce(`/games/${table.game}/rules`);
  const titleOf = new Map(rules.map((rule) => [rule.id, rule.title]));

  function refresh() {
    const { score, document } = table.view;
    fill(
      main,
      h(
        "div.no-print.row",
        h(
          "button.button.primary.grow",
          { type: "button", onclick: () => print() },
          icon("print"),
          t("Print or save as PDF"),
        ),
      ),
      h(
        "article.printed",
        h("h1", document.title),
        h(
          "p.faint",
          gameCard(table.game)?.title,
          " · ",
          new Date().toLocaleDateString(boot.lang, { dateStyle: "long" }),
        ),
        ranking(table),
        score.sheets.map(sheetTable),
      ),
    );
  }

  /** @param {Sheet} sheet */
  function sheetTable(sheet) {
    return h(
      "table.paper",
      h("caption", sheet.player),
      h("thead", h("tr", h("th", t("Rule")), h("th", t("Arithmetic")), h("th.num", t("Points")))),
      h(
        "tbody",
        sheet.awards.map((award) =>
          h(
            "tr",
            h(
              "td",
              titleOf.get(award.rule) || award.rule,
              award.subject ? h("span.small.faint.block", award.subject) : null,
            ),
            h("td.small", award.arithmetic, award.note ? h("span.small.faint.block", award.note) : null),
            h("td.num", award.points ?? "?"),
          ),
        ),
      ),
      h("tfoot", h("tr", h("th", { colspan: 2 }, t("Total")), h("th.num", totalText(sheet)))),
    );
  }

  refresh();
  return { refresh };
}
