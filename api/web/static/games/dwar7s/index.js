// Dwar7s Fall: the layout is the input. Tap a card to turn it, stack on it, put dwarves on it or lay one beside it.

import { fill, h } from "../../lib/dom.js";
import { getOnce } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { drawing } from "../../parts/drawing.js";
import { numberEditor, searchSheet } from "../../parts/fields.js";
import { following } from "../../parts/follow.js";
import { colourDot } from "../../parts/frame.js";
import { icon } from "../../parts/icons.js";
import { chooseSheet, openSheet } from "../../parts/sheet.js";
import { tableFields } from "../../parts/tablefields.js";
import { tried } from "../../parts/toast.js";
import { editPlace, fieldList } from "../generic.js";

/** @import { Context, GameTable, Player, Schema, State } from "../../lib/types.js" */
/** @typedef {{ kind: string, colour: string, turn: number }} Card */
/** @typedef {{ x: number, y: number, cards: Card[], dwarves: { [colour: string]: number } }} Stack */
/** @typedef {State & { players: (Player & { colour: string })[], table: Stack[] }} Layout */
/** @typedef {GameTable<Layout>} LayoutTable */

/** @type {[side: string, dx: number, dy: number, name: () => string][]} */
const BESIDE = [
  ["left", -1, 0, () => t("to the left")],
  ["right", 1, 0, () => t("to the right")],
  ["up", 0, -1, () => t("above")],
  ["down", 0, 1, () => t("below")],
];

/** @param {{ schema: Schema }} context @param {string} name @returns {string[]} */
const choices = (context, name) =>
  Object.values(context.schema.$defs ?? {}).find((part) => part.title === name)?.enum || [];

/** @param {LayoutTable} table @param {Context} context @param {string} colour @returns {Promise<Card | null>} */
async function chooseCard(table, context, colour) {
  const kinds = choices(context, "Kind");
  const kind = await searchSheet(
    t("Which card?"),
    kinds.map((id) => ({ value: id, label: context.label(id) ?? t(words(id)) })),
  );
  if (!kind) return null;
  const colours = choices(context, "Colour");
  const chosen = await chooseSheet(
    t("Whose card?"),
    colours.map((id) => ({ value: id, label: ownerOf(table, id), mark: colourDot(id) })),
    colour,
  );
  return chosen ? { kind: kind.value, colour: chosen, turn: 0 } : null;
}

/** @param {LayoutTable} table @param {string} colour */
function ownerOf(table, colour) {
  const owner = table.state.players.find((player) => player.colour === colour);
  return owner ? `${owner.name} (${t(colour)})` : t(colour);
}

/** @param {LayoutTable} table @param {Context} context @param {number} x @param {number} y @param {string} colour */
async function layCard(table, context, x, y, colour) {
  const card = await chooseCard(table, context, colour);
  if (card) await table.put("/table", { x, y, cards: [card], dwarves: {} });
}

