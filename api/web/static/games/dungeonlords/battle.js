// Dungeon Lords: a battle round by round. Only what the rules allow is offered; the result goes onto the table.

import { rule, seatChips } from "../../desk/ask.js";
import { fill, h } from "../../lib/dom.js";
import { getOnce } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { missingCard } from "../../parts/facts.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { toast, tried } from "../../parts/toast.js";
import { BattlePlan, ROUNDS } from "./battleplan.js";
import { film, refusal } from "./film.js";
import { planForm } from "./planform.js";

/** @import { Question, Ruling } from "../../lib/types.js" */
/** @import { Lord, LordsTable } from "./battleplan.js" */

const GAME = gameOf(import.meta.url);
/** What a battle changes on a lord's board. */
const CHANGED = ["dungeon", "monsters", "prisoners", "party", "traps", "gold", "food", "imps", "evil"];

/** The questions to the referee by their ids. @returns {Promise<{ [id: string]: Question }>} */
async function battleQuestions() {
  /** @type {Question[]} */
  const questions = await getOnce(`/games/${GAME}/questions`);
  return Object.fromEntries(questions.map((question) => [question.id, question]));
}

/** @type {import("../../lib/types.js").OpenQuestion} */
export async function open(question, context, anyTable) {
  const table = /** @type {LordsTable | null} */ (anyTable);
  const questions = await battleQuestions();
  const plan = new BattlePlan(table, /** @type {Lord} */ (questions.battle.example.lord));
  /** @param {string} id */
  const name = (id) => context.label(id) ?? words(id);
  const about = h("div");
  const form = h("div.stack");
  const answer = h("div.stack", { "aria-live": "polite" });

  /** @param {number} seat */
  const turnTo = (seat) => {
    plan.turnTo(seat);
    begin();
  };
  const change = () => {
    plan.keep();
    return tried(draw);
  };
  const begin = () => {
    fill(answer);
    return tried(draw);
  };

  /** What may be planned is asked anew after every change. */
  async function draw() {
    fill(about, table ? seatChips(table, plan.seat, turnTo) : null);
    const fought = plan.rounds.slice(0, -1);
    const ruling = plan.lord.party.length
      ? await rule(GAME, questions["next-tile"], { ...plan.common, plans: fought })
      : null;
    plan.allow(ruling?.data ?? null);
    const waits = ruling && !ruling.data.plan;
    fill(
      form,
      waits
        ? [refusal(GAME, ruling), missingCard(GAME, missingOf(ruling), change)]
        : planForm(plan, context, name, change),
      buttons(),
    );
  }

  /** @param {Ruling} ruling */
  const missingOf = (ruling) => ruling.missing.filter((entry) => entry.item in context.names);

  const buttons = () =>
    h(
      "div.stack.tight",
      plan.allowed && !plan.allowed.over
        ? h(
            "button.button.primary",
            { type: "button", onclick: resolveRound },
            icon("flag"),
            t("Resolve round {number}", { number: plan.rounds.length }),
          )
        : null,
      h("button.button", { type: "button", onclick: suggest }, icon("bulb"), t("Best defence")),
      plan.rounds.length > 1
        ? h("button.button.quiet", { type: "button", onclick: stepBack }, t("Plan the round before again"))
        : null,
      h("button.button.quiet", { type: "button", onclick: beginAgain }, t("Plan from the beginning")),
    );

  const beginAgain = () => {
    plan.beginAgain();
    return begin();
  };
  const stepBack = () => {
    plan.stepBack();
    return begin();
  };

  /** @returns {Promise<void>} */
  const resolveRound = () =>
    tried(async () => {
      const ruling = await rule(GAME, questions.battle, { ...plan.common, plans: plan.rounds });
      watch(ruling);
      if (ruling.legal !== "yes" || ruling.data.over || plan.rounds.length >= ROUNDS) return;
      plan.nextRound();
      await draw();
    });
  const suggest = () =>
    tried(async () => {
      const ruling = await rule(GAME, questions.defence, plan.common);
      watch(ruling);
      if (ruling.data.plans?.length) plan.follow(ruling.data.plans);
      await draw();
    });

  /** @param {Ruling} ruling */
  function watch(ruling) {
    fill(
      answer,
      ruling.legal === "no"
        ? refusal(GAME, ruling)
        : h("section.ruling", h("p.verdict", { "data-legal": ruling.legal }, ruling.verdict)),
      missingCard(GAME, missingOf(ruling), resolveRound),
      ruling.legal === "no" ? null : film(GAME, ruling, name),
      table && ruling.legal === "yes" && ruling.data.over && ruling.data.lord
        ? ontoTable(table, ruling.data.lord)
        : null,
    );
    answer.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  /** @param {LordsTable} of @param {Lord} lord */
  function ontoTable(of, lord) {
    const put = async () => {
      const changes = CHANGED.map((field) => ({
        op: /** @type {const} */ ("replace"),
        path: `/players/${plan.seat}/${field}`,
        value: lord[field],
      }));
      await of.move({ title: "", place: "", keep: [], changes });
      plan.beginAgain();
      sheet.close();
      toast(t("The result lies on the table."));
    };
    return h(
      "button.button.wide",
      { type: "button", onclick: () => tried(put) },
      icon("table"),
      t("Put the result on the table"),
    );
  }

  const sheet = openSheet({ title: question.title, body: h("div.stack", about, answer, form) });
  await begin();
  if (question.id === "defence" && plan.lord.party.length) suggest();
}
