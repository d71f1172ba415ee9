// The organiser's view: all tables of an evening, what they wait for, the sum over them, and everything to take home.

import { go } from "../app.js";
import { h } from "../lib/dom.js";
import { addressOf, get, post } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { boot, t, when } from "../lib/i18n.js";
import { isHost } from "../lib/role.js";
import { emblem, iconButton, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { leagueTable } from "../parts/league.js";
import { chooseSheet, confirmSheet, openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** @typedef {{ player: string, points: number, exact: boolean }} Seat */
/**
 * A table in the list.
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} changed
 * @property {Seat[]} players
 * @property {string[]} leaders
 * @property {number} round
 * @property {boolean} finished
 * @property {boolean} needs_photo
 * @property {number} open_needs
 * @property {number} in_line
 * @property {boolean} unreadable
 */
/** @typedef {{ day: string, tables: Summary[], league: import("../parts/league.js").Rank[] }} Evening */

const AGAIN_AFTER = 5000;
/** What is chosen stays chosen while one looks at a table and comes back. */
const chosen = { day: "", game: "" };

/** @param {HTMLElement} root */
export async function show(root) {
  if (!isHost) return void root.append(bar(), page(h("p.card", t("Only the host organises the evening."))));
  const main = page();
  root.append(bar(), main);
  const redraw = async () => {
    /** @type {Evening} */
    const evening = await get(`/evening${query()}`);
    main.replaceChildren(
      ...h(
        "div",
        content(evening, () => tried(redraw)),
      ).childNodes,
    );
  };
  await redraw();
  const timer = setInterval(() => document.hidden || redraw().catch(() => {}), AGAIN_AFTER);
  return () => clearInterval(timer);
}

const bar = () => topbar({ title: t("The evening") });

const query = () => {
  const asked = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
  return asked.size ? `?${asked}` : "";
};

/** @param {string} path */
const saved = (path) => {
  const asked = new URLSearchParams([...new URLSearchParams(query()), ["lang", boot.lang]]);
  return addressOf(`${path}?${asked}`);
};

/** @param {Evening} evening @param {() => unknown} redraw */
function content({ day, tables, league }, redraw) {
  const going = tables.filter((table) => !table.finished);
  const over = tables.filter((table) => table.finished);
  return [
    choices(day, redraw),
    counts(tables, going),
    h("a.button.primary", { href: "/new" }, icon("plus"), t("New table")),
    tables.length ? null : h("p.faint", t("No table was played on that day.")),
    going.length ? h("h2", t("Being played")) : null,
    going.map((table) => row(table, redraw)),
    over.length ? h("h2", t("Finished")) : null,
    over.map((table) => row(table, redraw)),
    league.length ? [h("h2", t("Sum of the day")), leagueTable(league)] : null,
    tables.length
      ? h(
          "div.row.wrap",
          h("a.button", { href: saved("/evening.csv"), download: "" }, icon("share"), t("Save all as a table (CSV)")),
          h("a.button", { href: saved("/evening.json"), download: "" }, icon("share"), t("Save all as JSON")),
        )
      : null,
  ];
}

/** Which day and which game. @param {string} day @param {() => unknown} redraw */
function choices(day, redraw) {
  return h(
    "div.row.wrap",
    h("input.input.grow", {
      type: "date",
      value: day,
      "aria-label": t("Day"),
      onchange: (/** @type {Event} */ event) => {
        chosen.day = /** @type {HTMLInputElement} */ (event.target).value;
        redraw();
      },
    }),
    h(
      "button.button",
      { type: "button", onclick: () => chooseGame(redraw) },
      chosen.game ? gameCard(chosen.game)?.title : t("All games"),
    ),
  );
}

/** @param {() => unknown} redraw */
async function chooseGame(redraw) {
  const games = boot.games.map(({ id, title }) => ({ value: id, label: title, mark: emblem(id) }));
  const game = await chooseSheet(t("Which game?"), [{ value: "", label: t("All games") }, ...games], chosen.game);
  if (game === undefined) return;
  chosen.game = game;
  redraw();
}

/** @param {Summary[]} tables @param {Summary[]} going */
function counts(tables, going) {
  const told = [
    t("{count} tables", { count: tables.length }),
    t("{count} being played", { count: going.length }),
    t("{count} wait for a photo", { count: tables.filter((table) => table.needs_photo).length }),
  ];
  return h("p.faint", told.join(" · "));
}

/** @param {Summary} table @param {() => unknown} redraw */
function row(table, redraw) {
  return h(
    "div.card.row.tablecard",
    h(
      "a.row.grow",
      { href: table.finished ? `/t/${table.id}/score` : `/t/${table.id}` },
      emblem(table.game),
      h(
        "span.grow",
        h("strong.block", table.title),
        h("span.small.faint.block", facts(table)),
        table.unreadable
          ? h("span.small.block", t("This version cannot read it."))
          : h("span.small.block", standing(table)),
        waiting(table),
      ),
    ),
    iconButton("more", t("More about {title}", { title: table.title }), () => more(table, redraw)),
  );
}

/** @param {Summary} table */
const facts = (table) =>
  [gameCard(table.game)?.title, t("Round {round}", { round: table.round }), when(table.changed)].join(" · ");

/** Who leads, or won, and with how much. @param {Summary} table */
function standing({ players, leaders, finished }) {
  /** @param {Seat} seat */
  const points = (seat) => (seat.exact ? String(seat.points) : `≥ ${seat.points}`);
  return players.map((seat, index) => [
    index ? " · " : "",
    leaders.includes(seat.player) && leaders.length < players.length
      ? h(
          "strong",
          { title: finished ? t("Won") : t("Leads") },
          `${finished ? "★" : "▲"} ${seat.player} ${points(seat)}`,
        )
      : `${seat.player} ${points(seat)}`,
  ]);
}

/** @param {Summary} table */
function waiting(table) {
  const told = table.in_line
    ? t("{count} photos are being read", { count: table.in_line })
    : table.needs_photo
      ? t("Waits for a photo")
      : null;
  return told ? h("span.small.row.inline", icon("camera"), told) : null;
}

/** @param {Summary} table @param {() => unknown} redraw */
function more(table, redraw) {
  openSheet({
    title: table.title,
    body: () =>
      h(
        "div.list",
        action("eye", t("Open"), () => go(`/t/${table.id}`)),
        action("people", t("QR code of this table"), () => invite(table)),
        table.finished || table.unreadable ? null : action("flag", t("End this game"), () => end(table, redraw)),
        h(
          "a.item",
          { href: addressOf(`/tables/${table.id}/export.json`), download: "" },
          icon("share"),
          t("Save as JSON"),
        ),
      ),
  });

  /** @param {string} name @param {string} label @param {() => unknown} act */
  function action(name, label, act) {
    return h(
      "button.item",
      {
        type: "button",
        onclick: () => {
          /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.sheet"))?.close();
          act();
        },
      },
      icon(name),
      label,
    );
  }
}

/** @param {Summary} table */
function invite(table) {
  openSheet({
    title: table.title,
    body: h(
      "div.invitation",
      h("img.qr", {
        src: addressOf(`/tables/${table.id}/qr.svg`),
        alt: t("QR code that lets a phone in at this table"),
      }),
      h("p", t("Whoever scans this is let in and sits at this table at once.")),
    ),
  });
}

/** @param {Summary} table @param {() => unknown} redraw */
async function end(table, redraw) {
  const sure = await confirmSheet(
    t("End this game?"),
    t("It counts as it lies there. Undo at the table takes it back."),
    t("End this game"),
  );
  if (sure)
    await tried(async () => {
      await post(`/tables/${table.id}/end`);
      await redraw();
    });
}
