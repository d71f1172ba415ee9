// Roll Player: the odds of a combat pool, renewed at every change.

import { rule, rulingPart } from "../../desk/ask.js";
import { fill, h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { resolve } from "../../lib/schema.js";
import { choiceEditor, fieldName, numberEditor } from "../../parts/fields.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";

const GAME = gameOf(import.meta.url);

const NUMBERS = ["dice", "xp", "honor", "wounds"];

/** @type {import("../../lib/types.js").OpenQuestion} */
export function open(question, context, table) {
  const ask = { ...question.example };
  if (table) {
    const player = table.state.players[table.seat];
    Object.assign(ask, {
      xp: player.xp,
      honor: player.honor,
      wounds: player.wounds,
      monster: table.state.monster || null,
      one_player: table.state.players.length === 1,
    });
  }
  const chart = h("div.odds", { "aria-live": "polite" });
  /** @param {string} name */
  const part = (name) => resolve(question.ask.properties[name], question.ask);
  /** @param {string} name @returns {(value: unknown) => void} */
  const set = (name) => (value) => {
    ask[name] = value;
    update();
  };

  /** @returns {Promise<void>} */
  const update = () =>
    tried(async () => {
      const nobody = !ask.monster && !ask.minion;
      const targets = nobody ? [3, 4, 5].map((pips) => pips * ask.dice) : [];
      const ruling = await rule(GAME, question, { ...ask, targets });
      /** @type {[target: string, chance: number][]} */
      const odds = Object.entries(ruling.data.odds || {});
      fill(
        chart,
        odds.map(([target, chance]) =>
          h(
            "div.odds-row",
            h("span", t("{target} or more", { target })),
            h("span.bar", { "aria-hidden": "true" }, h("i", { style: { width: `${chance * 100}%` } })),
            h("strong.num", `${(chance * 100).toFixed(1)} %`),
          ),
        ),
        rulingPart(GAME, ruling, update),
      );
    });

  update();
  openSheet({
    title: question.title,
    body: h(
      "div.stack",
      h(
        "div.number-grid",
        NUMBERS.map((name) =>
          h("div.field", h("span.label", fieldName(name)), numberEditor(part(name), ask[name] ?? 0, set(name), name)),
        ),
      ),
      h(
        "div.field",
        h("span.label", t("Monster")),
        choiceEditor([null, ...(part("monster").enum ?? [])], ask.monster ?? null, context, set("monster"), "monster"),
      ),
      h(
        "div.field",
        h("span.label", t("Minion")),
        choiceEditor([null, ...(part("minion").enum ?? [])], ask.minion ?? null, context, set("minion"), "minion"),
      ),
      chart,
    ),
  });
}
