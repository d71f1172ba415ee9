// The score of the table: who leads and why, line by line.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { drawing } from "../parts/drawing.js";
import { endPart } from "../parts/end.js";
import { scoreGrid } from "../parts/grid.js";
import { icon } from "../parts/icons.js";
import { askPrinted, tellSheet } from "../parts/printed.js";
import { photoProof } from "../parts/proof.js";
import { ranking, sheetOf, totalText } from "../parts/score.js";
import { tried } from "../parts/toast.js";
import { playerTabs } from "./enter.js";
import { share } from "./tablemenu.js";

/** @param {HTMLElement} main @param {import("../lib/table.js").Table} table */
export async function show(main, table) {
  let seat = table.seat;
  const top = h("div.stack");
  const tabs = h("div");
  const sheet = h("div.stack");
  const proof = h("div.proof.stack");
  const rest = h("div");
  const end = h("div");
  const left = h("div");
  const grid = h("div");
  /** @type {ReturnType<typeof drawing> | null} */
  let picture = null;
  /** @type {ReturnType<typeof photoProof>} */
  let photo = null;

  /** @param {number} chosen */
  const choose = (chosen) => {
    seat = chosen;
    table.seat = seat;
    picture = null;
    refresh();
  };
  /** @param {number} chosen */
  const openSheetOf = (chosen) => {
    choose(chosen);
    tabs.scrollIntoView({ block: "start", behavior: "smooth" });
  };

  // The proof lies under the sheet, and inside a line while that line is open.
  /** @type {import("../parts/score.js").OnLight} */
  const light = (paths, line) => {
    picture?.light(paths);
    photo?.light(paths);
    if (line) line.querySelector(".line-body")?.prepend(proof);
    else if (!paths.length) rest.append(proof);
  };

  function refresh() {
    const current = table.view.score.sheets[seat];
    fill(end, endPart(table));
    fill(top, ranking(table, openSheetOf));
    fill(left, needsLines(table, openSheetOf));
    fill(grid, scoreGrid(table, openSheetOf));
    fill(tabs, playerTabs(table, seat, choose));
    const opened = sheet.querySelector("details.line[open]")?.getAttribute("data-rule");
    rest.append(proof);
    fill(sheet, current ? totalRow(current) : null, sheetOf(table, seat, light));
    if (opened) sheet.querySelector(`details.line[data-rule="${opened}"]`)?.setAttribute("open", "");
    if (!picture) {
      picture = drawing(table, { player: seat });
      photo = photoProof(table, seat);
      fill(proof, photo?.element, picture);
    } else picture.refresh();
  }

  /** @param {import("../lib/types.js").Sheet} current */
  function totalRow(current) {
    return h(
      "div.row.total-row",
      h("span.grow", t("Total")),
      h("button.linklike.small", { type: "button", onclick: () => tellSheet(table, seat, null) }, t("Tell the total")),
      h("strong.num", totalText(current)),
    );
  }

  refresh();
  fill(
    main,
    end,
    top,
    left,
    grid,
    h("h2", t("Sheet")),
    tabs,
    sheet,
    rest,
    h(
      "div.row.wrap",
      h("button.button.grow", { type: "button", onclick: () => tried(() => share(table)) }, icon("share"), t("Share")),
      h("a.button.grow", { href: `/t/${table.id}/print` }, icon("print"), t("Print")),
    ),
  );
  return { refresh };
}

/**
 * What the number waits for, player by player.
 * @param {import("../lib/table.js").Table} table
 * @param {(seat: number) => void} onName
 */
function needsLines(table, onName) {
  const { needs, sheets } = table.score;
  const printed = needs.filter((need) => need.way === "printed" && need.seat !== null);
  return h(
    "div.stack.tight",
    needs.length
      ? h(
          "a.next-step",
          { href: `/t/${table.id}` },
          icon("pen"),
          h("span.grow", h("small.block", t("Not final yet")), h("strong", t("See what is left"))),
          icon("next"),
        )
      : null,
    printed.map(({ seat, what }) =>
      h(
        "button.button.ask",
        {
          type: "button",
          onclick: () => {
            onName(seat ?? 0);
            askPrinted(table, seat ?? 0);
          },
        },
        h("span.grow", `${sheets[seat ?? 0].player}: ${what}`),
        icon("next"),
      ),
    ),
  );
}
