// What was read from a photo: every piece outlined, the least certain first, everything changeable.

import { go } from "../app.js";
import { gameModule } from "../games/index.js";
import { fill, h } from "../lib/dom.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { makeDock } from "../parts/dock.js";
import { icon } from "../parts/icons.js";
import { totalText } from "../parts/score.js";
import { chooseSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";
import { moveCorners } from "../photo/corners.js";
import { corrector, pieceChips } from "../photo/correct.js";
import { drawLessons } from "../photo/lessons.js";
import { openQuestions } from "../photo/questions.js";
import { Reading } from "../photo/reading.js";
import { nextWithout } from "../photo/several.js";
import { drawStage } from "../photo/stage.js";
import { zoomable } from "../photo/zoom.js";
import { choosePictures, takePhoto } from "./capture.js";
import { contextOf, playerTabs } from "./enter.js";

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
  /** @type {string | null} */
  let looked = null;
  const tabs = h("div");
  const layer = h("div.zoom-layer");
  const stage = h("div.photo-stage", layer);
  const zoom = zoomable(stage, layer);
  const list = h("div.pieces", { role: "group", "aria-label": t("Pieces, the least certain first") });
  const head = h("div");
  const open = h("div");
  const lessons = h("div");
  const actions = h("div.photo-actions");
  const dock = makeDock({
    onClose: () => {
      looked = null;
      zoom.whole();
      refresh();
    },
  });
  const correct = corrector(reading, dock, {
    onLook: (id) => {
      looked = id;
      refresh();
      lookCloser(id);
    },
    onMove: (id) => {
      const { photo } = reading;
      const piece = reading.piece(id);
      if (photo && piece) moveCorners(layer, id, piece.box, (box) => tried(() => reading.move(photo.id, id, box)));
    },
  });

  async function refresh() {
    fill(tabs, playerTabs(table, table.seat, choose));
    const { photo } = reading;
    stage.hidden = !photo;
    if (!photo) {
      fill(head, h("p.faint", t("There is no photo of this player's pieces yet.")));
      for (const part of [open, list, lessons]) fill(part);
      fill(actions, takeButton("button.button.primary.grow", t("Take a photo")), picturesButton());
      return;
    }
    const size = await reading.size(photo.id);
    fill(head, headline(reading, photo, adding));
    drawQuestions(photo);
    drawStage(layer, reading, photo, size, {
      onPiece: correct.look,
      onPlace: adding ? (box) => addAt(photo.id, box) : null,
      looked,
    });
    pieceChips(list, reading, photo, correct.look);
    tried(() => drawLessons(lessons, photo));
    fill(actions, buttons(photo));
  }

  /** @param {string | null} id */
  async function lookCloser(id) {
    const piece = id && reading.piece(id);
    const { photo } = reading;
    if (!piece || !photo) return;
    const { width, height } = await reading.size(photo.id);
    const [x1, y1, x2, y2] = piece.box;
    zoom.lookAt([x1 / width, y1 / height, x2 / width, y2 / height]);
    stage.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  /** @param {number} seat */
  function choose(seat) {
    table.seat = seat;
    dock.close();
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

  /** @param {string} photo @param {Box} box */
  function addAt(photo, box) {
    adding = false;
    tried(async () => correct.look(await reading.add(photo, box)));
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
  const picturesButton = () =>
    h(
      "button.button",
      { type: "button", onclick: () => tried(() => choosePictures(table, table.seat)) },
      icon("pictures"),
      t("Pictures"),
    );

  /** The next player's photo, while there is one to take. */
  const nextPhoto = () => {
    const next = nextWithout(table, table.seat);
    if (next === undefined || gameCard(table.game)?.shared) return null;
    const take = () => {
      table.seat = next;
      return takePhoto(table, next);
    };
    return h(
      "button.button.wide",
      { type: "button", onclick: () => tried(take) },
      icon("camera"),
      t("Next photo: {name}", { name: table.state.players[next].name }),
    );
  };

  /** What is not told yet comes next, else the score. */
  async function goOn() {
    if (!module.rest || reading.sheet?.total !== null) return go(`/t/${table.id}/score`);
    const context = await contextOf(table.game);
    await go(`/t/${table.id}`);
    return module.rest(table, table.seat, context);
  }

  /** @param {TablePhoto} photo */
  const buttons = (photo) => [
    nextPhoto(),
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
    h("button.button.primary.grow", { type: "button", onclick: () => tried(goOn) }, icon("check"), t("All right")),
  ];

  await refresh();
  fill(main, tabs, head, open, stage, list, lessons, actions, dock.element);
  return { refresh };
}

/**
 * How many pieces were found, what to do with them, and what they score.
 * @param {Reading} reading
 * @param {TablePhoto} photo
 * @param {boolean} adding
 */
function headline(reading, photo, adding) {
  const unsure = photo.pieces.filter((piece) => isUnsure(piece) && !piece.by_hand).length;
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
