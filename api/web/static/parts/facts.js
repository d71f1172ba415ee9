// Printed values that only the owner knows: asked where they are missing, remembered for every later game.

import { h } from "../lib/dom.js";
import { forget, get, post, put } from "../lib/door.js";
import { t, words } from "../lib/i18n.js";
import { openSheet } from "./sheet.js";
import { toast, tried } from "./toast.js";

/** @import { Json, Missing } from "../lib/types.js" */

/**
 * How to ask for a printed value.
 * @typedef {object} FactType
 * @property {string} type
 * @property {number} [min]
 * @property {number} [max]
 * @property {Json} [of]
 * @property {{ [name: string]: Json }} [columns]
 */
/**
 * @typedef {object} Fact
 * @property {string} name
 * @property {Json} value
 * @property {string} ask
 * @property {string} allowed
 * @property {string} confidence
 * @property {string} source
 * @property {FactType} type
 */
/** @typedef {{ element: HTMLElement, read(): Json }} FactInput */

/**
 * A card that asks for missing values.
 * @param {string} game
 * @param {Missing[]} missing
 * @param {() => void} [onDone]
 */
export function missingCard(game, missing, onDone) {
  const seen = new Set();
  const unique = missing.filter(({ item, field }) => !seen.has(`${item} ${field}`) && seen.add(`${item} ${field}`));
  if (!unique.length) return null;
  return h(
    "section.card.warn",
    { "aria-label": t("Printed values to look up") },
    h("h3", t("Please look on your cards")),
    h(
      "p.small",
      t("These values are printed on your copy and we do not know them. Tell us once; they are remembered."),
    ),
    h(
      "div.stack.tight",
      unique
        .slice(0, 12)
        .map((entry) =>
          h(
            "button.button.ask",
            { type: "button", onclick: () => askFact(game, entry, onDone) },
            h("span.grow", entry.question),
          ),
        ),
      unique.length > 12 ? h("p.small.faint", t("and {count} more", { count: unique.length - 12 })) : null,
    ),
  );
}

/**
 * Ask for one printed value.
 * @param {string} game
 * @param {{ item: string, field: string, question?: string }} asked
 * @param {() => void} [onDone]
 */
export function askFact(game, { item, field, question }, onDone) {
  return tried(async () => {
    /** @type {Fact} */
    const fact = await get(`/games/${game}/catalogue/${item}/${field}`);
    const input = factInput(fact.type, fact.value);
    const before = JSON.stringify(input.read());
    await openSheet({
      title: fact.name,
      body: h(
        "form.stack",
        { onsubmit: (event) => event.preventDefault() },
        h("p", question || fact.ask),
        input.element,
        source(fact),
      ),
      footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
    });
    if (JSON.stringify(input.read()) !== before) await remember(game, item, field, input.read(), onDone);
  });
}

/**
 * Keep a printed value for every later game; it can be taken back.
 * @param {string} game
 * @param {string} item
 * @param {string} field
 * @param {Json} value
 * @param {() => void} [onDone]
 */
async function remember(game, item, field, value, onDone) {
  await put(`/games/${game}/catalogue/${item}/${field}`, { value });
  forget(`/games/${game}`);
  onDone?.();
  const undo = () =>
    tried(async () => {
      await post(`/games/${game}/catalogue/undo`);
      forget(`/games/${game}`);
      onDone?.();
    });
  toast(t("Remembered for your copy of the game."), { label: t("Undo"), do: undo });
}

/** @param {Fact} fact */
function source(fact) {
  if (fact.value === null) return h("p.small.faint", fact.allowed);
  return h(
    "p.small.faint",
    t("Known so far: {value} ({confidence}, {source})", {
      value: String(fact.value),
      confidence: t(words(fact.confidence)),
      source: fact.source,
    }),
  );
}

/**
 * An input for a type of printed value; `read()` gives the value.
 * @param {FactType} type
 * @param {Json} value
 * @returns {FactInput}
 */
export function factInput(type, value) {
  if (type.type === "int") return numberInput(type, value);
  if (type.type === "bool")
    return choiceInput(
      [
        [true, t("Yes")],
        [false, t("No")],
      ],
      value,
    );
  if (type.type === "choice")
    return choiceInput(
      /** @type {string[]} */ (type.of).map((word) => [word, t(words(word))]),
      value,
    );
  if (type.type === "list" && type.of.type === "choice") return severalInput(type.of.of, value || []);
  return textInput(type, value);
}

/** @param {FactType} type @param {number | null} value @returns {FactInput} */
function numberInput(type, value) {
  const { min: least = 0, max: most = 9999 } = type;
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value: value ?? "",
    "aria-label": t("Number"),
  });
  /** @param {number} by */
  const step = (by) => () => {
    const now = input.value === "" ? least - by : Number(input.value);
    input.value = String(Math.min(most, Math.max(least, now + by)));
  };
  const element = h(
    "div.stepper",
    h("button", { type: "button", "aria-label": t("Less"), onclick: step(-1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": t("More"), onclick: step(1) }, "+"),
  );
  return { element, read: () => (input.value === "" ? null : Number(input.value)) };
}

/** @param {[option: Json, label: string][]} pairs @param {Json} value @returns {FactInput} */
function choiceInput(pairs, value) {
  let chosen = value;
  const element = h("div.chips.flow", { role: "radiogroup" });
  for (const [option, label] of pairs) {
    const chip = h("button.chip", { type: "button", role: "radio", "aria-checked": String(option === chosen) }, label);
    chip.onclick = () => {
      chosen = option;
      for (const other of element.children) other.setAttribute("aria-checked", String(other === chip));
    };
    element.append(chip);
  }
  return { element, read: () => chosen };
}

/** @param {string[]} options @param {string[]} value @returns {FactInput} */
function severalInput(options, value) {
  const chosen = [...value];
  const element = h("div.stack");
  const shown = h("div.chips.flow", { "aria-label": t("Chosen") });
  const draw = () => {
    shown.replaceChildren(
      ...chosen.map((word, index) =>
        h(
          "button.chip",
          {
            type: "button",
            "aria-label": t("Take {what} away", { what: t(words(word)) }),
            onclick: () => {
              chosen.splice(index, 1);
              draw();
            },
          },
          t(words(word)),
          " ×",
        ),
      ),
    );
    if (!chosen.length) shown.append(h("span.faint.small", t("None chosen")));
  };
  draw();
  element.append(
    shown,
    h(
      "div.chips.flow",
      options.map((word) =>
        h(
          "button.chip",
          {
            type: "button",
            onclick: () => {
              chosen.push(word);
              draw();
            },
          },
          "+ ",
          t(words(word)),
        ),
      ),
    ),
  );
  return { element, read: () => chosen };
}

/** @param {FactType} type @param {Json} value @returns {FactInput} */
function textInput(type, value) {
  const shown = Array.isArray(value)
    ? value.map((row) => (Array.isArray(row) ? row.join(":") : row)).join(", ")
    : (value ?? "");
  const input = h("input.input", { type: "text", value: shown, autocomplete: "off", "aria-label": t("Value") });
  const columns =
    type.type === "table"
      ? h(
          "p.small.faint",
          Object.keys(type.columns ?? {})
            .map((name) => t(words(name)))
            .join(" : "),
        )
      : null;
  return { element: h("div.stack", input, columns), read: () => input.value };
}
