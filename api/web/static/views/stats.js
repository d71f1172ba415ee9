// All evenings: who won how often, averages and the best, game by game.

import { h, s } from "../lib/dom.js";
import { addressOf, get } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { emblem, page, topbar } from "../parts/frame.js";

/** @typedef {{ table: string, game: string, name: string, day: string }} Where */
/** @typedef {Where & { totals: [string, number][], winners: string[] }} Evening */
/** @typedef {{ player: string, played: number, wins: number }} Wins */
/** @typedef {Wins & { average: number, best: number, points: number[] }} Figures */
/**
 * @typedef {object} Evenings
 * @property {Evening[]} evenings
 * @property {{ game: string, name: string, played: number, players: Figures[] }[]} games
 * @property {Wins[]} players
 */

const [WIDE, HIGH] = [64, 32];

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {Evenings} */
  const { evenings, games, players } = await get("/evenings");
  root.append(
    topbar({ title: t("All evenings") }),
    page(
      evenings.length
        ? [
            h("h2", t("Wins")),
            h(
              "section.card",
              players.map((one) => winsBar(one, Math.max(1, players[0].wins))),
            ),
            games.map(gamePart),
            h("h2", t("Finished games")),
            h("div.list", evenings.slice(0, 50).map(eveningRow)),
            h("a.button", { href: addressOf("/evenings.csv"), download: "tally.csv" }, t("Save all as a table (CSV)")),
          ]
        : h("p.faint", t("No game was finished here yet. When one is, its result stands here.")),
    ),
  );
}

/** @param {Wins} one @param {number} most */
function winsBar({ player, played, wins }, most) {
  return h(
    "div.wins",
    h("strong", player),
    h("span.bar", { "aria-hidden": "true" }, h("i", { style: { width: `${(wins / most) * 100}%` } })),
    h("span.num", t("{wins} of {played}", { wins, played })),
  );
}

/** @param {Evenings["games"][number]} one */
function gamePart({ game, name, played, players }) {
  return h(
    "section.card.stack",
    h("div.row", emblem(game), h("h2.grow", name), h("span.num.faint", `×${played}`)),
    h(
      "div.grid-box",
      h(
        "table.score-grid",
        h(
          "thead",
          h(
            "tr",
            [t("Player"), t("Wins"), t("Average"), t("Best"), ""].map((head) => h("th", head)),
          ),
        ),
        h(
          "tbody",
          players.map((one) =>
            h(
              "tr",
              h("th", { scope: "row" }, one.player),
              [t("{wins} of {played}", one), one.average, one.best].map((cell) => h("td.num", String(cell))),
              h("td", line(one)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The points in order of time as a small line. @param {Figures} figures */
function line({ points, player }) {
  if (points.length < 2) return null;
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const places = points.map((point, index) => {
    const x = 3 + (index / (points.length - 1)) * (WIDE - 6);
    const y = HIGH - 4 - ((point - least) / Math.max(1, most - least)) * (HIGH - 8);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const drawn = { points: places.join(" "), fill: "none", stroke: "currentColor", "stroke-width": "2.5" };
  return h(
    "span.spark",
    { role: "img", "aria-label": `${player}: ${points.join(", ")}` },
    s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH }, s("polyline", drawn)),
  );
}

/** @param {Evening} evening */
function eveningRow({ table, game, name, day, totals, winners }) {
  return h(
    "a.item",
    { href: `/t/${table}/score` },
    emblem(game),
    h(
      "span.grow",
      h("strong.block", name),
      h(
        "span.small.faint",
        `${day} · `,
        totals.map(([player, total]) => `${player} ${total}${winners.includes(player) ? " ★" : ""}`).join(", "),
      ),
    ),
  );
}
