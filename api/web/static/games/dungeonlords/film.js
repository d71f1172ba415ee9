// What happens in a battle, step by step: the party with its hit points, and what the lord has left.

import { fill, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../parts/icons.js";
import { openRule, ruleOf } from "../../parts/rulecard.js";

/** @import { Ruling, Step } from "../../lib/types.js" */
/** @typedef {(id: string) => string} Names */
/** @typedef {{ id: string, hp: number, damage: number }} Hero */
/** @typedef {{ party: Hero[], prison: string[], conquered: string[], [counter: string]: unknown }} Scene */

/** A rule by its title, one tap away. @param {string} game @param {string} id */
function ruleLink(game, id) {
  const link = h("button.linklike", { type: "button", onclick: () => openRule(game, id) }, id);
  ruleOf(game, id)
    .then((rule) => fill(link, rule.title))
    .catch(() => {});
  return link;
}

/** A plan that may not be: every reason with its rule. @param {string} game @param {Ruling} ruling */
export function refusal(game, { verdict, steps }) {
  return h(
    "section.refusal",
    { role: "alert" },
    h("p.verdict", { "data-legal": "no" }, icon("close"), " ", verdict),
    h(
      "ul",
      steps.map((step) => h("li", step.text, " ", ruleLink(game, step.rule))),
    ),
  );
}

/** A ruling to walk through, forward and back. @param {string} game @param {Ruling} ruling @param {Names} name */
export function film(game, { steps }, name) {
  const shown = h("div");
  let at = 0;
  /** @param {number} by */
  const walk = (by) => () => {
    at += by;
    draw();
  };
  function draw() {
    const step = steps[at];
    if (!step) return;
    fill(
      shown,
      h(
        "section.card",
        h(
          "div.row",
          h("span.small.faint.grow.num", t("Step {number} of {count}", { number: at + 1, count: steps.length })),
          ruleLink(game, step.rule),
        ),
        h("p", step.text),
        step.state ? stage(step.state, name) : null,
        h(
          "div.row",
          h("button.button.grow", { type: "button", disabled: at === 0, onclick: walk(-1) }, icon("back"), t("Before")),
          h(
            "button.button.primary.grow",
            { type: "button", disabled: at >= steps.length - 1, onclick: walk(1) },
            t("Next"),
            icon("next"),
          ),
        ),
      ),
    );
  }
  draw();
  return [shown, steps.length > 1 ? allSteps(steps) : null];
}

/** @param {Step[]} steps */
function allSteps(steps) {
  return h(
    "details.fold.card",
    h("summary", t("All steps")),
    h(
      "ol.steps",
      steps.map((one) => h("li", one.text)),
    ),
  );
}

/** @param {Scene} scene @param {Names} name */
function stage(scene, name) {
  return h(
    "div.stack.tight",
    scene.party.map((hero) => heroBar(hero, name)),
    scene.prison.length ? h("p.small", `${t("Prison")}: ${scene.prison.map(name).join(", ")}`) : null,
    scene.conquered.length ? h("p.small", `${t("Conquered")}: ${scene.conquered.join(", ")}`) : null,
    h("p.small.faint", t("{gold} gold, {food} food, {imps} imps, Evilometer {evil}", scene)),
  );
}

/** @param {Hero} hero @param {Names} name */
function heroBar({ id, hp, damage }, name) {
  const left = Math.max(0, hp - damage);
  return h(
    "div.hero",
    h("span", name(id)),
    h("span.bar", { "aria-hidden": "true" }, h("i", { style: { width: `${(left / hp) * 100}%` } })),
    h("span.num", `${left}/${hp}`),
  );
}
