// Roll Player: what a sheet has besides its dice, told in a row: race, class, backstory, alignment, cards, gold.

import { h } from "../../lib/dom.js";
import { t, words } from "../../lib/i18n.js";
import { at } from "../../lib/pointer.js";
import { schemaAt } from "../../lib/schema.js";
import { fieldName } from "../../parts/fields.js";
import { chooseOne, count, fillIn, gather } from "../../parts/fillin.js";
import { tried } from "../../parts/toast.js";

/** @import { GameTable } from "../../lib/types.js" */
/** @import { Section } from "../../parts/fillin.js" */

export const MARKET = ["weapon", "armor", "trait", "skill", "scroll"];
const CHOSEN = ["race", "hero_class", "backstory", "alignment"];
const COUNTED = ["gold"];
const COUNTED_IN_EXPANSION = ["gold", "xp", "honor", "wounds"];

/** The marker on its card: three rows of three. @param {GameTable} table @param {string} path @returns {Section} */
export function marker(table, path) {
  const rows = [t("good"), t("neutral"), t("evil")];
  const columns = [t("lawful"), t("neutral"), t("chaotic")];
  /** @returns {[row: number, column: number]} */
  const here = () => at(table.state, path);
  return {
    name: "marker",
    title: t("Marker of the alignment"),
    read: here,
    draw: (told) =>
      h(
        "div.marker-grid",
        rows.flatMap((up, y) =>
          columns.map((across, x) =>
            h(
              "button.chip",
              {
                type: "button",
                "aria-pressed": String(y === here()[0] && x === here()[1]),
                onclick: () =>
                  tried(async () => {
                    await table.set(path, [y, x]);
                    told();
                  }),
              },
              x === 1 && y === 1 ? t("neutral") : `${across} ${up}`,
            ),
          ),
        ),
      ),
  };
}

/** What the sheet has parts for. @param {GameTable} table */
export const partsOf = (table) => [
  ...CHOSEN,
  "marker",
  "cards",
  ...(table.state.options.expansion ? COUNTED_IN_EXPANSION : COUNTED),
];

/** @type {import("../../lib/types.js").Rest} */
export function openRest(table, seat, context, first) {
  const path = `/players/${seat}`;
  /** @param {string} name */
  const title = (name) => fieldName(name, schemaAt(context.schema, `${path}/${name}`) ?? {});
  /** @param {string} name */
  const choices = (name) =>
    (schemaAt(context.schema, `${path}/${name}`)?.enum ?? []).map((id) => ({
      value: id,
      label: context.label(id) ?? words(id),
    }));
  const cards = MARKET.flatMap((kind) =>
    Object.entries(context.names)
      .filter(([, item]) => item.kind === kind)
      .map(([id, item]) => ({ value: id, label: item.name, group: t(words(kind)) })),
  );
  const counted = partsOf(table).filter((name) => COUNTED_IN_EXPANSION.includes(name));
  return fillIn(
    table,
    table.state.players[seat].name,
    [
      ...CHOSEN.map((name) => chooseOne(table, `${path}/${name}`, title(name), choices(name))),
      marker(table, `${path}/marker`),
      gather(table, `${path}/cards`, title("cards"), cards),
      ...counted.map((name) => {
        const place = `${path}/${name}`;
        return count(table, place, title(name), schemaAt(context.schema, place) ?? {});
      }),
    ],
    first,
  );
}
