// A side of the door that needs no server: a worker in the page answers, by the same paths with the same JSON.

import { Refusal } from "../lib/door.js";
import { below } from "../lib/home.js";
import { t } from "../lib/i18n.js";
import { tried } from "../parts/toast.js";
import { CardPart } from "./cards.js";

/** @import { Answer, Line, Listener, Side } from "../lib/door.js" */
/** @typedef {{ status: number, headers: { [name: string]: string }, body: Uint8Array }} Raw */

const API = below("/api/v1");
const NOT_KEPT = 507;
const NO_ROOM = () => t("This phone has no room to keep that. Make room and try again; until then leave Tally open.");

/** The worker, and who waits for its answers. */
class Desk {
  /** @param {Worker} worker */
  constructor(worker) {
    this.worker = worker;
    this.next = 1;
    /** @type {Map<number, { resolve(value: any): void, reject(error: Error): void }>} */
    this.waiting = new Map();
    /** @type {Map<number, Listener>} */
    this.lines = new Map();
    worker.onmessage = ({ data }) => this.hear(data);
  }

  /** @param {any} message */
  hear(message) {
    const asked = this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id);
      if (message.unkept) asked.reject(new Refusal({ detail: NO_ROOM() }, NOT_KEPT));
      else if (message.failed) asked.reject(new Error(message.failed));
      else asked.resolve(message.answer);
    }
    const listener = this.lines.get(message.line);
    if (message.heard !== undefined) listener?.hear(message.heard);
    if (message.closed !== undefined) {
      this.lines.delete(message.line);
      listener?.closed?.(message.closed);
    }
  }

  /** @param {object} message @param {Transferable[]} [moved] @returns {Promise<any>} */
  ask(message, moved = []) {
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.worker.postMessage({ id, ...message }, moved);
    return answer;
  }

  /** @param {string} method @param {string} path @param {BodyInit} [body] @returns {Promise<Raw>} */
  async raw(method, path, body) {
    const sent = body === undefined ? null : new Response(body);
    const bytes = sent ? new Uint8Array(await sent.arrayBuffer()) : null;
    const type = (typeof body === "string" ? "application/json" : sent?.headers.get("content-type")) ?? "";
    return this.ask({ kind: "ask", method, path, body: bytes, type }, bytes ? [bytes.buffer] : []);
  }

  /** @param {string} path @returns {Promise<any>} */
  async json(path) {
    return read(await this.raw("GET", path)).body;
  }

  /** @param {string} path @param {Listener} listener @returns {Line} */
  line(path, listener) {
    const line = this.next++;
    let open = true;
    const closed = (/** @type {number} */ code) => {
      open = false;
      listener.closed?.(code);
    };
    this.lines.set(line, { ...listener, closed });
    this.worker.postMessage({ kind: "line", line, path });
    queueMicrotask(() => listener.opened?.());
    return {
      send: async (data) => {
        const bytes = new Uint8Array(await new Response(data).arrayBuffer());
        this.worker.postMessage({ kind: "say", line, bytes }, [bytes.buffer]);
      },
      close: () => {
        open = false;
        this.lines.delete(line);
        this.worker.postMessage({ kind: "close", line });
      },
      isOpen: () => open,
    };
  }
}

/** @param {Raw} raw @returns {Answer} */
function read({ status, headers, body }) {
  if (status === 204) return { status, body: null };
  const text = new TextDecoder().decode(body);
  return { status, body: (headers["content-type"] ?? "").includes("json") ? JSON.parse(text) : text };
}

/**
 * Pictures in the page are fetched by the browser; the service worker hands such a request to us.
 * @param {Desk} desk
 */
function answerServiceWorker(desk) {
  navigator.serviceWorker.addEventListener("message", async ({ data, ports }) => {
    if (data?.kind !== "fetch") return;
    const raw = await desk.raw("GET", data.path.slice(API.length)).catch(() => null);
    ports[0]?.postMessage(raw);
  });
  navigator.serviceWorker.startMessages();
}

/** Files to save are made here: browsers do not ask service workers for them. @param {Desk} desk */
function saveFiles(desk) {
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
      if (!(link instanceof HTMLAnchorElement) || !link.pathname.startsWith(API) || link.origin !== location.origin)
        return;
      event.preventDefault();
      tried(() => saveFile(desk, link));
    },
    true,
  );
}

/**
 * While somebody takes the first photo, the networks get ready: their first runs are the slowest.
 * @param {Desk} desk
 */
function getReady(desk) {
  const begin = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLInputElement) || !target.accept.startsWith("image/")) return;
    document.removeEventListener("click", begin, true);
    desk.ask({ kind: "ready" }).catch(() => {}); // what is missing is told when a photo is read
  };
  document.addEventListener("click", begin, true);
}

/** A refusal is told, not saved. @param {Desk} desk @param {HTMLAnchorElement} link */
async function saveFile(desk, link) {
  const raw = await desk.raw("GET", link.pathname.slice(API.length) + link.search);
  if (raw.status >= 400) throw new Refusal(read(raw).body, raw.status);
  const told = /filename="([^"]+)"/.exec(raw.headers["content-disposition"] ?? "")?.[1];
  const file = new Blob([/** @type {BlobPart} */ (raw.body)], { type: raw.headers["content-type"] });
  const made = document.createElement("a");
  made.href = URL.createObjectURL(file);
  made.download = link.download || told || "tally";
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 60_000);
}

/**
 * A worker that cannot be started answers nobody; its browser tells the page.
 * @param {Worker} worker
 * @returns {Promise<never>}
 */
const notStarted = (worker) =>
  new Promise((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
  });

/**
 * Start the worker; ready when it answers.
 * @param {{ [name: string]: string }} address where its parts are
 * @param {import("./parts.js").Part[]} cards what reads cards, fetched when a photo first needs it
 * @param {(step: string) => void} onStep
 * @returns {Promise<Side>}
 */
export async function openSide(address, cards, onStep) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const desk = new Desk(worker);
  onStep("Starting …");
  await Promise.race([desk.ask({ kind: "begin", address }), notStarted(worker)]);
  worker.onerror = null;
  answerServiceWorker(desk);
  saveFiles(desk);
  getReady(desk);
  const part = new CardPart(cards, (path) => desk.json(path));
  return {
    ask: async (method, path, body) =>
      read(await desk.raw(method, path, body instanceof FormData || body === undefined ? body : JSON.stringify(body))),
    send: async (path, form, onProgress) => {
      await part.offer(path);
      onProgress(1);
      return read(await desk.raw("POST", path, form));
    },
    address: (path) => API + path,
    line: (path, listener) => desk.line(path, listener),
  };
}
