// The page's side of each game: how its pieces are entered and named.

const MODULES = {
  diceminer: () => import("./diceminer.js"),
  rollplayer: () => import("./rollplayer.js"),
  dungeonlords: () => import("./dungeonlords.js"),
  dwar7s: () => import("./dwar7s.js"),
};

/** The module of a game: entry(table, seat, context), and for photos pieceWheel(...). */
export const gameModule = (game) => MODULES[game]().then((module) => module.default);
