// The score of the table: who leads and why, line by line.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { drawing } from "../parts/drawing.js";
import { missingCard } from "../parts/facts.js";
import { icon } from "../parts/icons.js";
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
  const asked = h("div");
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
    fill(top, ranking(table));
    fill(tabs, playerTabs(table, seat, choose));
    const opened = sheet.querySelector("details.line[open]")?.getAttribute("data-rule");
    rest.append(proof);
    fill(
      sheet,
      current ? h("div.row.total-row", h("span.grow", t("Total")), h("strong.num", totalText(current))) : null,
      sheetOf(table, seat, light),
    );
    if (opened) sheet.querySelector(`details.line[data-rule="${opened}"]`)?.setAttribute("open", "");
    if (!picture) {
      picture = drawing(table, { player: seat });
      photo = photoProof(table, seat);
      fill(proof, photo?.element, picture);
    } else picture.refresh();
    fill(asked, current ? missingCard(table.game, current.missing, () => tried(() => table.refresh())) : null);
  }

  refresh();
  fill(
    main,
    top,
    h("h2", t("Sheet")),
    tabs,
    sheet,
    asked,
    rest,
    h(
      "div.row.wrap",
      h("button.button.grow", { type: "button", onclick: () => tried(() => share(table)) }, icon("share"), t("Share")),
      h("a.button.grow", { href: `/t/${table.id}/print` }, icon("print"), t("Print")),
    ),
  );
  return { refresh };
}
