// Dice Miner: the trove is the input. Tap a die to change it, tap + to add dice, tap the hero to choose one.

import { h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { withCards } from "../../parts/cardpiece.js";
import { bringIntoSight, makeDock } from "../../parts/dock.js";
import { drawing } from "../../parts/drawing.js";
import { searchSheet } from "../../parts/fields.js";
import { following } from "../../parts/follow.js";
import { iconButton } from "../../parts/frame.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { disc } from "../../photo/mark.js";
import { dicePictures, dieImage, dieKeys, dieMark, dieWords, picker } from "./dice.js";

/** @import { Context, GameTable, Json, Question } from "../../lib/types.js" */
/**
 * What a tap on a place needs.
 * @typedef {object} Desk
 * @property {GameTable} table
 * @property {Context} context
 * @property {ReturnType<typeof makeDock>} dock
 * @property {{ point(path: string): Element | null }} picture
 */

/** @param {Desk} desk @param {string} path */
async function changeDie({ table, dock, picture }, path) {
  const cut = await dicePictures();
  /** @returns {string} */
  const here = () => at(table.state, path);
  const remove = () => {
    dock.close();
    tried(() => table.take(path));
  };
  dock.show(
    dieWords(here()),
    following(table, here, () =>
      dieKeys(cut, here(), (next) => {
        tried(() => table.set(path, next));
        if (next !== here()) dock.rename(dieWords(next));
      }),
    ),
    iconButton("trash", t("Remove"), remove),
  );
  bringIntoSight(picture.point(path));
}

/** Each key lays one more die. @param {Desk} desk @param {string} path */
async function addDice({ table, dock, picture }, path) {
  const cut = await dicePictures();
  const list = path.replace(/\/-$/, "");
  /** @returns {string[]} */
  const dice = () => at(table.state, list) || [];
  const said = () => t("{count} dice", { count: dice().length });
  const takeBack = () => {
    if (dice().length) tried(() => table.take(`${list}/${dice().length - 1}`));
    dock.rename(said());
  };
  dock.show(
    said(),
    dieKeys(cut, null, (code) => {
      tried(() => table.put(list, code));
      dock.rename(said());
    }),
    iconButton("undo", t("Last one"), takeBack),
  );
  bringIntoSight(picture.point(path));
}

/** @param {Desk} desk @param {string} path */
async function chooseHero({ table, context }, path) {
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

/** @param {Desk} desk @param {string} path */
async function newRound(desk, path) {
  const { table } = desk;
  const list = path.replace(/\/-$/, "");
  /** @type {{ dice: string[] }[]} */
  const rounds = at(table.state, list) || [];
  const before = rounds.at(-1)?.dice || [];
  /** @param {string[]} dice */
  const begin = (dice) => table.put(list, { dice });
  if (!before.length) {
    await begin([]);
    return addDice(desk, `${list}/${rounds.length}/dice/-`);
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

/** @param {Desk} desk @param {string} path */
function roundMenu(desk, path) {
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
              tried(() => addDice(desk, `${path}/dice/-`));
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
              tried(() => desk.table.take(path));
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

/** @type {[RegExp, (desk: Desk, path: string) => unknown][]} */
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
        if (found) tried(() => found[1]({ table, context, dock, picture }, path));
      },
    });
    const dock = makeDock({ onClose: () => picture.point("") });
    const hint = h("p.small.faint", t("Tap a die to change it, + to add dice, the card to choose a hero."));
    return { element: h("div.stack", picture, hint, dock.element), refresh: picture.refresh };
  },

  /** How a piece of a photo is shown and changed. */
  async piece() {
    const cut = await dicePictures();
    return withCards(gameOf(import.meta.url), {
      name: (piece) => (piece.code ? dieWords(piece.code) : t("not read yet")),
      image: (piece, size) => dieImage(cut, piece.code || FRESH, size),
      mark: (piece, size) => (piece.code ? dieMark(cut, piece.code, size * 1.15) : disc("?", "white", size)),
      keys: (piece, onChange) =>
        dieKeys(cut, piece?.code?.endsWith("?") ? piece.code[0] : piece?.code, (code) => onChange({ code })),
      fresh: { code: FRESH },
    });
  },
};
