// Dungeon Lords: a battle round by round. Plan traps and monsters, walk through what happens, ask for the best defence.

import { rule, seatChips } from "../../desk/ask.js";
import { fill, h } from "../../lib/dom.js";
import { get } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t, words } from "../../lib/i18n.js";
import { missingCard } from "../../parts/facts.js";
import { searchSheet } from "../../parts/form.js";
import { icon } from "../../parts/icons.js";
import { openRule } from "../../parts/rulecard.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { seats } from "../../views/enter.js";

const GAME = gameOf(import.meta.url);
const ROUNDS = 4;
const emptyPlan = () => ({ traps: [], attacks: [] });

export async function open(question, context, table) {
  const questions = await get(`/games/${GAME}/questions`);
  const [battle, defence] = ["battle", "defence"].map((id) => questions.find((one) => one.id === id));
  const name = (id) => context.label(id) ?? words(id);
  let seat = table ? seats.get(table) : 0;
  let lord = null;
  let cards = ["?", "?", "?", "?"];
  let plans = [emptyPlan()];
  let steps = [];
  let at = 0;
  const about = h("div");
  const plan = h("div.stack");
  const film = h("div.stack", { "aria-live": "polite" });

  function begin() {
    lord = table ? structuredClone(table.state.players[seat]) : structuredClone(battle.example.lord);
    plans = [emptyPlan()];
    steps = [];
    draw();
  }

  const common = () => ({
    lord,
    year: table?.state.year ?? 1,
    cards: cards.map((card) => (/^\d$/.test(card) ? Number(card) : card)),
    ...(table ? { options: table.state.options } : {}),
  });
  const idOf = (part) => (typeof part === "string" ? part.split(":")[0] : part.id);

  /** The tiles that can still be lost, as players say them. */
  const unconquered = () =>
    lord.dungeon
      .map((tile) =>
        typeof tile === "string"
          ? { name: tile.split(/[:!]/)[0], conquered: tile.endsWith("!") }
          : { name: `${"ABCDE"[tile.x]}${tile.y + 1}`, conquered: tile.conquered },
      )
      .filter((tile) => !tile.conquered)
      .map((tile) => tile.name)
      .sort();

  function draw() {
    const current = plans.at(-1);
    const used = plans.flatMap((one) => one.traps.map((trap) => trap.id));
    const free = lord.traps
      .map(idOf)
      .filter(
        (id, index, all) =>
          all.slice(0, index + 1).filter((other) => other === id).length > used.filter((other) => other === id).length,
      );
    const losable = [...new Set(free)];
    // A trap that is played now cannot be the one that a spell takes later in the round.
    if (lord.traps.map(idOf).includes(current.chosen) && !losable.includes(current.chosen)) current.chosen = null;
    fill(
      about,
      table
        ? seatChips(table, seat, (chosen) => {
            seat = chosen;
            begin();
          })
        : null,
    );
    fill(
      plan,
      lord.party.length
        ? null
        : h("p.card.warn", t("Nobody stands before this dungeon. Enter the adventurers on the Table tab first.")),
      h("h3", t("Combat cards")),
      h(
        "div.chips.flow",
        cards.map((card, index) =>
          h(
            "button.chip",
            {
              type: "button",
              "aria-label": t("Card of round {number}", { number: index + 1 }),
              onclick: () => chooseCard(index),
            },
            `${index + 1}: `,
            card === "?" ? t("unseen") : /^\d$/.test(card) ? t("fatigue {count}", { count: card }) : name(card),
          ),
        ),
      ),
      h("h3", t("Your plan for round {number}", { number: plans.length })),
      h(
        "div.field",
        h("span.label", t("Tile")),
        h(
          "div.chips.flow",
          { role: "radiogroup", "aria-label": t("Tile") },
          [null, ...unconquered()].map((tile) =>
            h(
              "button.chip",
              {
                type: "button",
                role: "radio",
                "aria-checked": String((current.tile ?? null) === tile),
                onclick: () => {
                  current.tile = tile;
                  draw();
                },
              },
              tile ?? t("any"),
            ),
          ),
        ),
      ),
      h(
        "div.field",
        h("span.label", t("Traps")),
        h(
          "div.chips.flow",
          current.traps.map((trap, index) =>
            h(
              "button.chip",
              {
                type: "button",
                "aria-pressed": "true",
                onclick: () => {
                  current.traps.splice(index, 1);
                  draw();
                },
              },
              name(trap.id),
              " ×",
            ),
          ),
          free.map((id) =>
            h(
              "button.chip",
              {
                type: "button",
                onclick: () => {
                  current.traps.push({ id });
                  draw();
                },
              },
              "+ ",
              name(id),
            ),
          ),
          free.length || current.traps.length ? null : h("span.faint", t("none")),
        ),
      ),
      losable.length > 1
        ? h(
            "div.field",
            h("span.label", t("If a spell takes a trap")),
            h(
              "div.chips.flow",
              { role: "radiogroup", "aria-label": t("If a spell takes a trap") },
              losable.map((id) =>
                h(
                  "button.chip",
                  {
                    type: "button",
                    role: "radio",
                    "aria-checked": String(current.chosen === id),
                    onclick: () => {
                      current.chosen = current.chosen === id ? null : id;
                      draw();
                    },
                  },
                  name(id),
                ),
              ),
            ),
          )
        : null,
      h(
        "div.field",
        h("span.label", t("Monsters, in the order of their attacks")),
        h(
          "div.chips.flow",
          current.attacks.map((attack, index) =>
            h(
              "button.chip",
              {
                type: "button",
                "aria-pressed": "true",
                onclick: () => {
                  current.attacks.splice(index, 1);
                  draw();
                },
              },
              `${name(attack.monster)} ${attack.mode}`,
              attack.on.length ? ` → ${attack.on.map(name).join(", ")}` : "",
              " ×",
            ),
          ),
          lord.monsters.map((beast) =>
            h("button.chip", { type: "button", onclick: () => addAttack(idOf(beast)) }, "+ ", name(idOf(beast))),
          ),
        ),
      ),
      h(
        "div.stack.tight",
        h(
          "button.button.primary",
          { type: "button", onclick: resolveRound },
          icon("flag"),
          t("Resolve round {number}", { number: plans.length }),
        ),
        h("button.button", { type: "button", onclick: suggest }, icon("bulb"), t("Best defence")),
      ),
    );
    drawFilm();
  }

  async function chooseCard(index) {
    const known = Object.entries(context.names)
      .filter(([, item]) => item.kind === "combat_card")
      .map(([id, item]) => ({ value: id, label: item.name }));
    const plain = [0, 1, 2, 3, 4].map((count) => ({
      value: String(count),
      label: t("only fatigue {count}", { count }),
    }));
    const chosen = await searchSheet(
      t("Card of round {number}", { number: index + 1 }),
      [{ value: "?", label: t("unseen") }, ...plain, ...known],
      cards[index],
    );
    if (!chosen) return;
    cards = cards.map((card, place) => (place === index ? chosen.value : card));
    draw();
  }

  function addAttack(monster) {
    const targets = [];
    let mode = "A";
    const body = h("div.stack");
    const redraw = () =>
      fill(
        body,
        h("h3", t("Which attack?")),
        h(
          "div.chips.flow",
          { role: "radiogroup" },
          [
            ["A", t("above the line")],
            ["B", t("below the line")],
          ].map(([value, label]) =>
            h(
              "button.chip",
              {
                type: "button",
                role: "radio",
                "aria-checked": String(mode === value),
                onclick: () => {
                  mode = value;
                  redraw();
                },
              },
              label,
            ),
          ),
        ),
        h("h3", t("On whom, if it is aimed?")),
        h(
          "div.chips.flow",
          lord.party.map(idOf).map((id) =>
            h(
              "button.chip",
              {
                type: "button",
                "aria-pressed": String(targets.includes(id)),
                onclick: () => {
                  targets.includes(id) ? targets.splice(targets.indexOf(id), 1) : targets.push(id);
                  redraw();
                },
              },
              name(id),
            ),
          ),
        ),
      );
    redraw();
    openSheet({
      title: name(monster),
      body,
      footer: (close) =>
        h(
          "button.button.primary",
          {
            type: "button",
            onclick: () => {
              plans.at(-1).attacks.push({ monster, mode, on: [...targets] });
              close();
              draw();
            },
          },
          t("Send it"),
        ),
    });
  }

  const resolveRound = () =>
    tried(async () => watch(await rule(GAME, battle, { ...common(), plans }), plans.length < ROUNDS));
  const suggest = () =>
    tried(async () => {
      const ruling = await rule(GAME, defence, common());
      watch(ruling, false);
      if (ruling.data.plans?.length)
        plans = ruling.data.plans.map((one) => ({
          ...one,
          traps: one.traps || [],
          attacks: (one.attacks || []).map((attack) => ({ mode: "A", on: [], ...attack })),
        }));
    });

  let verdict = null;
  let more = false;
  function watch(ruling, goesOn) {
    verdict = ruling;
    steps = ruling.steps;
    at = 0;
    more = goesOn && ruling.legal !== "no" && !ruling.data.over;
    drawFilm();
    film.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  function drawFilm() {
    if (!verdict) return fill(film);
    const step = steps[at];
    return fill(
      film,
      h("section.ruling", h("p.verdict", { "data-legal": verdict.legal }, verdict.verdict)),
      missingCard(
        GAME,
        verdict.missing.filter((entry) => entry.item in context.names),
        resolveRound,
      ),
      step
        ? h(
            "section.card",
            h(
              "div.row",
              h("span.small.faint.grow.num", t("Step {number} of {count}", { number: at + 1, count: steps.length })),
              h("button.linklike", { type: "button", onclick: () => openRule(GAME, step.rule) }, step.rule),
            ),
            h("p", step.text),
            step.state ? stage(step.state) : null,
            h(
              "div.row",
              h(
                "button.button.grow",
                {
                  type: "button",
                  disabled: at === 0,
                  onclick: () => {
                    at -= 1;
                    drawFilm();
                  },
                },
                icon("back"),
                t("Before"),
              ),
              h(
                "button.button.primary.grow",
                {
                  type: "button",
                  disabled: at >= steps.length - 1,
                  onclick: () => {
                    at += 1;
                    drawFilm();
                  },
                },
                t("Next"),
                icon("next"),
              ),
            ),
          )
        : null,
      steps.length > 1
        ? h(
            "details.fold.card",
            h("summary", t("All steps")),
            h(
              "ol.steps",
              steps.map((one) => h("li", one.text)),
            ),
          )
        : null,
      more
        ? h(
            "button.button.wide",
            {
              type: "button",
              onclick: () => {
                plans.push(emptyPlan());
                more = false;
                draw();
              },
            },
            t("Plan round {number}", { number: plans.length + 1 }),
          )
        : null,
    );
  }

  /** The party with its hit points, and what the lord has left. */
  function stage(state) {
    return h(
      "div.stack.tight",
      state.party.map((hero) =>
        h(
          "div.hero",
          h("span", name(hero.id)),
          h(
            "span.bar",
            { "aria-hidden": "true" },
            h("i", { style: { width: `${(Math.max(0, hero.hp - hero.damage) / hero.hp) * 100}%` } }),
          ),
          h("span.num", `${Math.max(0, hero.hp - hero.damage)}/${hero.hp}`),
        ),
      ),
      state.prison.length ? h("p.small", `${t("Prison")}: ${state.prison.map(name).join(", ")}`) : null,
      state.conquered.length ? h("p.small", `${t("Conquered")}: ${state.conquered.join(", ")}`) : null,
      h("p.small.faint", t("{gold} gold, {food} food, {imps} imps, Evilometer {evil}", state)),
    );
  }

  begin();
  openSheet({ title: question.title, body: h("div.stack", about, plan, film) });
  if (question.id === "defence" && lord.party.length) suggest();
}
