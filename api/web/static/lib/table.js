// A table that stays up to date: this phone's changes are shown at once and sent in order, everyone's come back.

import { made, setting, stepsOf } from "./changes.js";
import { get, Refusal } from "./door.js";
import { t } from "./i18n.js";
import { Link } from "./link.js";
import { phoneId } from "./phone.js";
import { at, steps as partsOf, pointer } from "./pointer.js";
import { meAt } from "./role.js";
import { keep, recall } from "./waiting.js";

/** @import { Step } from "./changes.js" */
/** @import { Json, TableDocument, TableView } from "./types.js" */
/** @import { Waiting } from "./waiting.js" */

const STATE = "/state";

/** The table with this id as an observable: "change", "presence", "refused" and "gone" tell what happens to it. */
export class Table extends Link {
  /** @param {string} id @param {TableView} view @param {Waiting[]} waiting */
  constructor(id, view, waiting) {
    super(id, view, waiting);
    /** @type {{ view: TableView, waiting: Waiting[], document: TableDocument } | null} */
    this.shown = null;
  }

  /** @param {string} id */
  static async open(id) {
    const [view, waiting] = await Promise.all([get(`/tables/${id}?phone=${phoneId()}`), recall(id)]);
    const table = new Table(id, view, waiting);
    if (waiting.length) await table.inTurn(() => table.carry(waiting[0].base, view.version)).catch(() => {});
    table.listen();
    table.send();
    return table;
  }

  /** The document as this phone shows it: what all agree on, and its own changes that are on their way. */
  get document() {
    const { view, waiting } = this;
    if (this.shown?.view !== view || this.shown.waiting !== waiting) {
      const document = waiting.reduce((now, change) => made(now, change.steps) ?? now, view.document);
      this.shown = { view, waiting, document };
    }
    return this.shown.document;
  }

  get state() {
    return this.document.state;
  }

  get score() {
    return this.view.score;
  }

  get game() {
    return this.view.game;
  }

  get canUndo() {
    return this.waiting.length > 0 || this.view.can_undo;
  }

  /** Which player this phone looks at: the one chosen last, else its own. */
  get seat() {
    const own = this.state.players.findIndex((player) => player.name === meAt(this.id));
    const kept = Number(sessionStorage.getItem(`tally-seat-${this.id}`) ?? Math.max(0, own));
    return Math.max(0, Math.min(kept, this.state.players.length - 1));
  }

  set seat(seat) {
    sessionStorage.setItem(`tally-seat-${this.id}`, String(seat));
  }

  /** @param {number} seat */
  colourOf(seat) {
    return this.document.seats[seat]?.colour;
  }

  /** What lies at a place from now on. @param {string} path @param {Json} value */
  set(path, value) {
    const holder = path.slice(0, path.lastIndexOf("/"));
    const list = at(this.state, holder);
    const isNext = Array.isArray(list) && Number(partsOf(path).at(-1)) === list.length;
    return isNext ? this.put(holder, value) : this.make([setting(this.document, STATE + path, value)]);
  }

  /** More or less of a number. @param {string} path @param {number} n */
  add(path, n) {
    return this.make([{ kind: "add", path: STATE + path, n }]);
  }

  /** One more at the end of a list. @param {string} list @param {Json} value */
  put(list, value) {
    return this.make([{ kind: "put", path: STATE + list, value }]);
  }

  /** One less in a list. @param {string} path */
  take(path) {
    const list = path.slice(0, path.lastIndexOf("/"));
    return this.make([
      { kind: "take", path: STATE + list, index: Number(partsOf(path).at(-1)), value: at(this.state, path) },
    ]);
  }

  /** A step at a place of the state, as forms make it. @param {string} path @param {Step} step */
  change(path, step) {
    const place = path + step.path;
    const isNew = step.kind === "set" && at(this.state, place) === undefined;
    return isNew ? this.set(place, step.value) : this.make([{ ...step, path: STATE + place }]);
  }

  /** What a player can do now with one press. @param {number} seat */
  movesOf(seat) {
    return this.view.moves?.[seat] ?? [];
  }

  /** What the table tells of questions about a player. @param {number} seat */
  toldTo(seat) {
    return this.view.told?.[seat] ?? {};
  }

  /** Make a move that the game offers. @param {import("./types.js").Move} move */
  async move({ changes }) {
    const steps = stepsOf(
      this.document,
      changes.map((change) => ({ ...change, path: STATE + change.path })),
    );
    if (steps.length) await this.make(steps);
  }

  /** Another title, or that the game is over. @param {"title" | "finished"} field @param {Json} value */
  tell(field, value) {
    return this.make([setting(this.document, `/${field}`, value)]);
  }

  /**
   * What a line of a player's sheet is worth, or the whole "total", as a person says; undefined computes it again.
   * @param {number} seat
   * @param {{ [line: string]: number | undefined }} lines
   */
  tellLines(seat, lines) {
    const place = (/** @type {string} */ line) => pointer(["told", String(seat), line]);
    return this.make(Object.entries(lines).map(([line, points]) => setting(this.document, place(line), points)));
  }

  /** Change the document: shown at once, sent when its turn comes. @param {Step[]} steps */
  async make(steps) {
    this.refuseEqualNames(steps);
    if (!made(this.document, steps)) throw new Refusal({ detail: t("What this change was about is not there.") }, 409);
    const order = (this.waiting.at(-1)?.order ?? 0) + 1;
    const change = {
      id: `${phoneId()}-${Date.now().toString(36)}-${order}`,
      table: this.id,
      order,
      base: this.version,
      steps,
    };
    this.queue(change);
    this.dispatchEvent(new Event("change"));
    const kept = keep([change]);
    this.send();
    await kept;
  }

  /** @param {Step[]} steps */
  refuseEqualNames(steps) {
    for (const step of steps) {
      const seat = /^\/state\/players\/(\d+)\/name$/.exec(step.path)?.[1];
      if (step.kind !== "set" || seat === undefined) continue;
      const others = this.state.players.filter((_, index) => index !== Number(seat));
      if (others.some((player) => player.name === String(step.value).trim()))
        throw new Refusal({ detail: t("Somebody is called {name} already.", { name: step.value }) }, 409);
    }
  }

  /** Take back this phone's own last change; one that still waits is simply not sent. */
  async undo() {
    const last = this.waiting.at(-1);
    if (!last || (this.sending && this.waiting.length === 1)) {
      await this.turn;
      await this.act("undo");
      return;
    }
    this.drop(last.id);
    this.dispatchEvent(new Event("change"));
  }

  redo() {
    return this.act("redo");
  }

  /** The table, or what lies before one player, as SVG. @param {number | null} player @returns {Promise<string>} */
  drawn(player) {
    return get(`/tables/${this.id}/drawing${player === null ? "" : `?player=${player}`}`);
  }
}
