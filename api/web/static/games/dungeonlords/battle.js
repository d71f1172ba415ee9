// Dungeon Lords: a battle round by round. Plan traps and monsters, walk through what happens, ask for the best defence.

import { rule, seatChips } from "../../desk/ask.js";
import { fill, h } from "../../lib/dom.js";
import { getOnce } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { missingCard } from "../../parts/facts.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { BattlePlan, ROUNDS } from "./battleplan.js";
import { film } from "./film.js";
import { planForm } from "./planform.js";

/** @import { Question, Ruling } from "../../lib/types.js" */
/** @import { Lord, LordsTable } from "./battleplan.js" */

const GAME = gameOf(import.meta.url);

/** The battle and its best defence, both as questions to the referee. @returns {Promise<{ [id: string]: Question }>} */
async function battleQuestions() {
  /** @type {Question[]} */
  const questions = await getOnce(`/games/${GAME}/questions`);
  return Object.fromEntries(questions.map((question) => [question.id, question]));
}

/** @type {import("../../lib/types.js").OpenQuestion} */
export async function open(question, context, anyTable) {
  const table = /** @type {LordsTable | null} */ (anyTable);
  const { battle, defence } = await battleQuestions();
  const plan = new BattlePlan(table, /** @type {Lord} */ (battle.example.lord));
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
    draw();
  };

  function begin() {
    fill(answer);
    draw();
  }

  function draw() {
    fill(about, table ? seatChips(table, plan.seat, turnTo) : null);
    fill(form, planForm(plan, context, name, change), buttons());
  }

  const buttons = () =>
    h(
      "div.stack.tight",
      h(
        "button.button.primary",
        { type: "button", onclick: resolveRound },
        icon("flag"),
        t("Resolve round {number}", { number: plan.rounds.length }),
      ),
      h("button.button", { type: "button", onclick: suggest }, icon("bulb"), t("Best defence")),
      h(
        "button.button.quiet",
        {
          type: "button",
          onclick: () => {
            plan.beginAgain();
            begin();
          },
        },
        t("Plan from the beginning"),
      ),
    );

  /** @returns {Promise<void>} */
  const resolveRound = () =>
    tried(async () => {
      const ruling = await rule(GAME, battle, { ...plan.common, plans: plan.rounds });
      const over = ruling.legal === "no" || ruling.data.over;
      watch(ruling, plan.rounds.length < ROUNDS && !over);
    });
  const suggest = () =>
    tried(async () => {
      const ruling = await rule(GAME, defence, plan.common);
      watch(ruling, false);
      if (ruling.data.plans?.length) plan.follow(ruling.data.plans);
    });

  /** @param {Ruling} ruling @param {boolean} goesOn whether another round can be planned */
  function watch(ruling, goesOn) {
    const missing = ruling.missing.filter((entry) => entry.item in context.names);
    fill(
      answer,
      h("section.ruling", h("p.verdict", { "data-legal": ruling.legal }, ruling.verdict)),
      missingCard(GAME, missing, resolveRound),
      film(GAME, ruling, name),
      goesOn ? nextRoundButton() : null,
    );
    answer.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  function nextRoundButton() {
    const button = h(
      "button.button.wide",
      {
        type: "button",
        onclick: () => {
          button.remove();
          plan.nextRound();
          draw();
        },
      },
      t("Plan round {number}", { number: plan.rounds.length + 1 }),
    );
    return button;
  }

  begin();
  openSheet({ title: question.title, body: h("div.stack", about, form, answer) });
  if (question.id === "defence" && plan.lord.party.length) suggest();
}
