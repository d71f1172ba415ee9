// A finished game for BG Stats: the app takes a play from a link that holds it.

import { gameCard } from "../lib/game.js";

/** @typedef {import("../lib/table.js").Table} Table */

const TAKES = "bgstats://app.bgstatsapp.com/createPlay.html?data=";

/** The link that lets BG Stats ask whether to take this play. @param {Table} table @param {string[]} winners */
export function playedFor(table, winners) {
  const { sheets, standing } = table.score;
  const totals = sheets.map((sheet) => sheet.total ?? 0);
  const highestWins = Math.max(...totals) === (standing.places[0].total ?? 0);
  const name = table.state.game || gameCard(table.game)?.title || table.game;
  return (
    TAKES +
    encodeURIComponent(
      JSON.stringify({
        sourceName: "Tally",
        sourcePlayId: table.id,
        playDate: new Date().toISOString().slice(0, 19).replace("T", " "),
        game: { name, sourceGameId: table.game, highestWins, noPoints: false },
        players: standing.places.map((place) => ({
          name: place.player,
          sourcePlayerId: place.player,
          score: String(place.total ?? ""),
          rank: place.rank,
          winner: winners.includes(place.player),
          startPlayer: false,
        })),
      }),
    )
  );
}
