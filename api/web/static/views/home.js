// Home: sit down at a new table, go on with one, look something up.

import { go } from "../app.js";
import { h } from "../lib/dom.js";
import { addressOf, get, post, remove } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { boot, t, when } from "../lib/i18n.js";
import { isHost } from "../lib/role.js";
import { colourDot, emblem, iconButton, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { confirmSheet, openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";
import { languageButton } from "./settings.js";

/**
 * A table in a list.
 * @typedef {object} TableCard
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} changed
 * @property {string[]} players
 * @property {string[]} colours
 * @property {boolean} finished
 * @property {string[]} winners
 * @property {boolean} [sample]
 * @property {string} [unreadable] why this version cannot read it
 */
/** @typedef {{ id: string, title: string, samples: { [name: string]: string } }} SampleCard */

/** Guests were invited already. */
const inviteButton = () =>
  isHost ? h("a.icon-button", { href: "/invite", "aria-label": t("Invite phones") }, icon("people")) : null;

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {TableCard[]} */
  const tables = await get("/tables");
  const own = tables.filter((table) => !table.sample);
  const samples = tables.filter((table) => table.sample);
  const going = own.filter((table) => !table.finished);
  const over = own.filter((table) => table.finished);
  /** @param {string} id */
  const titleOf = (id) => gameCard(id)?.title || id;

  root.append(
    topbar({
      title: "Tally",
      back: null,
      actions: [
        inviteButton(),
        languageButton(),
        h("a.icon-button", { href: "/settings", "aria-label": t("Settings") }, icon("cog")),
      ],
    }),
    page(
      h("h1.headline", t("What is on the table tonight?")),
      own.length ? null : firstVisit(),
      h("a.button.primary.big", { href: "/new" }, icon("plus"), t("New table")),
      going.length ? h("h2", t("Go on with")) : null,
      going.map(tableCard),
      h(
        "div.tiles",
        tile("/rules", "book", t("Rules"), t("Ask in your own words")),
        tile("/dice", "dice", t("Read dice"), t("Any dice, from a photo")),
        tile("/cards", "pen", t("My cards"), t("What your copy says")),
        h(
          "button.tile",
          { type: "button", onclick: chooseSample },
          icon("eye"),
          h("strong", t("Look around")),
          h("span.small.faint", t("Open a finished game")),
        ),
        tile("/stats", "score", t("All evenings"), t("Who won how often")),
        isHost ? tile("/evening", "table", t("The evening"), t("All tables at a glance")) : null,
        tile("/help", "bulb", t("Help"), t("One page for each task")),
      ),
      over.length ? h("h2", t("Finished")) : null,
      over.map(tableCard),
      samples.length ? h("h2", t("Samples to look around in")) : null,
      samples.map(tableCard),
    ),
  );

  /** What this is, and for which games. */
  function firstVisit() {
    const games = boot.games.map((game) => game.title).join(", ");
    return h(
      "p.lead",
      t("Tally keeps the score of board games from a photo or a few taps, with a rule behind every point: {games}.", {
        games,
      }),
    );
  }

  /** @param {string} href @param {string} name @param {string} title @param {string} text */
  function tile(href, name, title, text) {
    return h("a.tile", { href }, icon(name), h("strong", title), h("span.small.faint", text));
  }

  /**
   * A table that this version cannot read: why, and everything that is kept of it as a file.
   * @param {TableCard} table
   */
  function unreadableCard(table) {
    return h(
      "div.card.row.tablecard",
      h(
        "span.grow",
        h("strong", table.title),
        h("span.small.faint.block", when(table.changed)),
        h("span.small.block", table.unreadable),
      ),
      h("a.button", { href: addressOf(`/tables/${table.id}/export.json`), download: "" }, icon("share"), t("Save")),
    );
  }

  /** @param {TableCard} table */
  function tableCard(table) {
    if (table.unreadable) return unreadableCard(table);
    return h(
      "div.card.row.tablecard",
      h(
        "a.row.grow",
        { href: table.finished ? `/t/${table.id}/score` : `/t/${table.id}` },
        emblem(table.game),
        h(
          "span.grow",
          h("strong", table.title),
          h("span.small.faint.block", titleOf(table.game), " · ", when(table.changed)),
          h(
            "span.small.block.who",
            table.players.map((name, seat) =>
              h("span.row.inline", colourDot(table.colours[seat]), name, table.winners.includes(name) ? " ★" : ""),
            ),
          ),
        ),
      ),
      iconButton("more", t("More about {title}", { title: table.title }), () => more(table)),
    );
  }

  /** @param {TableCard} table */
  function more(table) {
    openSheet({
      title: table.title,
      body: (close) =>
        h(
          "div.list",
          h("a.item", { href: `/t/${table.id}/score`, onclick: () => close() }, icon("score"), t("Score")),
          h(
            "a.item",
            { href: addressOf(`/tables/${table.id}/export.json`), download: true },
            icon("share"),
            t("Save as JSON"),
          ),
          isHost
            ? h(
                "button.item",
                {
                  type: "button",
                  onclick: () => {
                    close();
                    erase(table);
                  },
                },
                icon("trash"),
                t("Delete"),
              )
            : null,
        ),
    });
  }

  /** @param {TableCard} table */
  async function erase(table) {
    const sure = await confirmSheet(
      t("Delete this table?"),
      t("Its history and its photos go with it. This cannot be undone."),
      t("Delete"),
    );
    if (sure)
      await tried(async () => {
        await remove(`/tables/${table.id}`);
        go("/", { replace: true });
      });
  }

  async function chooseSample() {
    /** @type {SampleCard[] | undefined} */
    const games = await tried(() => get(`/games`));
    if (!games) return;
    openSheet({
      title: t("Look around"),
      body: (close) =>
        games.map((game) => [
          h("h3", game.title),
          h(
            "div.list",
            Object.entries(game.samples).map(([name, title]) =>
              h(
                "button.item",
                {
                  type: "button",
                  onclick: () => {
                    close();
                    openSample(game, name, title);
                  },
                },
                emblem(game.id),
                h("span.grow", title),
                icon("next"),
              ),
            ),
          ),
        ]),
    });
  }

  /** @param {SampleCard} game @param {string} name @param {string} title */
  async function openSample(game, name, title) {
    await tried(async () => {
      const state = await get(`/games/${game.id}/samples/${name}`);
      const table = await post("/tables", { game: game.id, title, state, sample: true });
      go(`/t/${table.id}/score`);
    });
  }
}
