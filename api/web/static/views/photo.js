// What was read from a photo: every piece outlined, the least certain first, everything changeable.

import { go } from "../app.js";
import { gameModule } from "../games/index.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { icon } from "../parts/icons.js";
import { totalText } from "../parts/score.js";
import { chooseSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";
import { moveCorners } from "../photo/corners.js";
import { openPiece } from "../photo/piece.js";
import { openQuestions } from "../photo/questions.js";
import { Reading } from "../photo/reading.js";
import { drawStage } from "../photo/stage.js";
import { takePhoto } from "./capture.js";
import { playerTabs } from "./enter.js";

/** @import { Box, TablePhoto } from "../lib/types.js" */

export const bare = true;

/** @param {HTMLElement} main @param {import("../lib/table.js").Table} table */
export async function show(main, table) {
  const module = await gameModule(table.game);
  if (!module.piece) {
    go(`/t/${table.id}`, { replace: true }); // this game is typed, not read from photos
    return undefined;
  }
  const reading = new Reading(table, await module.piece());
  let adding = false;
  const tabs = h("div");
  const stage = h("div.photo-stage");
  const list = h("div.pieces", { role: "list", "aria-label": t("Pieces, the least certain first") });
  const head = h("div");
  const open = h("div");
  const actions = h("div.photo-actions");

  async function refresh() {
    fill(tabs, playerTabs(table, table.seat, choose));
    const { photo } = reading;
    if (!photo) {
      fill(head, h("p.faint", t("There is no photo of this player's pieces yet.")));
      for (const part of [open, stage, list]) fill(part);
      fill(actions, takeButton("button.button.primary.grow", t("Take a photo")));
      return;
    }
    const size = await reading.size(photo.id);
    fill(head, headline(reading, photo, adding));
    drawQuestions(photo);
    drawStage(stage, reading, photo, size, {
      onPiece: (id) => look(photo.id, id),
      onPlace: adding ? (box) => addAt(photo.id, box) : null,
    });
    fill(list, pieceChips(reading, photo, look));
    fill(actions, buttons(photo));
  }

  /** @param {number} seat */
  function choose(seat) {
    table.seat = seat;
    refresh();
  }

  /** @param {TablePhoto} photo */
  async function drawQuestions(photo) {
    const questions = await reading.questions(photo.id);
    if (reading.photo?.id !== photo.id) return;
    fill(
      open,
      openQuestions(questions, {
        onAnswer: ({ id, where }, value) =>
          tried(() => (where ? table.set(where, value) : reading.again(photo.id, { [id]: value }))),
        onTell: () => go(`/t/${table.id}`),
        onAgain: () => takePhoto(table, table.seat),
      }),
    );
  }

  /** @param {string} photo @param {string} id */
  function look(photo, id) {
    openPiece(reading, photo, id, () => {
      const piece = reading.piece(id);
      if (piece) moveCorners(stage, id, piece.box, (box) => tried(() => reading.move(photo, id, box)));
    });
  }

  /** @param {string} photo @param {Box} box */
  function addAt(photo, box) {
    adding = false;
    tried(async () => look(photo, await reading.add(photo, box)));
  }

  function startAdding() {
    adding = !adding;
    refresh();
    if (adding) toast(t("Tap the photo where the piece lies."));
  }

  /** @param {string} photo */
  async function turnAround(photo) {
    const chosen = await chooseSheet(t("Where is the first row?"), reading.turns);
    if (chosen) await reading.again(photo, { first_row: chosen });
  }

  /** @param {string} spec @param {string} label */
  const takeButton = (spec, label) =>
    h(spec, { type: "button", onclick: () => takePhoto(table, table.seat) }, icon("camera"), label);

  /** @param {TablePhoto} photo */
  const buttons = (photo) => [
    h(
      "button.button",
      { type: "button", "aria-pressed": String(adding), onclick: startAdding },
      icon("plus"),
      t("Missed one"),
    ),
    reading.turns.length
      ? h(
          "button.button",
          { type: "button", onclick: () => tried(() => turnAround(photo.id)) },
          icon("redo"),
          t("Turn"),
        )
      : takeButton("button.button", t("Again")),
    h(
      "button.button.primary.grow",
      { type: "button", onclick: () => go(`/t/${table.id}/score`) },
      icon("check"),
      t("All right"),
    ),
  ];

  await refresh();
  fill(main, tabs, head, open, stage, list, actions);
  return { refresh };
}

/**
 * How many pieces were found, what to do with them, and what they score.
 * @param {Reading} reading
 * @param {TablePhoto} photo
 * @param {boolean} adding
 */
function headline(reading, photo, adding) {
  const unsure = photo.pieces.filter((piece) => isUnsure(piece)).length;
  const count = photo.pieces.length;
  const advice = unsure ? t("{count} to look at; tap to change", { count: unsure }) : t("Tap a piece to change it.");
  return h(
    "div.row",
    h(
      "div.grow",
      h("strong", count ? t("{count} pieces found", { count }) : t("No piece found")),
      h("div.small.faint", adding ? t("Tap the photo where the piece lies.") : advice),
    ),
    h(
      "div.running",
      h("span.small.faint", t("Total")),
      h("strong.num", reading.sheet ? totalText(reading.sheet) : "–"),
    ),
  );
}

/**
 * The pieces one by one, the least certain first.
 * @param {Reading} reading
 * @param {TablePhoto} photo
 * @param {(photo: string, piece: string) => void} onPiece
 */
function pieceChips({ kind }, photo, onPiece) {
  return photo.pieces
    .toSorted((one, other) => one.confidence - other.confidence)
    .map((piece) =>
      h(
        "button.piece-chip",
        {
          type: "button",
          role: "listitem",
          class: isUnsure(piece) ? "unsure" : "",
          "aria-label": `${kind.name(piece)}${isUnsure(piece) ? `, ${t("not certain")}` : ""}`,
          onclick: () => onPiece(photo.id, piece.id),
        },
        kind.image(piece, 38),
        h("span.small.num", `${Math.round(piece.confidence * 100)} %`),
      ),
    );
}
