// What was read from the photo of one player, and how a person changes it: corrections, and reading it again.

import { fileOf, get, getOnce } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { lastSent, sendPhoto } from "../views/capture.js";

/** @import { Box, Open, PieceKind } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */
/** @typedef {{ code?: string, place?: string | number, box?: Box }} PieceChange */

/** The photo of the player that this phone looks at. */
export class Reading {
  /** @param {Table} table @param {PieceKind} kind */
  constructor(table, kind) {
    this.table = table;
    this.kind = kind;
    this.card = gameCard(table.game);
  }

  /** Where pieces can lie, for a person to say. */
  get places() {
    return this.card?.photo?.places ?? [];
  }

  /** The ways round that the photo may have been taken. */
  get turns() {
    return this.card?.photo?.turns ?? [];
  }

  get photo() {
    return this.table.view.document.photos.find((photo) => photo.player === this.table.seat);
  }

  get sheet() {
    return this.table.score.sheets[this.table.seat];
  }

  /** @param {string} id */
  piece(id) {
    return this.photo?.pieces.find((piece) => piece.id === id);
  }

  /** How large the picture is. @param {string} photo @returns {Promise<{ width: number, height: number }>} */
  size(photo) {
    return getOnce(`/photos/${photo}`);
  }

  /**
   * What the photo leaves open; unsure pieces have their own marks, and offline nothing is asked.
   * @param {string} photo
   */
  async questions(photo) {
    /** @type {{ questions: Open[] }} */
    const { questions } = await get(`/photos/${photo}`).catch(() => ({ questions: [] }));
    return questions.filter((question) => question.id !== "piece");
  }

  /** @param {string} photo @param {string} piece @param {PieceChange} value */
  change(photo, piece, value) {
    return this.correct(photo, { action: "change", piece, value });
  }

  /** @param {string} photo @param {string} piece @param {Box} box */
  move(photo, piece, box) {
    return this.correct(photo, { action: "move", piece, value: { box } });
  }

  /** @param {string} photo @param {string} piece */
  drop(photo, piece) {
    return this.correct(photo, { action: "delete", piece });
  }

  /** A piece that was missed; gives its id. @param {string} photo @param {Box} box */
  async add(photo, box) {
    const piece = `h${Date.now().toString(36)}`;
    await this.correct(photo, { action: "add", piece, value: { ...this.kind.fresh, box } });
    return piece;
  }

  /** @param {string} photo @param {{ action: string, piece: string, value?: PieceChange }} correction */
  correct(photo, correction) {
    return this.table.ask(`/photos/${photo}/corrections`, correction);
  }

  /**
   * Read the same picture again, with more told about it than before.
   * @param {string} photo
   * @param {import("../views/capture.js").About} about
   */
  async again(photo, about) {
    const sent = lastSent.get(photo);
    const file = sent?.file ?? (await fileOf(`/photos/${photo}/picture`));
    const picture = new File([file], "photo.jpg", { type: file.type });
    await sendPhoto(this.table, this.table.seat, picture, { ...sent?.about, ...about });
  }
}
