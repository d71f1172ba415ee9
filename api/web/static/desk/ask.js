// A case for the referee: a form out of the question's schema, and the ruling step by step.

import { gameModule } from "../games/index.js";
import { fill, h } from "../lib/dom.js";
import { post } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { resolve, schemaAt } from "../lib/schema.js";
import { missingCard } from "../parts/facts.js";
import { editor } from "../parts/form.js";
import { colourDot } from "../parts/frame.js";
import { openRule } from "../parts/rulecard.js";
import { openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** @import { Context, GameModule, GameTable, Json, Question, Ruling, Schema } from "../lib/types.js" */

const SEAT_NAMES = new Set(["player", "seat"]);

/**
 * What was told in a sheet that was closed, per player, and the version of the table that it was told about.
 * @type {WeakMap<Question, Map<number, { version: number, ask: { [name: string]: Json } }>>}
 */
const drafts = new WeakMap();

/**
 * What a part of a question is: the whole state, one player's part of it, a seat, or something to be told.
 * @param {string} name
 * @param {Schema} part
 * @param {Question} question
 * @param {Context} context
 */
function kindOf(name, part, question, context) {
  const schema = resolve(part, question.ask);
  if (schema.properties?.players && schema.title === context.schema.title) return "state";
  const player = schemaAt(context.schema, "/players/0");
  if (schema.properties && player?.title && schema.title === player.title) return "player";
  if (SEAT_NAMES.has(name) && schema.type === "integer") return "seat";
  return "told";
}

/**
 * The question's example with the table as it lies there now, for one seat.
 * @param {Question} question
 * @param {Context} context
 * @param {GameTable | null} table
 * @param {number} [seat]
 * @param {GameModule | null} [module]
 * @returns {{ [name: string]: Json }}
 */
export function firstAsk(question, context, table, seat = 0, module = null) {
  const ask = structuredClone(question.example);
  if (!table) return ask;
  for (const [name, part] of Object.entries(question.ask.properties)) {
    const kind = kindOf(name, part, question, context);
    if (kind === "state") ask[name] = structuredClone(table.state);
    if (kind === "player") ask[name] = structuredClone(table.state.players[seat]);
    if (kind === "seat") ask[name] = seat;
  }
  Object.assign(ask, structuredClone(table.toldTo(seat)[question.id]));
  return { ...ask, ...(module?.fillAsk?.(question, table, seat) || {}) };
}

/**
 * Put a question to the referee.
 * @param {string} game
 * @param {Question} question
 * @param {{ [name: string]: Json }} ask
 * @returns {Promise<Ruling>}
 */
export function rule(game, question, ask) {
  return post(`/games/${game}/questions/${question.id}`, ask);
}

/**
 * Which player a question is about.
 * @param {GameTable} table
 * @param {number} seat
 * @param {(seat: number) => void} onChoose
 */
export function seatChips(table, seat, onChoose) {
  return h(
    "div.chips.flow",
    { role: "radiogroup", "aria-label": t("Player") },
    table.state.players.map((player, index) =>
      h(
        "button.chip",
        { type: "button", role: "radio", "aria-checked": String(index === seat), onclick: () => onChoose(index) },
        colourDot(table.colourOf(index)),
        player.name,
      ),
    ),
  );
}

/** @param {string} game @param {Question} question @param {Context} context @param {GameTable | null} table */
export async function openQuestion(game, question, context, table) {
  const module = await gameModule(game);
  await table?.settled(); // what the table tells of a question, the service says
  let seat = table ? table.seat : 0;
  let ask = question.example;
  const about = h("div");
  const form = h("div");
  const answer = h("div.stack", { "aria-live": "polite" });
  /** @type {[string, string][]} */
  const kinds = Object.entries(question.ask.properties).map(([name, part]) => [
    name,
    kindOf(name, part, question, context),
  ]);
  const told = Object.keys(table?.toldTo(seat)[question.id] ?? {});
  const perSeat = told.length > 0 || kinds.some(([, kind]) => kind === "player" || kind === "seat");
  const filled = new Set(table ? [...told, ...kinds.filter(([, kind]) => kind !== "told").map(([name]) => name)] : []);
  const whole = told.length > 0 && kinds.every(([name]) => filled.has(name));

  /** What was told before; of a table that has changed since only what the table does not tell itself. */
  function recalled() {
    const draft = drafts.get(question)?.get(seat);
    if (!draft || draft.version === (table?.version ?? 0)) return draft?.ask;
    const told = new Set([...filled, ...Object.keys((table && module.fillAsk?.(question, table, seat)) ?? {})]);
    return Object.fromEntries(Object.entries(draft.ask).filter(([name]) => !told.has(name)));
  }

  function begin() {
    ask = { ...firstAsk(question, context, table, seat, module), ...recalled() };
    fill(
      about,
      table && perSeat
        ? seatChips(table, seat, (chosen) => {
            seat = chosen;
            begin();
          })
        : null,
    );
    const own = {
      ...context,
      root: question.ask,
      table,
      picker: module.picker,
      /** @type {NonNullable<Context["skip"]>} */
      skip: (_schema, name) => filled.has(name) && name in question.ask.properties,
    };
    fill(
      form,
      editor({ ...question.ask, description: undefined }, ask, own, (next) => {
        ask = next;
        const kept = drafts.get(question) ?? new Map();
        drafts.set(question, kept.set(seat, { version: table?.version ?? 0, ask: next }));
      }),
    );
    fill(answer);
    if (whole) settle();
  }

  /** @returns {Promise<void>} */
  const settle = () =>
    tried(async () => {
      fill(answer, rulingPart(game, await rule(game, question, ask), settle));
      answer.scrollIntoView({ behavior: "smooth", block: "nearest" });
    });

  openSheet({
    title: question.title,
    body: h(
      "div.stack",
      about,
      filled.size ? h("p.small.faint", t("The table is taken as it lies there now.")) : null,
      form,
      answer,
    ),
    footer: whole ? null : h("button.button.primary", { type: "button", onclick: settle }, t("Settle it")),
  });
  begin();
}

/**
 * A ruling: verdict first, then the steps, each with its rule.
 * @param {string} game
 * @param {Ruling} ruling
 * @param {() => void} [again]
 */
export function rulingPart(game, ruling, again) {
  return h(
    "section.ruling",
    h("p.verdict", { "data-legal": ruling.legal }, ruling.verdict),
    ruling.steps.length
      ? h(
          "ol.steps",
          ruling.steps.map((step) =>
            h(
              "li",
              h("span", step.text),
              step.rule
                ? h("button.linklike", { type: "button", onclick: () => openRule(game, step.rule) }, step.rule)
                : null,
            ),
          ),
        )
      : h(
          "div.chips.flow",
          ruling.rules.map((id) => h("button.chip.small", { type: "button", onclick: () => openRule(game, id) }, id)),
        ),
    ruling.missing.length ? missingCard(game, ruling.missing, again) : null,
  );
}
