// Dwar7s Fall: what can I reach? The kingdom of a player lights up; tap a card to hear why it belongs or not.

import { openQuestion, rule, rulingPart, seatChips } from "../../desk/ask.js";
import { fill, h } from "../../lib/dom.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { drawing } from "../../parts/drawing.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";

const GAME = gameOf(import.meta.url);

/** @type {import("../../lib/types.js").OpenQuestion} */
export function open(question, context, table) {
  if (!table) return openQuestion(GAME, question, context, table);
  let { seat } = table;
  /** @returns {{ x: number, y: number }[]} */
  const stacks = () => table.state.table;
  const about = h("div");
  const answer = h("div", { "aria-live": "polite" });
  const picture = drawing(table, { onTap: (path) => onCard(path) });

  /** @param {string} path */
  function onCard(path) {
    const found = /^\/table\/(\d+)/.exec(path);
    if (!found) return;
    const { x, y } = stacks()[Number(found[1])];
    update([x, y]);
  }

  /** @param {[number, number] | null} [at] @returns {Promise<void>} */
  const update = (at = null) =>
    tried(async () => {
      fill(
        about,
        seatChips(table, seat, (chosen) => {
          seat = chosen;
          update();
        }),
      );
      const ruling = await rule(GAME, question, { state: table.state, player: seat, at });
      /** @type {[number, number][]} */
      const places = ruling.data.cards || ruling.data.places || [];
      const reached = stacks().flatMap((stack, index) =>
        places.some(([x, y]) => x === stack.x && y === stack.y) ? [`/table/${index}`] : [],
      );
      if (!at) picture.light(reached);
      fill(
        answer,
        rulingPart(GAME, ruling, () => update(at)),
      );
    });

  update();
  openSheet({
    title: question.title,
    body: h("div.stack", about, h("p.small.faint", t("Tap a card to hear why it belongs or not.")), picture, answer),
  });
}
