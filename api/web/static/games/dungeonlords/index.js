// Dungeon Lords: tap the squares of the dungeon with a brush; cards and counters below.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { schemaAt } from "../../lib/schema.js";
import { choiceEditor, numberEditor } from "../../parts/fields.js";
import { following } from "../../parts/follow.js";
import { tableFields } from "../../parts/tablefields.js";
import { tried } from "../../parts/toast.js";
import { cardRows, NUMBERS, openRest } from "./cards.js";
import { dungeonGrid } from "./dungeon.js";
import { photoPiece } from "./photopiece.js";

/** @import { LordsTable } from "./battleplan.js" */

/** @type {import("../../lib/types.js").GameModule} */
export default {
  questions: {
    battle: { icon: "flag", load: () => import("./battle.js") },
    defence: { icon: "bulb", load: () => import("./battle.js") },
  },
  /** The year and the rule choices of the table are those of the question too. */
  fillAsk(question, table) {
    return Object.fromEntries(
      ["year", "options"]
        .filter((name) => name in question.ask.properties)
        .map((name) => [name, structuredClone(table.state[name])]),
    );
  },

  piece: photoPiece,
  rest: openRest,

  entry(anyTable, seat, context) {
    const table = /** @type {LordsTable} */ (anyTable);
    const player = () => table.state.players[seat];
    const grid = dungeonGrid(table, seat, context);
    const rows = cardRows(table, seat, context);
    const numbers = following(
      table,
      () => NUMBERS.map(([name]) => player()[name]),
      () =>
        h(
          "div.number-grid",
          NUMBERS.map(([name, title]) => {
            const path = `/players/${seat}/${name}`;
            const limits = schemaAt(context.schema, path) ?? {};
            return h(
              "div.field",
              h("span.label", title()),
              numberEditor(limits, player()[name], (_value, step) => tried(() => table.change(path, step)), name),
            );
          }),
        ),
    );
    const year = following(
      table,
      () => table.state.year,
      () =>
        h(
          "div.field",
          h("span.label", t("Year")),
          choiceEditor(
            [1, 2],
            table.state.year,
            { label: String },
            (value) => tried(() => table.set("/year", value)),
            "year",
          ),
        ),
    );
    return {
      element: h(
        "div.stack",
        grid.element,
        h("p.small.faint", t("Tap the squares that are dug; choose rooms and what is conquered below.")),
        rows.map((row) => row.element),
        numbers,
        year,
        tableFields(table, context, ["year"]),
      ),
      refresh: () => {
        grid.refresh();
        for (const row of rows) row.refresh();
      },
    };
  },
};