/** @param {LayoutTable} table @param {Context} context @param {number} index @param {number} seat */
function openStack(table, context, index, seat) {
  const path = `/table/${index}`;
  /** @returns {Stack} */
  const stack = () => at(table.state, path);
  const colour = table.state.players[seat].colour;
  /** @param {() => unknown} work */
  const act = (work) => tried(work);

  const form = () => {
    if (!stack()) return h("p.faint", t("This card is not there any more."));
    const { x, y, cards, dwarves } = stack();
    const top = cards[cards.length - 1];
    const topPath = `${path}/cards/${cards.length - 1}`;
    /** @param {number} dx @param {number} dy */
    const taken = (dx, dy) => table.state.table.some((other) => other.x === x + dx && other.y === y + dy);
    return [
      h("p.faint", `${t(top.colour)}, ${t("{count} cards in this stack", { count: cards.length })}`),
      h(
        "div.row.wrap",
        h(
          "button.button",
          { type: "button", onclick: () => act(() => table.set(`${topPath}/turn`, (top.turn + 1) % 4)) },
          icon("redo"),
          t("Turn"),
        ),
        h(
          "button.button",
          {
            type: "button",
            onclick: () =>
              act(async () => {
                const card = await chooseCard(table, context, colour);
                if (card) await table.put(`${path}/cards`, card);
              }),
          },
          icon("plus"),
          t("Stack a card"),
        ),
        h(
          "button.button",
          {
            type: "button",
            onclick: () => {
              sheet.close();
              editPlace(table, topPath, context, t("What is printed on it"));
            },
          },
          icon("pen"),
          t("Printed values"),
        ),
      ),
      h("h3", t("Dwarves on it")),
      choices(context, "Colour").map((id) =>
        h(
          "div.row",
          colourDot(id),
          h("span.grow", ownerOf(table, id)),
          numberEditor(
            { minimum: 0, maximum: 7 },
            dwarves[id] || 0,
            (_count, step) => act(() => table.change(`${path}/dwarves/${id}`, step)),
            id,
          ),
        ),
      ),
      h("h3", t("Lay a card beside it")),
      h(
        "div.chips.flow",
        BESIDE.filter(([, dx, dy]) => !taken(dx, dy)).map(([, dx, dy, name]) =>
          h(
            "button.chip",
            {
              type: "button",
              onclick: () => {
                sheet.close();
                tried(() => layCard(table, context, x + dx, y + dy, colour));
              },
            },
            name(),
          ),
        ),
      ),
    ];
  };

  function removeTop() {
    const { cards } = stack();
    return table.take(cards.length > 1 ? `${path}/cards/${cards.length - 1}` : path);
  }

  const kind = stack().cards.at(-1)?.kind ?? "";
  const sheet = openSheet({
    title: context.label(kind) ?? t(words(kind)),
    body: following(table, () => table.state.table, form),
    footer: (close) => [
      h(
        "button.button.danger",
        {
          type: "button",
          onclick: () => {
            close();
            tried(removeTop);
          },
        },
        icon("trash"),
        t("Remove"),
      ),
      h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
    ],
  });
}

/** The table whose drawing the places of a form are tapped on. @type {LayoutTable | null} */
let tapped = null;

/** Places of the grid in forms: tap the card on the drawing. @type {import("../../lib/types.js").Picker} */
function picker(schema, value, onChange, name) {
  if (
    schema.type !== "array" ||
    schema.prefixItems?.length !== 2 ||
    !schema.prefixItems.every((part) => part.type === "integer")
  )
    return null;
  const table = tapped;
  if (!table) return null;
  /** @param {[number, number] | null} place */
  const say = (place) => (place ? `${place[0]}, ${place[1]}` : t("any"));
  const button = h("button.button", { type: "button" }, say(value));
  button.onclick = () => {
    const sheet = openSheet({
      title: t(words(name || "place")),
      body: drawing(table, {
        onTap: (path, piece) => {
          const found = /^\/table\/(\d+)/.exec(path);
          if (path === "/table/-") set([Number(piece.dataset.x), Number(piece.dataset.y)]);
          else if (found) {
            const { x, y } = table.state.table[Number(found[1])];
            set([x, y]);
          }
        },
      }),
      footer: h("button.button", { type: "button", onclick: () => set(null) }, t("Any")),
    });
    /** @param {[number, number] | null} place */
    const set = (place) => {
      if (place || schema.optional) onChange(place);
      fill(button, say(place));
      sheet.close();
    };
  };
  return button;
}

const GAME = gameOf(import.meta.url);

/** A piece of a photo in words: a card, a dwarf, or a card that still has no name. @param {{ code?: string }} piece */
function pieceWords({ code }) {
  const [first, second] = (code || "?").split(" ");
  if (first === "?") return t("Which card?");
  return first === "dwarf" ? `${t("Dwarf")}, ${t(second)}` : `${t(words(second))}, ${t(first)}`;
}

/** @param {{ code?: string }} piece */
function pieceImage({ code }) {
  const [first, second] = (code || "?").split(" ");
  if (first === "?") return h("span.strong", "?");
  return h(
    "span.row",
    colourDot(first === "dwarf" ? second : first),
    h("span.small", first === "dwarf" ? t("Dwarf") : t(words(second))),
  );
}

/**
 * Chips for the colour and the kind, and a button that turns the card.
 * @param {{ colours: string[], kinds: string[], fresh: string }} box
 * @param {{ code?: string } | null} piece
 * @param {(value: { code: string }) => void} onChange
 */
