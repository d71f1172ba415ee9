// The answer to a question in own words: verdict and sentence, then the rule, then what is related.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { ruleBody } from "./rulecard.js";

/** @import { Found, Reply } from "../lib/types.js" */

const FEW = 4;

/**
 * @param {string} game
 * @param {Reply} reply
 * @param {(question: string) => void} referee opens the form of a case
 */
export function answerPart(game, reply, referee) {
  if (!reply.hits.length) return [h("p.faint", t("No rule was found. Try other words."))];
  const [first, ...others] = reply.hits;
  if (!reply.sure)
    return [
      h("p.verdict", { "data-legal": "open" }, reply.headline),
      reply.hits.map((hit) => h("section.card.answer", { "data-sure": "no" }, folded(game, hit, referee))),
    ];
  return [
    h(
      "section.card.answer.stack",
      { "data-verdict": reply.case ? "case" : (first.verdict ?? "") },
      reply.case ? h("p.verdict", { "data-legal": "open" }, reply.headline) : verdict(first),
      card(first),
      caseButton(first, referee),
      first.rules.map((rule, place) => (place ? foldedRule(game, rule) : ruleBody(game, rule))),
    ),
    others.length ? h("h3.small.faint", t("Related")) : null,
    others.map((hit) => h("section.card.answer", folded(game, hit, referee))),
  ];
}

/** What is said first: yes, no or a number, and the sentence. @param {Found} hit */
function verdict(hit) {
  if (!hit.headline && !hit.say) return null;
  const legal = hit.verdict === "yes" || hit.verdict === "no" ? hit.verdict : null;
  return h(
    "p.verdict",
    { "data-legal": legal },
    hit.headline ? h("strong.said", hit.headline) : null,
    hit.say ? h("span", hit.headline ? ` ${hit.say}` : hit.say) : null,
  );
}

/** What is known of a card that was named, and how sure. @param {Found} hit */
function card(hit) {
  if (!hit.card) return null;
  return h(
    "div.stack.tight",
    h("p", h("strong", hit.card.name), ` · ${hit.card.kind}`),
    hit.card.known.length
      ? h(
          "details.fold",
          { open: hit.card.known.length <= FEW },
          h("summary", t("What is known of it")),
          hit.card.known.map((fact) => h("p.small", `${fact.ask} `, h("strong", fact.value), ` (${fact.known_from})`)),
        )
      : null,
    hit.card.unknown
      ? h("p.small.faint", t("Printed values that nobody has told yet: {count}.", { count: hit.card.unknown }))
      : null,
  );
}

/** @param {Found} hit @param {(question: string) => void} referee */
function caseButton(hit, referee) {
  const question = hit.referee;
  if (!question) return null;
  return h(
    "button.button",
    { type: "button", "data-referee": question, onclick: () => referee(question) },
    icon("scales"),
    t("Settle your case"),
  );
}

/** @param {string} game @param {Found} hit @param {(question: string) => void} referee */
function folded(game, hit, referee) {
  const said = hit.say || hit.card?.name || hit.rules[0].title;
  return h(
    "details.fold",
    h("summary", h("span", hit.headline && !hit.card ? h("strong", `${hit.headline} `) : null, said)),
    h(
      "div.stack",
      card(hit),
      caseButton(hit, referee),
      hit.rules.map((rule) => ruleBody(game, rule)),
    ),
  );
}

/** @param {string} game @param {import("../lib/types.js").Rule} rule */
function foldedRule(game, rule) {
  return h("details.fold", h("summary", rule.title), ruleBody(game, rule));
}
