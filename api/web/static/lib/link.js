// The link between a table on this phone and the service: changes are sent in order, everyone's come back.

import { carriedOver } from "./changes.js";
import { get, openLine, post, Refusal } from "./door.js";
import { phoneId } from "./phone.js";
import { whoChanges } from "./role.js";
import { forget, keep } from "./waiting.js";

/** @import { Step } from "./changes.js" */
/** @import { TableView } from "./types.js" */
/** @import { Waiting } from "./waiting.js" */
/** A change as it stands in the log. @typedef {{ version: number, id: string, steps: Step[] }} Entry */
/** @typedef {{ version: number, change: Entry, table: TableView }} Changed */

const GONE = 4404;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 8000;
const SEND_AGAIN = 1000;

/** Whether the service will not take a change however often it is sent. @param {unknown} error */
const isFinal = (error) =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429;

/** What all phones agree on of a table, and what this one has still to send. */
export class Link extends EventTarget {
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
    this.wait = SHORTEST_WAIT;
    this.newest = view.version;
    /** One thing at a time: answers are taken in the order in which they were asked for. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.sending = false;
    /** @type {import("./door.js").Line | null} */
    this.line = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resend = undefined;
  }

  get version() {
    return this.view.version;
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

  /** Who makes the changes of this phone. */
  get by() {
    return whoChanges(this.id);
  }

  get sender() {
    return { phone: phoneId(), by: this.by };
  }

  /** @param {Waiting} change */
  queue(change) {
    this.waiting = [...this.waiting, change];
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
