// The sum over the tables of a day: who won how often, and with how many points.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {{ player: string, tables: number, wins: number, points: number }} Rank */

/** @param {Rank[]} league */
export function leagueTable(league) {
  const heads = [t("Player"), t("Tables"), t("Wins"), t("Points")];
  return h(
    "section.card",
    h(
      "div.grid-box",
      h(
        "table.score-grid",
        h(
          "thead",
          h(
            "tr",
            heads.map((head) => h("th", head)),
          ),
        ),
        h(
          "tbody",
          league.map((rank, index) =>
            h(
              "tr",
              h("th", { scope: "row" }, `${index + 1}. ${rank.player}`),
              [rank.tables, rank.wins, rank.points].map((cell) => h("td.num", String(cell))),
            ),
          ),
        ),
      ),
    ),
  );
}
