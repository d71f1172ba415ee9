// "I am Ben": whose phone this is at a table.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { iAm, isHost, meAt } from "../lib/role.js";
import { colourDot } from "./frame.js";
import { chooseSheet } from "./sheet.js";

/** @typedef {import("../lib/table.js").Table} Table */

const NOBODY = -1;

/** @param {Table} table @param {number} seat */
function tell(table, seat) {
  iAm(table.id, table.state.players[seat]?.name ?? "");
  if (seat !== NOBODY) table.seat = seat;
}

/**
 * The question on the page of a guest, or while several phones look on, until it is answered; null else.
 * @param {Table} table
 * @param {() => void} onTold
 */
export function whoAreYou(table, onTold) {
  if (meAt(table.id) !== null || (isHost && table.phones < 2)) return null;
  /** @param {number} seat @param {...import("../lib/dom.js").Child} label */
  const chip = (seat, ...label) =>
    h(
      "button.chip",
      {
        type: "button",
        onclick: () => {
          tell(table, seat);
          onTold();
        },
      },
      label,
    );
  return h(
    "section.card.who-are-you",
    { "aria-label": t("Whose phone is this?") },
    h("strong", t("Whose phone is this?")),
    h(
      "div.chips.flow",
      table.state.players.map((player, seat) => chip(seat, colourDot(table.colourOf(seat)), t("I am {name}", player))),
      chip(NOBODY, t("I only watch")),
    ),
  );
}

/** The same from the menu, to change one's mind. @param {Table} table */
export async function chooseWho(table) {
  const now = table.state.players.findIndex((player) => player.name === meAt(table.id));
  const players = table.state.players.map((player, seat) => ({
    value: seat,
    label: t("I am {name}", player),
    mark: colourDot(table.colourOf(seat)),
  }));
  const chosen = await chooseSheet(
    t("Whose phone is this?"),
    [...players, { value: NOBODY, label: t("I only watch") }],
    now,
  );
  if (chosen === undefined) return;
  tell(table, chosen);
  table.dispatchEvent(new Event("change"));
}
