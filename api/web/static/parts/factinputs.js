// Inputs for what is printed: steppers, chips, edges and places to tap; nothing has to be typed but words.

import { fill, h } from "../lib/dom.js";
import { t, words } from "../lib/i18n.js";
import { searchSheet } from "./fields.js";

/** @import { Json } from "../lib/types.js" */

/**
 * How to ask for a printed value.
 * @typedef {object} FactType
 * @property {string} type
 * @property {number} [min]
 * @property {number} [max]
 * @property {Json} [of]
 * @property {{ [name: string]: FactType }} [columns]
 */
/**
 * An input whose `read()` gives the value, null while nobody told it.
 * @typedef {{ element: HTMLElement, read(): Json }} FactInput
 */

const FEW = 8; // choices that fit as chips
const EDGES = ["top", "right", "bottom", "left"];
const PLACES = ["row", "place", "colour"];

/** @param {Json} word */
const said = (word) => (word === true ? t("Yes") : word === false ? t("No") : t(words(word)));

/** @param {FactType} type @param {Json} value @returns {FactInput} */
export function factInput(type, value) {
  if (type.type === "int") return numberInput(type, value);
  if (type.type === "bool") return choiceInput([true, false], value);
  if (type.type === "choice") return type.of.length > FEW ? longChoice(type.of, value) : choiceInput(type.of, value);
  if (type.type === "list" && type.of.type === "choice")
    return type.of.of.join() === EDGES.join() ? edgesInput(value) : severalInput(type.of.of, value);
  if (type.type === "table" && type.columns)
    return Object.keys(type.columns).join() === PLACES.join()
      ? placesInput(type.columns, value)
      : rowsInput(type.columns, value);
  return textInput(value);
}

