// Dice Miner: the trove is the input. Tap a die to change it, tap + to add dice, tap the hero to choose one.

import { fill, h, s } from "../../lib/dom.js";
import { post } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { drawing } from "../../parts/drawing.js";
import { searchSheet } from "../../parts/form.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { wheel } from "../../parts/wheel.js";

const GAME = gameOf(import.meta.url);

/** @import { Context, GameTable, Json, Question } from "../../lib/types.js" */
/**
 * A die cut out of a drawing.
 * @typedef {{ content: string, box: [x: number, y: number, width: number, height: number] }} Picture
 */
/** @typedef {Map<string, Picture>} Pictures */

/** @type {[letter: string, name: () => string, colour: string][]} */
const TYPES = [
  ["T", () => t("tunnel"), "white"],
  ["H", () => t("hazard"), "black"],
  ["K", () => t("tool"), "green"],
  ["G", () => t("treasure"), "yellow"],
  ["M", () => t("magic"), "turquoise"],
];
/** @type {{ [letter: string]: string[] }} */
const FACES = {
  T: ["1", "2", "3", "4", "5", "b"],
  H: ["c1", "c2", "c3", "c4", "d1", "d2", "d3", "d4", "b"],
  K: ["p", "s", "c1", "c2", "b"],
  G: ["1", "2", "3", "b"],
  M: ["1", "2", "3", "b"],
};
/** @type {{ [sign: string]: () => string }} */
const SHOWN = {
  c: () => t("cave-in"),
  d: () => t("dragon"),
  p: () => t("pickaxe"),
  s: () => t("shield"),
  b: () => t("beer"),
};

