// What is told of a player besides the pieces on the board, on one sheet: a tap each, and the next part comes up.

import { fill, h } from "../lib/dom.js";
import { isOffered } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { at } from "../lib/pointer.js";
import { plain, searchInput } from "./fields.js";
import { following } from "./follow.js";
import { numberKeys } from "./numberkeys.js";
import { openSheet } from "./sheet.js";
import { tried } from "./toast.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { GameTable, Json, Schema } from "../lib/types.js" */

/** @typedef {{ value: Json, label: string, group?: string }} Option */
/**
 * A part of the sheet: `draw` gets what to do when it is told.
 * @typedef {object} Section
 * @property {string} name by which it is opened
 * @property {string} title
 * @property {() => Json} read what it shows
 * @property {(told: () => void) => Child} draw
 */

const SEARCHABLE = 20;

/**
 * Open the sheet at one of its parts.
 * @param {GameTable} table
 * @param {string} title
 * @param {Section[]} sections
 * @param {string} [first]
 */
export function fillIn(table, title, sections, first) {
  const parts = sections.map(({ name, title: heading, read, draw }, index) =>
    h(
      "section.stack.tight.told",
      { "data-part": name, "aria-label": heading },
      h("h3", heading),
      following(table, read, () => draw(() => bringUp(index + 1))),
    ),
  );
  /** @param {number} index */
  const bringUp = (index) => parts[index]?.scrollIntoView({ block: "start", behavior: "smooth" });
  const sheet = openSheet({
    title,
    body: parts,
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
  const begin = parts.findIndex((part) => part.dataset.part === first);
  if (begin > 0) parts[begin].scrollIntoView({ block: "start" });
  return sheet;
}

/**
 * Chips, grouped and searched where there are many.
 * @param {Option[]} options
 * @param {(option: Option) => HTMLElement} chip
 */
function chips(options, chip) {
  const box = h("div.stack.tight");
  const made = options
    .filter(({ value }) => isOffered(String(value)))
    .map((option) => ({ option, element: chip(option) }));
  /** @param {string} wanted */
  const draw = (wanted) => {
    const shown = made.filter(({ option }) => !wanted || plain(option.label).includes(plain(wanted)));
    const groups = [...new Set(shown.map(({ option }) => option.group ?? ""))];
    fill(
      box,
      groups.map((group) => [
        group ? h("span.small.faint", group) : null,
        h(
          "div.chips.flow",
          shown.filter(({ option }) => (option.group ?? "") === group).map(({ element }) => element),
        ),
      ]),
    );
  };
  draw("");
  return options.length > SEARCHABLE ? [searchInput(draw), box] : box;
}

/**
 * One of several; a second tap takes it back.
 * @param {GameTable} table
 * @param {string} path
 * @param {string} title
 * @param {Option[]} options
 * @returns {Section}
 */
export function chooseOne(table, path, title, options) {
  const here = () => at(table.state, path) ?? null;
  return {
    name: path.split("/").at(-1) ?? "",
    title,
    read: here,
    draw: (told) =>
      chips(options, ({ value, label }) =>
        h(
          "button.chip",
          {
            type: "button",
            "aria-pressed": String(value === here()),
            onclick: () =>
              tried(async () => {
                const again = value === here();
                await table.set(path, again ? null : value);
                if (!again) told();
              }),
          },
          label,
        ),
      ),
  };
}

/**
 * Any number of things: a tap puts one there, those that lie there stand first and are taken away by a tap.
 * @param {GameTable} table
 * @param {string} list
 * @param {string} title
 * @param {Option[]} options
 * @param {{ written?: (value: Json) => Json, idOf?: (part: Json) => Json }} [how]
 * @returns {Section}
 */
export function gather(table, list, title, options, { written = (value) => value, idOf = (part) => part } = {}) {
  /** @returns {Json[]} */
  const here = () => at(table.state, list) ?? [];
  /** @param {Json} id */
  const labelOf = (id) => options.find((option) => option.value === id)?.label ?? String(id);
  const lying = () =>
    h(
      "div.chips.flow",
      here().map((part, index) =>
        h(
          "button.chip",
          {
            type: "button",
            "aria-pressed": "true",
            "aria-label": t("Take {what} away", { what: labelOf(idOf(part)) }),
            onclick: () => tried(() => table.take(`${list}/${index}`)),
          },
          labelOf(idOf(part)),
          " ×",
        ),
      ),
    );
  return {
    name: list.split("/").at(-1) ?? "",
    title,
    read: () => null,
    draw: () => [
      following(table, here, lying),
      chips(options, ({ value, label }) =>
        h("button.chip.adds", { type: "button", onclick: () => tried(() => table.put(list, written(value))) }, label),
      ),
    ],
  };
}

/**
 * A number.
 * @param {GameTable} table
 * @param {string} path
 * @param {string} title
 * @param {Schema} limits
 * @returns {Section}
 */
export function count(table, path, title, limits) {
  const here = () => at(table.state, path) ?? 0;
  const name = path.split("/").at(-1) ?? "";
  return {
    name,
    title,
    read: here,
    draw: (told) =>
      numberKeys(
        limits,
        here(),
        (_value, step) =>
          tried(async () => {
            await table.change(path, step);
            if (step.kind === "set") told();
          }),
        name,
      ),
  };
}
