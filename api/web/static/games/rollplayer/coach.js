// Roll Player: the best attribute action for a sheet, each way shown in the drawing.

import { firstAsk, openQuestion, rule, rulingPart, seatChips } from "../../desk/ask.js";
import { fill, h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { resolve } from "../../lib/schema.js";
import { drawing } from "../../parts/drawing.js";
import { choiceEditor } from "../../parts/fields.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";

const GAME = gameOf(import.meta.url);

/** @type {import("../../lib/types.js").OpenQuestion} */
export function open(question, context, table) {
  if (!table) return openQuestion(GAME, question, context, table);
  let { seat } = table;
  const about = h("div");
  const ways = h("div.stack", { "aria-live": "polite" });
  const actions = resolve(question.ask.properties.action, question.ask).enum ?? [];
  let [action] = actions;

  /** @returns {Promise<void>} */
  const update = () =>
    tried(async () => {
      fill(
        about,
        seatChips(table, seat, (chosen) => {
          seat = chosen;
          update();
        }),
      );
      const ask = { ...firstAsk(question, context, table, seat), action };
      const ruling = await rule(GAME, question, ask);
      const picture = drawing(table, { player: seat });
      /** @type {{ text: string, gain: number, where: string[] }[]} */
      const best = ruling.data.best || [];
      fill(
        ways,
        best.length
          ? h(
              "div.list",
              best.map((way) =>
                h(
                  "button.item",
                  {
                    type: "button",
                    onclick: () => picture.light(way.where.map((place) => `/players/${seat}${place}`)),
                  },
                  h("span.grow", way.text),
                  h("span.tag.accent.num", way.gain > 0 ? `+${way.gain}` : way.gain),
                ),
              ),
            )
          : rulingPart(GAME, ruling, update),
        picture,
        best.length && ruling.missing.length ? rulingPart(GAME, ruling, update) : null,
      );
    });

  update();
  openSheet({
    title: question.title,
    body: h(
      "div.stack",
      about,
      h(
        "div.field",
        h("span.label", t("Action")),
        choiceEditor(
          [...actions, null],
          action,
          { label: (id) => (id === null ? t("any, for 5 XP") : t(id)) },
          (chosen) => {
            action = chosen;
            update();
          },
          "action",
        ),
      ),
      ways,
    ),
  });
}