/** A die's code in words: "Hd4" is "hazard, 4 dragon". @param {string} code */
export function dieWords(code) {
  const type = TYPES.find(([letter]) => letter === code[0]);
  const [, sign, count] = /^.!?[A-Z]?([a-z?]?)(\d*)$/.exec(code) || [];
  if (!type) return code;
  const face =
    code[0] === "K" && sign === "c" ? t("chest") : (SHOWN[sign]?.() ?? (sign === "?" ? t("not read yet") : ""));
  return [type[1](), [count, face].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** @type {Promise<Pictures> | null} */
let pictures = null;

/**
 * The pictures of all dice, cut out of one drawing so that they look the same everywhere.
 * @returns {Promise<Pictures>}
 */
export function dicePictures() {
  pictures ||= load();
  return pictures;

  async function load() {
    const codes = TYPES.flatMap(([letter]) => [...FACES[letter], "?"].map((face) => letter + face));
    const svg = await post(`/games/${GAME}/draw`, { state: { players: [{ name: "-", rounds: [{ dice: codes }] }] } });
    const holder = h("div", { style: "position:absolute;left:-999px;width:390px", "aria-hidden": "true" });
    holder.innerHTML = svg;
    document.body.append(holder);
    const style = holder.querySelector("style");
    /** @type {Pictures} */
    const cut = new Map();
    for (const [index, code] of codes.entries()) {
      /** @type {SVGGraphicsElement | null} */
      const group = holder.querySelector(`[data-path="/players/0/rounds/0/dice/${index}"]`);
      if (group) cut.set(code, cutOut(group));
    }
    if (style) document.head.append(style);
    holder.remove();
    return cut;
  }

  /** @param {SVGGraphicsElement} group @returns {Picture} */
  function cutOut(group) {
    const { x, y, width, height } = group.getBBox();
    group.querySelector("title")?.remove();
    return { content: group.innerHTML, box: [x, y, width, height] };
  }
}

/**
 * One die as an SVG group of this size, centred on (0, 0).
 * @param {Pictures} cut
 * @param {string} code
 * @param {number} size
 */
function dieGroup(cut, code, size) {
  const found = cut.get(code) || cut.get(`${code[0]}?`);
  if (!found) return s("g");
  const [x, y, width] = found.box;
  const group = s("g.tally-drawing", {
    transform: `scale(${size / width}) translate(${-x - width / 2} ${-y - width / 2})`,
  });
  group.innerHTML = found.content;
  return group;
}

/** One die as a picture of its own. @param {Pictures} cut @param {string} code */
export function dieImage(cut, code, size = 34) {
  return s(
    "svg",
    { width: size, height: size, viewBox: "-18 -18 36 36", role: "img", "aria-label": dieWords(code) },
    dieGroup(cut, code, 34),
  );
}

/**
 * The two rings: type outside, face inside.
 * @param {Pictures} cut
 * @param {string | null | undefined} code
 * @param {(code: string) => void} onChange
 */
export function dieWheel(cut, code, onChange) {
  return wheel({
    outer: TYPES.map(([letter, name]) => ({
      value: letter,
      label: name(),
      draw: (size) => dieGroup(cut, letter + FACES[letter][0], size),
    })),
    inner: (letter) =>
      FACES[letter].map((face) => ({
        value: face,
        label: dieWords(letter + face),
        draw: (size) => dieGroup(cut, letter + face, size),
      })),
    value: [code ? code[0] : "T", code ? code.slice(1) : undefined],
    centre: (letter, face, size) => dieGroup(cut, letter + face, size),
    onChange: (letter, face) => onChange(letter + face),
  });
}

/** @param {GameTable} table @param {string} path */
async function changeDie(table, path) {
  const cut = await dicePictures();
  const code = at(table.state, path);
  openSheet({
    title: dieWords(code),
    body: dieWheel(cut, code, (next) => tried(() => table.set(path, next))),
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
  const added = h("div.chips.flow.added", { "aria-live": "polite" });
  /** @returns {string[]} */
  const dice = () => at(table.state, list) || [];
  const draw = () =>
    fill(
      added,
      dice().length
        ? dice().map((code) => dieImage(cut, code, 30))
        : h("span.faint.small", t("Tap a type outside, then a face inside. Each tap adds a die.")),
    );
  draw();
  const rings = h("div");
  /** @param {string | null} code @returns {HTMLElement} */
  const fresh = (code) =>
    fill(
      rings,
      dieWheel(cut, code?.[0], (next) =>
        tried(async () => {
          await table.put(list, next);
          draw();
          fresh(next);
        }),
      ),
    );
  fresh(null);
  openSheet({
    title: t("Add dice"),
    body: h("div.stack", added, rings),
    footer: (close) => [
      h(
        "button.button",
        {
          type: "button",
          onclick: () =>
            dice().length &&
            tried(async () => {
              await table.take(`${list}/${dice().length - 1}`);
              draw();
            }),
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

/** Dice in forms: pictures with a ring to choose, one die or several. @type {import("../../lib/types.js").Picker} */
function picker(schema, value, onChange) {
  /** @param {import("../../lib/types.js").Schema | undefined} part */
  const isDie = (part) => Boolean(part?.pattern?.includes("THKGM"));
  if (isDie(schema)) return diceField(value ? [value] : [], (dice) => onChange(dice[0] ?? null), 1);
  const item = schema.items?.anyOf?.find(isDie) || schema.items;
  if (schema.type !== "array" || !isDie(item)) return null;
  return diceField(
    typeof value === "string" ? value.split(/\s+/).filter(Boolean) : (value || []).filter(Boolean),
    onChange,
    60,
  );
}

/** @param {string[]} dice @param {(dice: string[]) => void} onChange @param {number} most */
function diceField(dice, onChange, most) {
  const box = h("div.chips.flow", t("One moment …"));
  const now = [...dice];
  dicePictures().then((cut) => {
    const draw = () =>
      fill(
        box,
        now.map((code, index) =>
          h(
            "button.chip.die-chip",
            { type: "button", "aria-label": dieWords(code), onclick: () => choose(index) },
            dieImage(cut, code, 34),
          ),
        ),
        now.length < most
          ? h(
              "button.chip",
              { type: "button", "aria-label": t("Add dice"), onclick: () => choose(now.length) },
              icon("plus"),
            )
          : null,
      );
    const change = () => {
      onChange([...now]);
      draw();
    };
    /** @param {number} index */
    const choose = (index) =>
      openSheet({
        title: t("Die"),
        body: (close) =>
          dieWheel(cut, now[index], (code) => {
            now[index] = code;
            change();
            if (most === 1) close();
          }),
        footer: (close) => [
          h(
            "button.button.danger",
            {
              type: "button",
              onclick: () => {
                now.splice(index, 1);
                change();
                close();
              },
            },
            icon("trash"),
            t("Remove"),
          ),
          h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
        ],
      });
    draw();
  });
  return box;
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
    return {
      name: (piece) => dieWords(piece.code || "T?"),
      image: (piece, size) => dieImage(cut, piece.code || "T?", size),
      wheel: (piece, onChange) =>
        dieWheel(cut, piece?.code?.endsWith("?") ? piece.code[0] : piece?.code, (code) => onChange({ code })),
      fresh: { code: "T1" },
    };
  },
};
