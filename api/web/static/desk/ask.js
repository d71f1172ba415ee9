// A case for the referee: a form out of the question's schema, and the ruling step by step.

import { post } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { boot, t } from "../lib/i18n.js";
import { gameModule } from "../games/index.js";
import { missingCard } from "../parts/facts.js";
import { editor } from "../parts/form.js";
import { openRule } from "../parts/rulecard.js";
import { openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";
import { resolve } from "../lib/schema.js";

/** Whether a part of a question is a whole game state; then the table fills it in. */
export function isState(schema, context) {
  return Boolean(schema.properties?.players && schema.title === context.schema.title);
}

/** The question's example with the table as it lies there now. */
export function firstAsk(question, context, table) {
  const ask = structuredClone(question.example);
  if (!table) return ask;
  for (const [name, part] of Object.entries(question.ask.properties)) {
    if (isState(resolve(part, question.ask), context)) ask[name] = structuredClone(table.state);
  }
  return ask;
}

/** Put a question to the referee. */
export function rule(game, question, ask) {
  return post(`/games/${game}/questions/${question.id}?lang=${boot.lang}`, ask);
}

export async function openQuestion(game, question, context, table) {
  const module = await gameModule(game);
  let ask = firstAsk(question, context, table);
  const answer = h("div.stack", { "aria-live": "polite" });
  const settle = () =>
    tried(async () => {
      const ruling = await rule(game, question, ask);
      fill(answer, rulingPart(game, ruling, settle));
      answer.scrollIntoView({ behavior: "smooth", block: "nearest" });
    });
  const form = editor(
    question.ask,
    ask,
    { ...context, root: question.ask, picker: module.picker, skip: (schema) => Boolean(table) && isState(schema, context) },
    (next) => (ask = next),
  );
  openSheet({
    title: question.title,
    body: h("div.stack", form, answer),
    footer: h("button.button.primary", { type: "button", onclick: settle }, t("Settle it")),
  });
}

/** A ruling: verdict first, then the steps, each with its rule. */
export function rulingPart(game, ruling, again) {
  return h(
    "section.ruling",
    h("p.verdict", ruling.verdict),
    ruling.steps.length
      ? h("ol.steps", ruling.steps.map((step) => h("li", h("span", step.text), step.rule ? h("button.linklike", { type: "button", onclick: () => openRule(game, step.rule) }, step.rule) : null)))
      : h("div.chips.flow", ruling.rules.map((id) => h("button.chip.small", { type: "button", onclick: () => openRule(game, id) }, id))),
    ruling.missing.length ? missingCard(game, ruling.missing, again) : null,
  );
}
