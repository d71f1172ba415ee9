// Entering what lies on the table: a photo, the live camera, or the drawing itself.

import { go } from "../app.js";
import { gameModule } from "../games/index.js";
import { fill, h } from "../lib/dom.js";
import { get, getOnce } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { missingCard } from "../parts/facts.js";
import { colourDot } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { totalText } from "../parts/score.js";
import { tried } from "../parts/toast.js";
import { takePhoto, trySample } from "./capture.js";

/** Which seat this phone looks at, per table. */
export const seats = {
  get(table) {
    const kept = Number(sessionStorage.getItem(`tally-seat-${table.id}`) || 0);
    return Math.min(kept, table.state.players.length - 1);
  },
  set(table, seat) {
    sessionStorage.setItem(`tally-seat-${table.id}`, seat);
  },
};

/** Everything a game's module needs to know. */
export async function contextOf(table) {
  const [schema, names, game] = await Promise.all([
    getOnce(`/games/${table.game}/schema`),
    getOnce(`/games/${table.game}/catalogue/names`),
    getOnce(`/games/${table.game}`),
  ]);
  return { schema, root: schema, names, game, label: (id) => names[id]?.name };
}

/** The players as tabs, each with the running total. */
export function playerTabs(table, chosen, onChoose) {
  const { document, score } = table.view;
  return h(
    "div.chips",
    { role: "tablist", "aria-label": t("Players") },
    document.state.players.map((player, seat) =>
      h(
        "button.chip",
        { type: "button", role: "tab", "aria-selected": String(seat === chosen), onclick: () => onChoose(seat) },
        colourDot(document.seats[seat]?.colour),
        h("span", player.name),
        h("span.points", score.sheets[seat] ? totalText(score.sheets[seat]) : ""),
      ),
    ),
  );
}

export async function show(main, table) {
  const [context, module] = await Promise.all([contextOf(table), gameModule(table.game)]);
  let seat = seats.get(table);
  const tabs = h("div");
  const ways = h("div");
  const entry = h("div.stack.entry");
  const asked = h("div");
  let shown = null;

  const choose = (chosen) => {
    seat = chosen;
    seats.set(table, seat);
    shown = null;
    refresh();
  };

  function refresh() {
    if (seat >= table.state.players.length) seat = 0;
    fill(tabs, playerTabs(table, seat, choose));
    fill(ways, waysIn(table, seat, context));
    if (!shown) {
      shown = module.entry(table, seat, context);
      fill(entry, shown.element);
    } else shown.refresh();
    const sheet = table.view.score.sheets[seat];
    fill(asked, sheet ? missingCard(table.game, sheet.missing, () => tried(() => renew(table))) : null);
  }

  refresh();
  fill(main, tabs, ways, entry, asked);
  return { refresh };
}

/** Ask for the table again although nothing on it changed: a printed value did. */
export async function renew(table) {
  table.view = { ...(await get(`/tables/${table.id}`)) };
  table.dispatchEvent(new Event("change"));
}

function waysIn(table, seat, context) {
  if (!context.game.reads_photos) return null;
  const photo = table.view.document.photos.find((entry) => entry.player === seat);
  return h(
    "div.ways",
    h("button.button", { type: "button", onclick: () => takePhoto(table, seat) }, icon("camera"), t("Photo")),
    h("a.button", { href: `/t/${table.id}/live` }, icon("live"), t("Live")),
    photo
      ? h(
          "button.button",
          { type: "button", onclick: () => go(`/t/${table.id}/photo`) },
          icon("eye"),
          t("{count} pieces", { count: photo.pieces.length }),
        )
      : h(
          "button.button",
          { type: "button", onclick: () => tried(() => trySample(table, seat)) },
          icon("eye"),
          t("Sample"),
        ),
  );
}
