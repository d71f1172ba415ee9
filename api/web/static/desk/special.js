// Questions that deserve more than a form out of their schema.

const SPECIAL = {
  "diceminer/take": { icon: "dice", load: () => import("./mountain.js") },
  "rollplayer/odds": { icon: "score", load: () => import("./odds.js") },
  "rollplayer/coach": { icon: "bulb", load: () => import("./coach.js") },
  "dwar7s/kingdom": { icon: "table", load: () => import("./kingdom.js") },
  "dungeonlords/battle": { icon: "flag", load: () => import("./battle.js") },
  "dungeonlords/defence": { icon: "bulb", load: () => import("./battle.js") },
};

/** The page's own view of a question: { icon, load() } with open(question, context, table), or undefined. */
export const special = (game, question) => SPECIAL[`${game}/${question}`];
