// Dice Miner: which dice may I take? The mountain is drawn; tap dice in the order in which you would take them.

import { rule, rulingPart } from "../../desk/ask.js";
import { closest, fill, h } from "../../lib/dom.js";
import { post } from "../../lib/door.js";
import { gameOf } from "../../lib/game.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../parts/icons.js";
import { openSheet } from "../../parts/sheet.js";
import { tried } from "../../parts/toast.js";
import { dicePictures, dieKeys } from "./dice.js";

const GAME = gameOf(import.meta.url);

const ROWS = [2, 3, 4, 5, 6];

/** @typedef {(string | null)[][]} Rows */

/** @param {(string | (string | null)[])[]} mountain @returns {Rows} */
const asRows = (mountain) =>
  mountain.map((row) =>
    typeof row === "string" ? row.split(/\s+/).map((code) => (code === "." ? null : code)) : [...row],
  );

/** @type {import("../../lib/types.js").OpenQuestion} */
export async function open(question, _context, table) {
  const cut = await dicePictures();
  const rows = asRows(
    table?.state.mountain || (table ? ROWS.map((count) => Array(count).fill(null)) : question.example.mountain),
  );
  let shared = false;
  let building = rows.every((row) => row.every((code) => code === null));
  /** @type {string[]} */
  let take = [];
  const picture = h("div.drawing.tappable");
  const answer = h("div", { "aria-live": "polite" });
  const modes = h("div.segments", { role: "tablist" });
  const beer = h(
    "label.switch",
    h("input", {
      type: "checkbox",
      role: "switch",
      onchange: (event) => {
        shared = event.target.checked;
        take = [];
        update();
      },
    }),
    t("I shared a beer this turn"),
  );

  picture.addEventListener("click", (event) => {
    const piece = closest(event, "[data-path]");
    const found = /^\/mountain\/(\d+)\/(\d+)$/.exec(piece?.dataset.path || "");
    if (!found) return;
    const [row, place] = found.slice(1).map(Number);
    if (building) choose(row, place);
    else if (rows[row][place]) {
      const name = `${row + 1}.${place + 1}`;
      take = take.includes(name) ? take.slice(0, take.indexOf(name)) : [...take, name];
      update();
    }
  });

  /** @param {number} row @param {number} place */
  function choose(row, place) {
    /** @param {string | null} code */
    const set = (code) => {
      rows[row][place] = code;
      take = [];
      if (table) tried(() => (table.state.mountain ? table.set(`/mountain/${row}/${place}`, code) : keepAll()));
      update();
    };
    openSheet({
      title: t("Row {row}, place {place}", { row: row + 1, place: place + 1 }),
      body: (close) =>
        dieKeys(cut, rows[row][place], (code) => {
          set(code);
          close();
        }),
      footer: (close) => [
        h(
          "button.button.danger",
          {
            type: "button",
            onclick: () => {
              set(null);
              close();
            },
          },
          icon("trash"),
          t("Empty"),
        ),
        h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
      ],
    });
  }

  const keepAll = () => table?.set("/mountain", rows);

  async function update() {
    fill(
      modes,
      [true, false].map((mode) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            "aria-selected": String(mode === building),
            onclick: () => {
              building = mode;
              take = [];
              update();
            },
          },
          mode ? t("Build it") : t("Take dice"),
        ),
      ),
    );
    await tried(async () => {
      picture.innerHTML = await post(`/games/${GAME}/draw`, {
        state: { players: [], mountain: rows },
      });
      for (const [index, name] of take.entries()) {
        const [row, place] = name.split(".").map((part) => Number(part) - 1);
        picture.querySelector(`[data-path="/mountain/${row}/${place}"]`)?.classList.add("lit", `take-${index}`);
      }
      if (building) {
        fill(answer, h("p.faint", t("Tap a place and choose its die.")));
        return;
      }
      fill(answer, rulingPart(GAME, await rule(GAME, question, { mountain: rows, shared_beer: shared, take })));
    });
  }

  await update();
  openSheet({
    title: question.title,
    body: h(
      "div.stack",
      modes,
      picture,
      beer,
      h("p.small.faint", t("Solid outline: on top. Dotted: only after sharing a beer.")),
      answer,
    ),
  });
}
