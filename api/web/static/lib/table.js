// A table that stays up to date: this phone's changes are shown at once and sent in order, everyone's come back.

import { carriedOver, made, setting, stepsOf } from "./changes.js";
import { get, openLine, post, Refusal } from "./door.js";
import { t } from "./i18n.js";
import { phoneId, phoneName } from "./phone.js";
import { at, steps as partsOf } from "./pointer.js";
import { forget, keep, recall } from "./waiting.js";

/** @import { Step } from "./changes.js" */
/** @import { Json, TableDocument, TableView } from "./types.js" */
/** @import { Waiting } from "./waiting.js" */
/** A change as it stands in the log. @typedef {{ version: number, id: string, steps: Step[] }} Entry */
/** @typedef {{ version: number, change: Entry, table: TableView }} Changed */

const GONE = 4404;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 8000;
const SEND_AGAIN = 1000;
const STATE = "/state";

/** Whether the service will not take a change however often it is sent. @param {unknown} error */
const isFinal = (error) =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The table with this id as an observable: "change", "presence", "refused" and "gone" tell what happens to it. */
export class Table extends EventTarget {
  /** @param {string} id @param {TableView} view @param {Waiting[]} waiting */
  constructor(id, view, waiting) {
    super();
    this.id = id;
    /** What all phones agree on. */
    this.view = view;
    /** What this phone changed and the service has not taken yet. */
    this.waiting = waiting;
    this.phones = 1;
    this.online = false;
    this.closed = false;
    this.by = phoneName();
    this.wait = SHORTEST_WAIT;
    this.newest = view.version;
    /** One thing at a time: answers are taken in the order in which they were asked for. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.sending = false;
    /** @type {{ view: TableView, waiting: Waiting[], document: TableDocument } | null} */
    this.shown = null;
    /** @type {import("./door.js").Line | null} */
    this.line = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resend = undefined;
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

  get version() {
    return this.view.version;
  }

  get canUndo() {
    return this.waiting.length > 0 || this.view.can_undo;
  }

  /** Which player this phone looks at. */
  get seat() {
    const kept = Number(sessionStorage.getItem(`tally-seat-${this.id}`) || 0);
    return Math.max(0, Math.min(kept, this.state.players.length - 1));
  }

  set seat(seat) {
    sessionStorage.setItem(`tally-seat-${this.id}`, String(seat));
  }

  /** @param {number} seat */
  colourOf(seat) {
    return this.document.seats[seat]?.colour;
  }

  /** Hear of every change until the returned function is called. @param {() => void} listener */
  follow(listener) {
    this.addEventListener("change", listener);
    return () => this.removeEventListener("change", listener);
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.later);
    clearTimeout(this.resend);
    this.line?.close();
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
    this.waiting = [...this.waiting, change];
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

  /** Send what waits, one change after the other; a dead line stops it, a refusal drops the change and says why. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.waiting.length && !this.closed) await this.inTurn(() => this.sendFirst());
      if (!this.online && this.line?.isOpen()) this.setOnline(true);
    } catch {
      this.setOnline(false);
      clearTimeout(this.resend);
      this.resend = setTimeout(() => this.send(), SEND_AGAIN);
    } finally {
      this.sending = false;
    }
  }

  /** Until the service has taken what this phone changed, or cannot be reached. */
  async settled() {
    while (this.waiting.length && this.sending) await this.turn;
  }

  async sendFirst() {
    const [first] = this.waiting;
    if (!first) return;
    try {
      const { id, steps, base } = first;
      /** @type {Changed} */
      const answer = await post(`/tables/${this.id}/changes`, { id, ...this.sender, version: base, steps });
      await this.carry(this.version, answer.table.version, answer);
      this.drop(id);
      this.accept(answer.table);
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.drop(first.id);
      this.dispatchEvent(new CustomEvent("refused", { detail: error }));
      this.accept(await get(`/tables/${this.id}?phone=${phoneId()}`));
    }
  }

  get sender() {
    return { phone: phoneId(), by: this.by };
  }

  /** @param {string} id */
  drop(id) {
    forget(id);
    this.waiting = this.waiting.filter((change) => change.id !== id);
  }

  /**
   * Move what waits over what others changed between two versions.
   * @param {number} before
   * @param {number} after
   * @param {Changed | null} [answer] to the first change that waits, if it was asked for
   */
  async carry(before, after, answer = null) {
    const others = this.waiting.length - (answer ? 1 : 0);
    if (!others || before >= after) return;
    const next = answer?.change.version === after && after === before + 1;
    /** @type {Entry[]} */
    const entries = next ? [answer.change] : await get(`/tables/${this.id}/changes?after=${before}`);
    for (const entry of entries) if (entry.version <= after) this.carryOver(entry);
    keep(this.waiting);
  }

  /** @param {Entry} entry */
  carryOver(entry) {
    if (this.waiting.some((change) => change.id === entry.id)) {
      this.drop(entry.id);
      this.waiting = this.waiting.map((change) => ({ ...change, base: entry.version }));
      return;
    }
    let passed = entry.steps;
    this.waiting = this.waiting.map((change) => {
      const moved = carriedOver(change.steps, passed);
      if (!moved) return change; // the service will say why it cannot be made any more
      passed = moved.over;
      return { ...change, base: entry.version, steps: moved.steps };
    });
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  inTurn(work) {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** Take over what the service says, unless something newer is here. @param {TableView} view */
  accept(view) {
    if (view.version >= this.view.version) this.view = view;
    this.dispatchEvent(new Event("change"));
  }

  /** Ask for something that is not a small change; it needs the line. @param {string} verb @param {object} [body] */
  act(verb, body = {}) {
    return this.ask(`/tables/${this.id}/${verb}`, body);
  }

  /** The same at any address that answers with the table. @param {string} path @param {object} body */
  ask(path, body) {
    return this.inTurn(async () => {
      /** @type {Changed} */
      const { table } = await post(path, { ...body, ...this.sender });
      await this.carry(this.version, table.version);
      this.accept(table);
    });
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

  /** Fetch the table again, unless everything up to a version is here by then. @param {number} [version] */
  refresh(version = Number.POSITIVE_INFINITY) {
    return this.inTurn(async () => {
      if (this.version >= version) return;
      /** @type {TableView} */
      const view = await get(`/tables/${this.id}?phone=${phoneId()}`);
      await this.carry(this.version, view.version);
      this.accept(view);
    });
  }

  /** Fetch until everything that was announced is here: the network may be away, and a kept copy may be old. */
  async catchUp(newest = this.newest) {
    this.newest = Math.max(newest, this.newest);
    clearTimeout(this.later);
    await this.refresh(this.newest).catch(() => {});
    if (!this.closed && this.version < this.newest) this.later = setTimeout(() => this.catchUp(), 1000);
  }

  listen() {
    if (this.closed) return;
    this.line = openLine(`/tables/${this.id}?after=${this.version}`, {
      hear: (message) => this.hear(message),
      opened: () => {
        this.wait = SHORTEST_WAIT;
      },
      closed: (code) => {
        this.setOnline(false);
        if (code === GONE) this.dispatchEvent(new Event("gone"));
        else this.listenAgain();
      },
    });
  }

  /** Try again later, and later each time: the host may be away for the whole evening. */
  listenAgain() {
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.retry = setTimeout(() => this.listen(), this.wait);
  }

  /** @param {{ type: string, version?: number, phones?: number, change?: Entry }} message */
  hear(message) {
    if (message.type === "hello") {
      this.setOnline(true);
      this.send();
    }
    if (message.type === "presence") this.phones = message.phones ?? 1;
    if (message.type === "deleted") this.dispatchEvent(new Event("gone"));
    const newest = message.version ?? message.change?.version ?? 0;
    if (newest > this.version) this.catchUp(newest);
    else if (message.type === "presence") this.dispatchEvent(new Event("presence"));
  }

  /** @param {boolean} online */
  setOnline(online) {
    this.online = online;
    this.dispatchEvent(new Event("presence"));
  }
}
