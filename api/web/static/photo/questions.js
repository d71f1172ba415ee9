// What a photo leaves open: questions with answers to tap, and what must be told on the table.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../parts/icons.js";

/** @import { Open } from "../lib/types.js" */

const AGAIN = "again";

/**
 * @param {Open[]} questions
 * @param {object} ways
 * @param {(question: Open, answer: string | number) => void} ways.onAnswer
 * @param {() => void} ways.onTell a person goes to tell the rest
 * @param {() => void} ways.onAgain a person takes another photo
 */
export function openQuestions(questions, { onAnswer, onTell, onAgain }) {
  const advice = questions.filter((question) => question.id === AGAIN);
  const told = questions.filter((question) => question.id !== AGAIN && !question.choices.length);
  return [
    advice.length
      ? h(
          "div.card.warn.stack",
          { "data-question": AGAIN },
          advice.map((one) => h("p", one.text)),
          h("button.button", { type: "button", onclick: onAgain }, icon("camera"), t("Take a photo")),
        )
      : null,
    questions
      .filter((question) => question.id !== AGAIN && question.choices.length)
      .map((question) => asked(question, onAnswer)),
    told.length
      ? h(
          "details.fold.card",
          h("summary", t("What the photo leaves open")),
          h(
            "ul.small",
            told.map((question) => h("li", question.text)),
          ),
          h("button.button", { type: "button", onclick: onTell }, t("Tell it")),
        )
      : null,
  ];
}

/** @param {Open} question @param {(question: Open, answer: string | number) => void} onAnswer */
function asked(question, onAnswer) {
  return h(
    "div.card.warn.stack",
    { "data-question": question.id },
    h("strong", question.text),
    h(
      "div.chips.flow",
      question.choices.map(({ value, label }) =>
        h("button.chip", { type: "button", onclick: () => onAnswer(question, value) }, label),
      ),
    ),
  );
}