/** @param {FactType} type @param {number | null} value @returns {FactInput} */
export function numberInput({ min: least = 0, max: most = 9999 }, value) {
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value: value ?? "",
    placeholder: "?",
    "aria-label": t("Number"),
  });
  const first = Math.min(most, Math.max(least, 0));
  /** @param {number} by */
  const step = (by) => () => {
    const next = input.value === "" ? first : Number(input.value) + by;
    input.value = String(Math.min(most, Math.max(least, next)));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const element = h(
    "div.stepper",
    h("button", { type: "button", "aria-label": t("Less"), onclick: step(-1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": t("More"), onclick: step(1) }, "+"),
  );
  return { element, read: () => (input.value === "" ? null : Number(input.value)) };
}

/** @param {Json[]} options @param {Json} value @returns {FactInput} */
function choiceInput(options, value) {
  let chosen = value;
  const element = h("div.chips.flow", { role: "radiogroup" });
  for (const option of options) {
    const about = { type: "button", role: "radio", "aria-checked": String(option === chosen) };
    const chip = h("button.chip", about, said(option));
    chip.onclick = () => {
      chosen = option;
      for (const other of element.children) other.setAttribute("aria-checked", String(other === chip));
    };
    element.append(chip);
  }
  return { element, read: () => chosen };
}

/** @param {string[]} options @param {Json} value @returns {FactInput} */
function longChoice(options, value) {
  let chosen = value;
  const button = h("button.button.wide", { type: "button" }, chosen ? said(chosen) : t("Choose"));
  button.onclick = async () => {
    const found = await searchSheet(
      t("Choose"),
      options.map((word) => ({ value: word, label: said(word) })),
      chosen,
    );
    if (!found) return;
    chosen = found.value;
    fill(button, said(chosen));
  };
  return { element: button, read: () => chosen };
}

/** Which edges of a card have a wall. @param {string[] | null} value @returns {FactInput} */
function edgesInput(value) {
  let chosen = value;
  const element = h("div.edges");
  const draw = () =>
    fill(
      element,
      EDGES.map((edge) =>
        h(
          "button.edge",
          {
            type: "button",
            class: edge,
            "aria-pressed": String(chosen?.includes(edge) ?? false),
            "aria-label": t("Wall: {edge}", { edge: said(edge) }),
            onclick: () => {
              chosen = chosen?.includes(edge) ? chosen.filter((other) => other !== edge) : [...(chosen ?? []), edge];
              draw();
            },
          },
          chosen === null ? "?" : "",
        ),
      ),
      h(
        "button.chip.no-walls",
        {
          type: "button",
          "aria-pressed": String(chosen?.length === 0),
          onclick: () => {
            chosen = [];
            draw();
          },
        },
        t("No walls"),
      ),
    );
  draw();
  return { element, read: () => chosen && EDGES.filter((edge) => chosen?.includes(edge)) };
}

/**
 * Several words, each as often as it is printed.
 * @param {string[]} options
 * @param {string[] | null} value
 * @returns {FactInput}
 */
function severalInput(options, value) {
  let chosen = value;
  const element = h("div.chips.flow");
  const draw = () =>
    fill(
      element,
      options.map((word) => {
        const count = chosen?.filter((other) => other === word).length ?? 0;
        return h(
          "button.chip",
          {
            type: "button",
            "aria-pressed": String(count > 0),
            onclick: () => {
              chosen = [...(chosen ?? []), word];
              draw();
            },
          },
          said(word),
          count > 1 ? ` ×${count}` : "",
        );
      }),
      h(
        "button.chip",
        {
          type: "button",
          "aria-pressed": String(chosen?.length === 0),
          onclick: () => {
            chosen = [];
            draw();
          },
        },
        t("None"),
      ),
    );
  draw();
  return { element, read: () => chosen };
}

/**
 * Rows of numbers and words, such as what each count pays.
 * @param {{ [name: string]: FactType }} columns
 * @param {Json[][] | null} value
 * @returns {FactInput}
 */
function rowsInput(columns, value) {
  const names = Object.keys(columns);
  /** @type {FactInput[][]} */
  const rows = (value ?? [null]).map((row) => inputs(row));
  let told = value !== null;
  const element = h("div.stack.tight");

  /** @param {Json[] | null} row */
  function inputs(row) {
    return names.map((name, index) => factInput(columns[name], row ? row[index] : null));
  }

  const draw = () =>
    fill(
      element,
      rows.map((row, index) =>
        h(
          "div.fact-row",
          row.map((cell, column) => h("label.field", h("span.label", said(names[column])), cell.element)),
          h("button.icon-button", { type: "button", "aria-label": t("Remove"), onclick: () => drop(index) }, "×"),
        ),
      ),
      h("button.button", { type: "button", onclick: more }, t("One more row")),
    );
  const more = () => {
    rows.push(inputs(null));
    draw();
  };
  /** @param {number} index */
  const drop = (index) => {
    rows.splice(index, 1);
    told = true;
    draw();
  };
  draw();
  return {
    element,
    read() {
      const read = rows
        .map((row) => row.map((cell) => cell.read()))
        .filter((row) => row.every((cell) => cell !== null));
      return read.length || told ? read : null;
    },
  };
}

/**
 * Colours at the places of a sheet: choose a colour, tap the places that show it.
 * @param {{ [name: string]: FactType }} columns
 * @param {[row: string, place: number, colour: string][] | null} value
 * @returns {FactInput}
 */
function placesInput(columns, value) {
  const { row, place, colour } = columns;
  /** @type {Map<string, string>} */
  const chosen = new Map((value ?? []).map(([name, number, shown]) => [`${name} ${number}`, shown]));
  let brush = colour.of[0];
  const element = h("div.stack.tight");
  const numbers = Array.from({ length: place.max ?? 3 }, (_, index) => index + 1);
  /** @param {string} shown @param {boolean} pressed @param {() => void} onclick @param {string} label */
  const spot = (shown, pressed, onclick, label) =>
    h("button.spot", {
      type: "button",
      "aria-pressed": String(pressed),
      "aria-label": label,
      style: { background: shown ? `var(--tally-${shown})` : "" },
      onclick,
    });
  /** @param {string} name @param {number} number */
  const cell = (name, number) => {
    const key = `${name} ${number}`;
    const shown = chosen.get(key) ?? "";
    const tap = () => {
      if (shown === brush) chosen.delete(key);
      else chosen.set(key, brush);
      draw();
    };
    return spot(shown, Boolean(shown), tap, `${said(name)} ${number}: ${shown ? said(shown) : t("none")}`);
  };
  /** @param {string} word */
  const paint = (word) => () => {
    brush = word;
    draw();
  };
  const draw = () =>
    fill(
      element,
      h(
        "div.spots",
        colour.of.map((/** @type {string} */ word) => spot(word, word === brush, paint(word), said(word))),
      ),
      h(
        "div.spot-grid",
        row.of.map((/** @type {string} */ name) => [
          h("span.small", said(name)),
          numbers.map((number) => cell(name, number)),
        ]),
      ),
    );
  draw();
  return {
    element,
    read: () =>
      chosen.size || value
        ? row.of.flatMap((/** @type {string} */ name) =>
            numbers
              .filter((number) => chosen.has(`${name} ${number}`))
              .map((number) => [name, number, chosen.get(`${name} ${number}`)]),
          )
        : null,
  };
}

/** @param {Json} value @returns {FactInput} */
function textInput(value) {
  const input = h("input.input", { type: "text", value: value ?? "", autocomplete: "off", "aria-label": t("Value") });
  return { element: input, read: () => input.value.trim() || null };
}
