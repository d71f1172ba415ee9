// A new table: the game, who plays in which colour, and the rule options.

import { go } from "../app.js";
import { fill, h } from "../lib/dom.js";
import { getOnce, post } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { boot, t } from "../lib/i18n.js";
import { resolve } from "../lib/schema.js";
import { switchEditor } from "../parts/fields.js";
import { objectEditor } from "../parts/form.js";
import { colourDot, emblem, iconButton, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { chooseSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** @import { Schema } from "../lib/types.js" */
/** @typedef {{ name: string, colour: string }} Seat */

const BOX = "box"; // the format of options that are a box of their own

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {Seat[]} */
  const remembered = JSON.parse(localStorage.getItem("tally-players") || "[]");
  /** @type {{ game: string | null, players: Seat[], options: { [name: string]: unknown } }} */
  const draft = { game: null, players: remembered.slice(0, 2), options: {} };
  const colours = () => (gameCard(draft.game) ?? boot.games[0]).seat_colours;
  while (draft.players.length < 2) draft.players.push({ name: "", colour: colours()[draft.players.length] });
  const games = h("div.tiles.games", { role: "radiogroup", "aria-label": t("Game") });
  const people = h("div.stack.tight");
  const equal = h("p.small.bad", { role: "status" });
  const options = h("div");
  const start = h(
    "button.button.primary.big",
    { type: "button", disabled: true, onclick: () => tried(begin) },
    t("Start"),
  );

  function drawGames() {
    fill(
      games,
      boot.games.map((game) =>
        h(
          "button.tile",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(draft.game === game.id),
            onclick: () => choose(game),
          },
          emblem(game.id),
          h("strong", game.title),
          h("span.small.faint", t("{least} to {most} players", { least: game.players[0], most: game.players[1] })),
        ),
      ),
    );
  }

  /** @param {import("../lib/types.js").GameCard} game */
  async function choose(game) {
    draft.game = game.id;
    draft.options = {};
    const [least, most] = game.players;
    while (draft.players.length < least) addPlayer();
    if (draft.players.length > most) draft.players.length = most;
    recolourAll();
    drawGames();
    drawPeople();
    await tried(drawOptions);
  }

  async function drawOptions() {
    /** @type {import("../lib/types.js").Schema} */
    const schema = await getOnce(`/games/${draft.game}/schema`);
    const described = schema.properties?.options ? resolve(schema.properties.options, schema) : null;
    fill(options, described ? [boxSwitches(described), ruleOptions(described, schema)] : null);
  }

  /** Which boxes are played with: seen at once, not folded away. @param {Schema} described */
  function boxSwitches(described) {
    return Object.entries(described.properties ?? {})
      .filter(([, part]) => part.format === BOX)
      .map(([name, part]) =>
        h(
          "div.card",
          switchEditor(part, false, (value) => Object.assign(draft.options, { [name]: value }), name),
        ),
      );
  }

  /** @param {Schema} described @param {Schema} root */
  function ruleOptions(described, root) {
    const context = { root, skip: (/** @type {Schema} */ part) => part.format === BOX };
    return h(
      "details.fold.card",
      h("summary", t("Rule options")),
      objectEditor(described, {}, context, (value) => Object.assign(draft.options, value)),
    );
  }

  function addPlayer() {
    const taken = draft.players.map((player) => player.colour);
    const known = remembered.find(
      (player) => player.name && !draft.players.some((other) => other.name === player.name),
    );
    draft.players.push({
      name: known?.name || "",
      colour: colours().find((colour) => !taken.includes(colour)) || "red",
    });
  }

  /** How many may play before a game is chosen. */
  const widest = () => [
    Math.min(...boot.games.map((game) => game.players[0])),
    Math.max(...boot.games.map((game) => game.players[1])),
  ];

  function drawPeople() {
    const [least, most] = gameCard(draft.game)?.players ?? widest();
    fill(
      people,
      draft.players.map((player, seat) =>
        h(
          "div.row",
          h(
            "button.icon-button",
            {
              type: "button",
              "aria-label": t("Colour of player {number}", { number: seat + 1 }),
              onclick: () => recolour(player),
            },
            colourDot(player.colour),
          ),
          nameInput(player, seat),
          draft.players.length > least
            ? iconButton("close", t("Remove player {number}", { number: seat + 1 }), () => {
                draft.players.splice(seat, 1);
                drawPeople();
              })
            : null,
        ),
      ),
      draft.players.length < most
        ? h(
            "button.button",
            {
              type: "button",
              onclick: () => {
                addPlayer();
                drawPeople();
              },
            },
            icon("plus"),
            t("Add a player"),
          )
        : null,
    );
    checkNames();
  }

  /** @param {Seat} player @param {number} seat */
  function nameInput(player, seat) {
    return h("input.input.grow", {
      type: "text",
      value: player.name,
      maxlength: 40,
      autocomplete: "off",
      enterkeyhint: "next",
      placeholder: t("Player {number}", { number: seat + 1 }),
      "aria-label": t("Name of player {number}", { number: seat + 1 }),
      oninput: (event) => {
        player.name = event.target.value;
        checkNames();
      },
    });
  }

  /** @param {number} seat */
  const nameOf = (seat) => draft.players[seat].name.trim() || t("Player {number}", { number: seat + 1 });

  /** Equal names are told while they are typed: whose points they were, nobody could say later. */
  function checkNames() {
    const names = draft.players.map((_, seat) => nameOf(seat));
    const twice = names.find((name, seat) => names.indexOf(name) < seat);
    const inputs = people.querySelectorAll("input");
    for (const [seat, input] of inputs.entries()) input.setAttribute("aria-invalid", String(names[seat] === twice));
    fill(
      equal,
      twice === undefined ? null : t("Two players are called {name}. Give one of them another name.", { name: twice }),
    );
    start.disabled = !draft.game || twice !== undefined;
  }

  /** Everybody keeps a colour that this game has and nobody else took; the others get the next free one. */
  function recolourAll() {
    /** @type {Set<string>} */
    const taken = new Set();
    for (const player of draft.players) {
      if (!colours().includes(player.colour) || taken.has(player.colour))
        player.colour = colours().find((colour) => !taken.has(colour)) || colours()[0];
      taken.add(player.colour);
    }
  }

  /**
   * A colour that nobody else has; somebody who wants another's asks them to take a new one first.
   * @param {Seat} player
   */
  async function recolour(player) {
    const taken = new Map(draft.players.map((other, seat) => [other.colour, other === player ? null : nameOf(seat)]));
    const chosen = await chooseSheet(
      t("Colour"),
      colours().map((colour) => ({
        value: colour,
        label: taken.get(colour) ? `${t(colour)} · ${taken.get(colour)}` : t(colour),
        mark: colourDot(colour),
        disabled: Boolean(taken.get(colour)),
      })),
      player.colour,
    );
    if (!chosen) return;
    player.colour = chosen;
    drawPeople();
  }

  async function begin() {
    const players = draft.players.map((player, seat) => ({ ...player, name: nameOf(seat) }));
    localStorage.setItem("tally-players", JSON.stringify(players));
    const table = await post("/tables", {
      game: draft.game,
      players: players.map((player) => player.name),
      colours: players.map((player) => player.colour),
      options: draft.options,
    });
    go(`/t/${table.id}`, { replace: true });
  }

  drawGames();
  drawPeople();
  root.append(
    topbar({ title: t("New table") }),
    page(
      h("h2", t("Game")),
      games,
      boot.broken.map((why) => h("p.small.bad", why)),
      h("h2", t("Players")),
      h("p.small.faint", t("In clockwise order; tap a dot to change the colour.")),
      people,
      equal,
      options,
      start,
    ),
  );
}
