// Entering what lies on the table: a photo, the live camera, or the drawing itself.

import { go } from "../app.js";
import { gameModule } from "../games/index.js";
import { fill, h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { leaveOut } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { meAt } from "../lib/role.js";
import { colourDot } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { totalText } from "../parts/score.js";
import { tried } from "../parts/toast.js";
import { todoPart } from "../parts/todo.js";
import { whoAreYou } from "../parts/whoami.js";
import { choosePictures, takePhoto, trySample } from "./capture.js";
import { tell } from "./telling.js";

/** @import { Context, Part } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */

/**
 * A schema whose choices are only what this table uses.
 * @param {import("../lib/types.js").Json} schema
 * @param {Set<string>} out
 * @returns {import("../lib/types.js").Json}
 */
function inPlay(schema, out) {
  if (Array.isArray(schema)) return schema.map((part) => inPlay(part, out));
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [
      name,
      name === "enum" ? part.filter((/** @type {string} */ id) => !out.has(id)) : inPlay(part, out),
    ]),
  );
}

/** Everything a game's module needs to know. @param {string} id @returns {Promise<Context>} */
export async function contextOf(id) {
  const [schema, names, game] = await Promise.all([
    getOnce(`/games/${id}/schema`),
    getOnce(`/games/${id}/catalogue/names`),
    getOnce(`/games/${id}`),
  ]);
  return { schema, root: schema, names, game, label: (item) => names[item]?.name };
}

/**
 * The players as tabs, each with the running total.
 * @param {Table} table
 * @param {number} chosen
 * @param {(seat: number) => void} onChoose
 */
export function playerTabs(table, chosen, onChoose) {
  const { document, score } = table;
  const me = meAt(table.id);
  return h(
    "div.chips",
    { role: "tablist", "aria-label": t("Players") },
    document.state.players.map((player, seat) =>
      h(
        "button.chip",
        { type: "button", role: "tab", "aria-selected": String(seat === chosen), onclick: () => onChoose(seat) },
        colourDot(document.seats[seat]?.colour),
        h("span", player.name),
        player.name === me ? h("span.tag.accent", t("you")) : null,
        h("span.points", score.sheets[seat] ? totalText(score.sheets[seat]) : ""),
      ),
    ),
  );
}

/** @param {HTMLElement} main @param {Table} table */
export async function show(main, table) {
  const [context, module] = await Promise.all([contextOf(table.game), gameModule(table.game)]);
  let seat = table.seat;
  const tabs = h("div");
  const who = h("div");
  const ways = h("div");
  const entry = h("div.stack.entry");
  const left = h("div");
  /** @type {Part | null} */
  let shown = null;

  /** @param {number} chosen */
  const choose = (chosen) => {
    seat = chosen;
    table.seat = seat;
    shown = null;
    refresh();
  };

  const whole = context.schema;
  let unused = "[]";
  /** What is not in play is not offered; the options of the table decide that. */
  function offer() {
    const out = table.view.out_of_play ?? [];
    leaveOut(out);
    if (JSON.stringify(out) === unused) return;
    unused = JSON.stringify(out);
    context.schema = inPlay(whole, new Set(out));
    context.root = context.schema;
    shown = null;
  }

  function refresh() {
    offer();
    if (seat >= table.state.players.length) seat = 0;
    fill(tabs, playerTabs(table, seat, choose));
    fill(
      who,
      whoAreYou(table, () => choose(table.seat)),
    );
    fill(ways, waysIn(table, seat, context));
    if (!shown) {
      shown = module.entry(table, seat, context);
      fill(entry, shown.element);
    } else shown.refresh();
    fill(
      left,
      todoPart(
        table,
        seat,
        (need, whose) => {
          if (whose !== seat) choose(whose);
          return tell(table, need, whose, entry, context);
        },
        choose,
      ),
    );
  }

  refresh();
  fill(main, tabs, who, left, ways, entry);
  return { refresh };
}

/** @param {Table} table @param {number} seat @param {Context} context */
function waysIn(table, seat, context) {
  if (!context.game?.reads_photos) return null;
  const photo = table.document.photos.find((entry) => entry.player === seat);
  return h(
    "div.ways",
    h("button.button", { type: "button", onclick: () => takePhoto(table, seat) }, icon("camera"), t("Photo")),
    h(
      "button.button",
      { type: "button", onclick: () => tried(() => choosePictures(table, seat)) },
      icon("pictures"),
      t("Pictures"),
    ),
    h("a.button", { href: `/t/${table.id}/live` }, icon("live"), t("Live")),
    photo
      ? h(
          "button.button",
          { type: "button", onclick: () => go(`/t/${table.id}/photo`) },
          icon("eye"),
          t("{count} pieces", { count: photo.pieces.length }),
        )
      : null,
    table.document.sample && !photo
      ? h(
          "button.button",
          { type: "button", onclick: () => tried(() => trySample(table, seat)) },
          icon("eye"),
          t("Sample"),
        )
      : null,
  );
}