function pieceWheel({ colours, kinds, fresh }, piece, onChange) {
  const dwarf = Boolean(piece?.code?.startsWith("dwarf "));
  const named = piece?.code && !piece.code.includes("?") ? piece.code : fresh;
  let [colour, kind, turn] = dwarf ? [named.split(" ")[1]] : named.split(" ");
  const body = h("div.stack");
  /** @param {() => void} set */
  const change = (set) => {
    set();
    draw();
    onChange({ code: dwarf ? `dwarf ${colour}` : `${colour} ${kind} ${turn}` });
  };
  /** @param {string} label @param {boolean} chosen @param {() => void} set @param {Node} [mark] */
  const chip = (label, chosen, set, mark) =>
    h("button.chip", { type: "button", "aria-pressed": String(chosen), onclick: () => change(set) }, mark, label);
  function draw() {
    fill(
      body,
      h(
        "div.chips.flow",
        colours.map((one) =>
          chip(
            t(one),
            one === colour,
            () => {
              colour = one;
            },
            colourDot(one),
          ),
        ),
      ),
      dwarf
        ? null
        : h(
            "div.chips.flow",
            kinds.map((one) =>
              chip(t(words(one)), one === kind, () => {
                kind = one;
              }),
            ),
          ),
      dwarf
        ? null
        : h(
            "button.button",
            {
              type: "button",
              onclick: () =>
                change(() => {
                  turn = String((Number(turn) + 1) % 4);
                }),
            },
            icon("redo"),
            t("Turn"),
          ),
    );
  }
  draw();
  return body;
}

/** @type {import("../../lib/types.js").GameModule} */
export default {
  /** How a piece of a photo is shown and changed. */
  async piece() {
    const schema = await getOnce(`/games/${GAME}/schema`);
    const [colours, kinds] = [choices({ schema }, "Colour"), choices({ schema }, "Kind")];
    const fresh = `${colours[0]} ${kinds[0]} 0`;
    return {
      name: pieceWords,
      image: pieceImage,
      wheel: (piece, onChange) => pieceWheel({ colours, kinds, fresh }, piece, onChange),
      fresh: { code: fresh },
    };
  },

  questions: {
    kingdom: { icon: "table", load: () => import("./kingdom.js") },
  },
  picker,
  fillAsk(question, table) {
    tapped = /** @type {LayoutTable} */ (table);
    const asked = question.ask.properties;
    return Object.fromEntries(
      ["at", "to", "card"].filter((name) => name in asked && asked[name].default === null).map((name) => [name, null]),
    );
  },

  entry(anyTable, seat, context) {
    const table = /** @type {LayoutTable} */ (anyTable);
    tapped = table;
    /** @param {string} path @param {HTMLElement | SVGElement} piece */
    const onTap = (path, piece) => {
      const stack = /^\/table\/(\d+)/.exec(path);
      if (path === "/table/-")
        tried(() =>
          layCard(table, context, Number(piece.dataset.x), Number(piece.dataset.y), table.state.players[seat].colour),
        );
      else if (stack) openStack(table, context, Number(stack[1]), seat);
      else if (/^\/players\/\d+\/.+/.test(path)) editPlace(table, path, context);
    };
    const picture = drawing(table, { onTap });
    const begin = h("div");
    const fields = fieldList(table, seat, context, { except: ["name"] });
    const drawBegin = () =>
      fill(
        begin,
        table.state.table.length
          ? null
          : h(
              "button.button.primary.wide",
              {
                type: "button",
                onclick: () => tried(() => layCard(table, context, 0, 0, table.state.players[seat].colour)),
              },
              icon("plus"),
              t("Lay the first card"),
            ),
      );
    drawBegin();
    return {
      element: h(
        "div.stack",
        begin,
        picture,
        h("p.small.faint", t("Tap a card to turn it, stack on it, put dwarves on it or lay one beside it.")),
        h("h2", table.state.players[seat].name),
        fields.element,
        tableFields(table, context, ["table", "printed", "executed"]),
      ),
      refresh: () => {
        picture.refresh();
        fields.refresh();
        drawBegin();
      },
    };
  },
};
