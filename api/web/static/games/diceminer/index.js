// Dice Miner: the trove is the input. Tap a die to change it, tap + to add dice, tap the hero to choose one.

import { fill, h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { withCards } from "../../parts/cardpiece.js";
import { drawing } from "../../parts/drawing.js";
import { searchSheet } from "../../parts/fields.js";
import { following } from "../../parts/follow.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { dicePictures, dieImage, dieWheel, dieWords, picker } from "./dice.js";

/** @import { Context, GameTable, Json, Question } from "../../lib/types.js" */
/** @param {GameTable} table @param {string} path */
async function changeDie(table, path) {
  const cut = await dicePictures();
  /** @returns {string} */
  const here = () => at(table.state, path);
  openSheet({
    title: dieWords(here()),
    body: following(table, here, () => dieWheel(cut, here(), (next) => tried(() => table.set(path, next)))),
    footer: (close) => [
      h(
        "button.button.danger",
        {
          type: "button",
          onclick: () => {
            close();
            tried(() => table.take(path));
          },
        },
        icon("trash"),
        t("Remove"),
      ),
      h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
    ],
  });
}

/** @param {GameTable} table @param {string} path */
async function addDice(table, path) {
  const cut = await dicePictures();
  const list = path.replace(/\/-$/, "");
  /** @returns {string[]} */
  const dice = () => at(table.state, list) || [];
  const added = following(table, dice, () =>
    h(
      "div.chips.flow.added",
      { "aria-live": "polite" },
      dice().length
        ? dice().map((code) => dieImage(cut, code, 30))
        : h("span.faint.small", t("Tap a type outside, then a face inside. Each tap adds a die.")),
    ),
  );
  const rings = h("div");
  /** The rings again with no face chosen, so that the same die can be added twice. @param {string} [kind] */
  const fresh = (kind) => {
    fill(rings, dieWheel(cut, kind, add));
  };
  /** @param {string} code */
  const add = (code) =>
    tried(async () => {
      await table.put(list, code);
      fresh(code[0]);
    });
  fresh();
  openSheet({
    title: t("Add dice"),
    body: h("div.stack", added, rings),
    footer: (close) => [
      h(
        "button.button",
        {
          type: "button",
          onclick: () => dice().length && tried(() => table.take(`${list}/${dice().length - 1}`)),
        },
        icon("undo"),
        t("Last one"),
      ),
      h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
    ],
  });
}

/** @param {GameTable} table @param {string} path @param {Context} context */
async function chooseHero(table, path, context) {
  /** @type {string[]} */
  const heroes = Object.values(context.schema.$defs ?? {}).find((part) => part.title === "Hero")?.enum ?? [];
  /** @type {string | null} */
  const now = at(table.state, path);
  const chosen = await searchSheet(
    t("Hero"),
    [null, ...heroes].map((hero) => ({ value: hero, label: hero ? (context.label(hero) ?? words(hero)) : t("None") })),
    now,
  );
  if (chosen) await table.set(path, chosen.value);
}

/** @param {GameTable} table @param {string} path */
async function newRound(table, path) {
  const list = path.replace(/\/-$/, "");
  /** @type {{ dice: string[] }[]} */
  const rounds = at(table.state, list) || [];
  const before = rounds.at(-1)?.dice || [];
  /** @param {string[]} dice */
  const begin = (dice) => table.put(list, { dice });
  if (!before.length) {
    await begin([]);
    return addDice(table, `${list}/${rounds.length}/dice/-`);
  }
  return openSheet({
    title: t("Next round"),
    body: (close) =>
      h(
        "div.list",
        h(
          "button.item",
          {
            type: "button",
            onclick: () => {
              close();
              tried(() => begin(before.map((code) => `${code[0]}?`)));
            },
          },
          icon("dice"),
          h("span.grow", t("The same dice, faces to be entered")),
        ),
        h(
          "button.item",
          {
            type: "button",
            onclick: () => {
              close();
              tried(() => begin([...before]));
            },
          },
          icon("check"),
          h("span.grow", t("The same dice, nothing rerolled yet")),
        ),
        h(
          "button.item",
          {
            type: "button",
            onclick: () => {
              close();
              tried(() => begin([]));
            },
          },
          icon("plus"),
          h("span.grow", t("Begin with no dice")),
        ),
      ),
  });
}

/** @param {GameTable} table @param {string} path */
function roundMenu(table, path) {
  openSheet({
    title: t("Round {number}", { number: Number(path.split("/").at(-1)) + 1 }),
    body: (close) =>
      h(
        "div.list",
        h(
          "button.item",
          {
            type: "button",
            onclick: () => {
              close();
              tried(() => addDice(table, `${path}/dice/-`));
            },
          },
          icon("plus"),
          t("Add dice"),
        ),
        h(
          "button.item",
          {
            type: "button",
            onclick: () => {
              close();
              tried(() => table.take(path));
            },
          },
          icon("trash"),
          t("Remove this round"),
        ),
      ),
  });
}

/**
 * What the table already tells about a question: the trove and the hero of the player.
 * @param {Question} question
 * @param {GameTable} table
 * @param {number} seat
 */
function fillAsk(question, table, seat) {
  const player = table.state.players[seat];
  const asked = question.ask.properties;
  /** @type {{ [name: string]: Json }} */
  const told = {};
  if ("dice" in asked)
    Object.assign(told, { dice: player.rounds.at(-1)?.dice || [], keep: [], spent: [], reroll: [], spend: null });
  if ("hero" in asked) told.hero = player.hero;
  if ("game" in asked) told.game = table.state;
  if ("totals" in asked)
    told.totals = Object.fromEntries(table.score.sheets.map((sheet) => [sheet.player, sheet.at_least]));
  if (question.id === "magic-start") told.players = table.state.players.map((one) => one.name);
  return Object.fromEntries(Object.entries(told).filter(([name]) => name in asked));
}

const FRESH = "T1";

/** @type {[RegExp, (table: GameTable, path: string, context: Context) => unknown][]} */
const TAPS = [
  [/\/dice\/\d+$/, changeDie],
  [/\/dice\/-$/, addDice],
  [/\/hero$/, chooseHero],
  [/\/(rounds|tie_breaks)\/-$/, newRound],
  [/\/(rounds|tie_breaks)\/\d+$/, roundMenu],
];

/** @type {import("../../lib/types.js").GameModule} */
export default {
  questions: {
    take: { icon: "dice", load: () => import("./mountain.js") },
  },
  picker,
  fillAsk,

  entry(table, seat, context) {
    const picture = drawing(table, {
      player: seat,
      onTap: (path) => {
        const found = TAPS.find(([pattern]) => pattern.test(path));
        if (found) tried(() => found[1](table, path, context));
      },
    });
    const hint = h("p.small.faint", t("Tap a die to change it, + to add dice, the card to choose a hero."));
    return { element: h("div.stack", picture, hint), refresh: picture.refresh };
  },

  /** How a piece of a photo is shown and changed. */
  async piece() {
    const cut = await dicePictures();
    return withCards(gameOf(import.meta.url), {
      name: (piece) => (piece.code ? dieWords(piece.code) : t("not read yet")),
      image: (piece, size) => dieImage(cut, piece.code || FRESH, size),
      wheel: (piece, onChange) =>
        dieWheel(cut, piece?.code?.endsWith("?") ? piece.code[0] : piece?.code, (code) => onChange({ code })),
      fresh: { code: FRESH },
    });
  },
};
