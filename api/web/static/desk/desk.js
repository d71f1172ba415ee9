// Disputes: ask the rules, see what is wrong on the table, put a case to the referee.

import { gameModule } from "../games/index.js";
import { fill, h } from "../lib/dom.js";
import { getOnce } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { playerOf } from "../lib/pointer.js";
import { drawing } from "../parts/drawing.js";
import { icon } from "../parts/icons.js";
import { openRule } from "../parts/rulecard.js";
import { openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";
import { ruleSearch } from "../views/rules.js";
import { openQuestion } from "./ask.js";

/** @import { Context, GameTable, Problem, Question } from "../lib/types.js" */

/**
 * The desk for a game; with a table it also checks what lies there.
 * @param {string} game
 * @param {Context} context
 * @param {(GameTable & { view: { problems: Problem[] } }) | null} table
 */
export async function desk(game, context, table) {
  /** @type {[Question[], import("../lib/types.js").GameModule]} */
  const [questions, module] = await Promise.all([getOnce(`/games/${game}/questions`), gameModule(game)]);
  /** @param {string} question */
  const special = (question) => module.questions?.[question];
  const wrong = h("div");
  const element = h(
    "div.stack",
    h("h1.sr", t("Disputes")),
    ruleSearch(game, settle),
    wrong,
    questions.length
      ? [
          h("h2", t("Ask the referee")),
          h(
            "div.list",
            questions.map((question) =>
              h(
                "button.item",
                { type: "button", "data-question": question.id, onclick: () => tried(() => ask(question)) },
                icon(special(question.id)?.icon || "scales"),
                h("span.grow", question.title),
                icon("next"),
              ),
            ),
          ),
        ]
      : null,
  );

  /** @param {string} id */
  function settle(id) {
    const question = questions.find((one) => one.id === id);
    if (question) tried(() => ask(question));
  }

  /** @param {Question} question */
  async function ask(question) {
    const own = special(question.id);
    if (own) return (await own.load()).open(question, context, table);
    return openQuestion(game, question, context, table);
  }

  const refresh = () => table && fill(wrong, problemsCard(game, table, table.view.problems));
  refresh();
  return { element, refresh, settle };
}

/** @param {string} game @param {GameTable} table @param {Problem[]} problems */
function problemsCard(game, table, problems) {
  if (!problems.length) return h("section.card.row", icon("check"), h("span", t("Nothing on the table looks wrong.")));
  return h(
    "section.card.bad",
    h("h2", t("What is wrong here")),
    h(
      "div.stack.tight",
      problems.map((problem) =>
        h(
          "button.problem",
          { type: "button", onclick: () => showProblem(game, table, problem) },
          h("span.grow", problem.message),
          icon("next"),
        ),
      ),
    ),
  );
}

/** @param {string} game @param {GameTable} table @param {Problem} problem */
function showProblem(game, table, problem) {
  const seat = problem.where.map(playerOf).find((found) => found !== null) ?? null;
  const picture = drawing(table, { player: seat });
  picture.accuse(problem.where);
  openSheet({
    title: t("What is wrong"),
    body: h("div.stack", h("p", problem.message), picture),
    footer: (close) =>
      h(
        "button.button",
        {
          type: "button",
          onclick: () => {
            close();
            openRule(game, problem.rule);
          },
        },
        icon("book"),
        t("The rule"),
      ),
  });
}
