// Printed values that only the owner knows: told on a drawn card, once, and remembered for every later game.

import { h } from "../lib/dom.js";
import { forget, get, post, put } from "../lib/door.js";
import { t, words } from "../lib/i18n.js";
import { factInput } from "./factinputs.js";
import { icon } from "./icons.js";
import { openSheet } from "./sheet.js";
import { toast, tried } from "./toast.js";

/** @import { Json, Missing } from "../lib/types.js" */
/** @import { FactInput, FactType } from "./factinputs.js" */
/**
 * @typedef {object} Fact
 * @property {string} item
 * @property {string} field
 * @property {string} name
 * @property {Json} value
 * @property {string} ask
 * @property {string} allowed
 * @property {string} confidence
 * @property {string} source
 * @property {FactType} type
 */
/** All that is asked of one card. @typedef {{ item: string, fields: string[], question: string }} AskedItem */

/** What is missing, card by card. @param {Missing[]} missing @returns {AskedItem[]} */
export function byItem(missing) {
  /** @type {Map<string, AskedItem>} */
  const items = new Map();
  for (const { item, field, question } of missing) {
    const asked = items.get(item) ?? { item, fields: [], question };
    if (!asked.fields.includes(field)) asked.fields.push(field);
    items.set(item, asked);
  }
  return [...items.values()];
}

/**
 * A list of the cards of which something is missing.
 * @param {string} game
 * @param {Missing[]} missing
 * @param {() => void} [onDone]
 */
export function missingCard(game, missing, onDone) {
  const items = byItem(missing);
  if (!items.length) return null;
  return h(
    "section.card.warn",
    { "aria-label": t("Printed values to look up") },
    h("h3", t("Please look on your cards")),
    h(
      "p.small",
      t("These values are printed on your copy and we do not know them. Tell us once; they are remembered."),
    ),
    h("div.stack.tight", askButtons(game, items, onDone)),
    h("a.small", { href: "/help/teach" }, t("How do I teach my copy?")),
  );
}

/** @param {string} game @param {AskedItem[]} items @param {() => void} [onDone] */
export function askButtons(game, items, onDone) {
  return items.map(({ item, fields, question }) =>
    h(
      "button.button.ask",
      { type: "button", onclick: () => tried(() => askItem(game, item, fields, onDone)) },
      h("span.grow", question, fields.length > 1 ? ` (+${fields.length - 1})` : ""),
      icon("next"),
    ),
  );
}

/**
 * Ask for one printed value.
 * @param {string} game
 * @param {{ item: string, field: string }} asked
 * @param {() => void} [onDone]
 */
export const askFact = (game, { item, field }, onDone) => tried(() => askItem(game, item, [field], onDone));

/**
 * Ask for everything that is missing of a card, on the card itself.
 * @param {string} game
 * @param {string} item
 * @param {string[]} fields
 * @param {() => void} [onDone]
 */
export async function askItem(game, item, fields, onDone) {
  /** @type {Fact[]} */
  const facts = await Promise.all(fields.map((field) => get(`/games/${game}/catalogue/${item}/${field}`)));
  const inputs = facts.map((fact) => factInput(fact.type, fact.value));
  const before = inputs.map((input) => JSON.stringify(input.read()));
  await openSheet({
    title: facts[0].name,
    body: h("form.stack", { onsubmit: (event) => event.preventDefault() }, drawnCard(facts, inputs)),
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
  const told = facts.filter((_, index) => {
    const now = inputs[index].read();
    return now !== null && JSON.stringify(now) !== before[index];
  });
  if (!told.length) return;
  for (const fact of told)
    await put(`/games/${game}/catalogue/${item}/${fact.field}`, { value: inputs[facts.indexOf(fact)].read() });
  remembered(game, told.length, onDone);
}

/** The values where they are on the real card. @param {Fact[]} facts @param {FactInput[]} inputs */
function drawnCard(facts, inputs) {
  return h(
    "div.fact-card",
    h("strong.fact-name", facts[0].name),
    facts.map((fact, index) =>
      h(
        "div.fact",
        { "data-field": fact.field, role: "group", "aria-label": fact.ask },
        h("p.small", fact.ask),
        inputs[index].element,
        source(fact),
      ),
    ),
  );
}

/** @param {string} game @param {number} count @param {() => void} [onDone] */
function remembered(game, count, onDone) {
  forget(`/games/${game}`);
  onDone?.();
  const undo = () =>
    tried(async () => {
      for (let index = 0; index < count; index++) await post(`/games/${game}/catalogue/undo`);
      forget(`/games/${game}`);
      onDone?.();
    });
  toast(t("Remembered for your copy of the game."), { label: t("Undo"), do: undo });
}

/** @param {Fact} fact */
function source(fact) {
  if (fact.value === null) return null;
  return h(
    "p.small.faint",
    t("Known so far: {value} ({confidence}, {source})", {
      value: String(fact.value),
      confidence: t(words(fact.confidence)),
      source: fact.source,
    }),
  );
}
