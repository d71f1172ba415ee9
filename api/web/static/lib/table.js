// A table that stays up to date: changes go to the service, and everyone's changes come back over one open line.

import { get, openLine, post, Refusal } from "./door.js";
import { at } from "./pointer.js";

/** @import { Json, TableView } from "./types.js" */
/**
 * A step of a change as the log knows it: set, add, put, take, move, told or lay.
 * @typedef {{ kind: string, [field: string]: Json }} LogStep
 */
/** @typedef {{ op: "replace" | "add" | "remove", path: string, value?: Json }} Patch */

const GONE = 4404;
const LONGEST_WAIT = 8000;

/** The table with this id as an observable: `view` is what all phones agree on. */
export class Table extends EventTarget {
  /** @param {string} id @param {TableView} view */
  constructor(id, view) {
    super();
    this.id = id;
    this.view = view;
    this.phones = 1;
    this.online = false;
    this.closed = false;
    this.by = phoneName();
    this.phone = phoneId();
    this.wait = 500;
    this.newest = view.version;
    /** @type {import("./door.js").Line | null} */
    this.line = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  /** @param {string} id */
  static async open(id) {
    const table = new Table(id, await get(`/tables/${id}?phone=${phoneId()}`));
    table.listen();
    return table;
  }

  get state() {
    return this.view.document.state;
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
    return this.view.document.seats[seat]?.colour;
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.later);
    this.line?.close();
  }

  /** @param {TableView} view */
  accept(view) {
    if (view.version < this.view.version) return;
    this.view = view;
    this.dispatchEvent(new Event("change"));
  }

  /** What lies at a place from now on. @param {string} path @param {Json} value */
  set(path, value) {
    return this.edit([{ op: "replace", path, value }]);
  }

  /** More or less of a number. @param {string} path @param {number} count */
  add(path, count) {
    return this.send([{ kind: "add", path: `/state${path}`, n: count }]);
  }

  /** One more at the end of a list. @param {string} list @param {Json} value */
  put(list, value) {
    return this.edit([{ op: "add", path: `${list}/-`, value }]);
  }

  /** One less in a list. @param {string} path */
  take(path) {
    return this.edit([{ op: "remove", path }]);
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
    if (changes.length) await this.edit(changes);
  }

  /** Change places of the state; paths are pointers into the state. @param {Patch[]} changes */
  edit(changes) {
    return this.change(changes.map((change) => ({ ...change, path: `/state${change.path}` })));
  }

  /** Change the document itself (title, seats, snapshots). @param {Patch[]} changes */
  change(changes) {
    return this.send(changes.map((change) => step(this.view.document, change)));
  }

  /** Send steps, made on what this phone shows. @param {LogStep[]} steps */
  send(steps) {
    return this.act("changes", { version: this.view.version, steps });
  }

  /** @param {string} verb @param {object} [body] */
  act(verb, body = {}) {
    return this.post(`/tables/${this.id}/${verb}`, body);
  }

  /** Do something to the table; where others were quicker, it is shown as it is now. @param {string} path @param {object} body */
  async post(path, body) {
    try {
      const { table } = await post(path, { ...body, id: freshId(), phone: this.phone, by: this.by });
      this.accept(table);
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status === 409) await this.refresh().catch(() => {});
      throw refusal;
    }
  }

  undo() {
    return this.act("undo");
  }

  redo() {
    return this.act("redo");
  }

  /** The table, or what lies before one player, as SVG. @param {number | null} player @returns {Promise<string>} */
  drawn(player) {
    return get(`/tables/${this.id}/drawing${player === null ? "" : `?player=${player}`}`);
  }

  async refresh() {
    this.accept(await get(`/tables/${this.id}?phone=${this.phone}`));
  }

  /** Fetch until everything that was announced is here: the network may be away, and a kept copy may be old. */
  async catchUp(newest = this.newest) {
    this.newest = Math.max(newest, this.newest);
    clearTimeout(this.later);
    await this.refresh().catch(() => {});
    if (!this.closed && this.view.version < this.newest) this.later = setTimeout(() => this.catchUp(), 1000);
  }

  listen() {
    if (this.closed) return;
    this.line = openLine(`/tables/${this.id}?after=${this.view.version}`, {
      hear: (message) => this.hear(message),
      opened: () => {
        this.wait = 500;
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

  /** @param {{ type: string, version?: number, phones?: number, change?: { version: number } }} message */
  hear(message) {
    if (message.type === "hello") this.setOnline(true);
    if (message.type === "presence") this.phones = message.phones ?? 1;
    if (message.type === "deleted") this.dispatchEvent(new Event("gone"));
    const newest = (message.type === "hello" ? message.version : message.change?.version) ?? 0;
    if (newest > this.view.version) this.catchUp(newest);
    else if (message.type === "presence") this.dispatchEvent(new Event("presence"));
  }

  /** @param {boolean} online */
  setOnline(online) {
    this.online = online;
    this.dispatchEvent(new Event("presence"));
  }
}

function phoneName() {
  const known = localStorage.getItem("tally-phone");
  if (known) return known;
  const name = `#${Math.floor(Math.random() * 900 + 100)}`;
  localStorage.setItem("tally-phone", name);
  return name;
}

/** Which phone this is to the log: undo takes back its own changes only. */
function phoneId() {
  const known = localStorage.getItem("tally-phone-id");
  if (known) return known;
  const id = freshId();
  localStorage.setItem("tally-phone-id", id);
  return id;
}

/** A name that nothing else has; a page without TLS knows no randomUUID. */
function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A change at a place of the document as a step that says what this phone saw there.
 * @param {Json} document
 * @param {Patch} change
 * @returns {LogStep}
 */
function step(document, { op, path, value }) {
  const cut = path.lastIndexOf("/");
  const [list, last] = [path.slice(0, cut), path.slice(cut + 1)];
  const seen = at(document, path);
  if (Array.isArray(at(document, list)) && op !== "replace") {
    if (op === "remove") return { kind: "take", path: list, index: Number(last), value: seen };
    return { kind: "put", path: list, value, ...(last === "-" ? {} : { index: Number(last) }) };
  }
  return { kind: "set", path, ...(op === "remove" ? {} : { value }), ...(seen === undefined ? {} : { expect: seen }) };
}
