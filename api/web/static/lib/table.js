// A table that stays up to date: changes go to the service, and everyone's changes come back over one open line.

import { get, openLine, patch, post } from "./door.js";

/** The table with this id as an observable: `view` is what all phones agree on. */
export class Table extends EventTarget {
  constructor(id) {
    super();
    this.id = id;
    this.view = null;
    this.phones = 1;
    this.online = false;
    this.closed = false;
    this.by = phoneName();
  }

  get state() {
    return this.view.document.state;
  }

  get game() {
    return this.view.game;
  }

  async open() {
    this.accept(await get(`/tables/${this.id}`));
    this.listen();
    return this;
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.later);
    this.line?.close();
  }

  accept(view) {
    if (this.view && view.seq < this.view.seq) return;
    this.view = view;
    this.dispatchEvent(new Event("change"));
  }

  /** Change places of the state; paths are pointers into the state. */
  edit(changes, note = "") {
    const inState = changes.map((change) => ({ ...change, path: `/state${change.path}` }));
    return this.change(inState, note);
  }

  set(path, value, note = "") {
    return this.edit([{ op: "replace", path, value }], note);
  }

  /** Change the document itself (title, seats, snapshots). */
  async change(changes, note = "") {
    this.accept(await patch(`/tables/${this.id}`, { changes, note, by: this.by }));
  }

  async act(verb, body = {}) {
    this.accept(await post(`/tables/${this.id}/${verb}`, { ...body, by: this.by }));
  }

  undo() {
    return this.act("undo");
  }

  redo() {
    return this.act("redo");
  }

  async refresh() {
    this.accept(await get(`/tables/${this.id}`));
  }

  /** Fetch until everything that was announced is here: the network may be away, and a kept copy may be old. */
  async catchUp(newest = this.newest) {
    this.newest = Math.max(newest, this.newest || 0);
    clearTimeout(this.later);
    await this.refresh().catch(() => {});
    if (!this.closed && this.view.seq < this.newest) this.later = setTimeout(() => this.catchUp(), 1000);
  }

  listen() {
    if (this.closed) return;
    this.line = openLine(`/tables/${this.id}?after=${this.view.seq}`, {
      hear: (message) => this.hear(message),
      opened: () => {
        this.wait = 500;
      },
      closed: (code) => {
        this.setOnline(false);
        if (code === 4404) this.dispatchEvent(new Event("gone"));
        else this.listenAgain();
      },
    });
  }

  /** Try again later, and later each time: the host may be away for the whole evening. */
  listenAgain() {
    this.wait = Math.min((this.wait || 500) * 2, 8000);
    this.retry = setTimeout(() => this.listen(), this.wait);
  }

  hear(message) {
    if (message.type === "hello") this.setOnline(true);
    if (message.type === "presence") this.phones = message.phones;
    if (message.type === "deleted") this.dispatchEvent(new Event("gone"));
    const newest = message.type === "hello" ? message.seq : message.event?.seq;
    if (message.type === "behind" || (newest && newest > this.view.seq)) this.catchUp(newest || this.view.seq + 1);
    else if (message.type === "presence") this.dispatchEvent(new Event("presence"));
  }

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
