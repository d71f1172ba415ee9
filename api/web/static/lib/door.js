// The door: the only module that knows how the page reaches what answers it. Everything else says what it wants.

import { boot, t } from "./i18n.js";

/** @import { Open } from "./types.js" */

/**
 * What was answered: JSON as a value, anything else as text, nothing as null.
 * @typedef {{ status: number, body: any }} Answer
 */

/**
 * What a line tells: every message, that it was opened, and why it was closed.
 * @typedef {object} Listener
 * @property {(message: any) => void} hear
 * @property {() => void} [opened]
 * @property {(code: number) => void} [closed]
 */

/**
 * An open line, on which both sides speak.
 * @typedef {{ send(data: Blob | string): void, close(): void, isOpen(): boolean }} Line
 */

/**
 * One side of the door: who answers. Paths and JSON are the same whoever it is; a side that cannot be reached throws.
 * @typedef {object} Side
 * @property {(method: string, path: string, body?: unknown) => Promise<Answer>} ask
 * @property {(path: string, form: FormData, onProgress: (share: number) => void) => Promise<Answer>} send
 * @property {(path: string) => string} address where the browser itself finds a picture or a file to save
 * @property {(path: string, listener: Listener) => Line} line
 */

/** A refusal of the service; `message` is a sentence for the people at the table, `status` 0 if nobody answered. */
export class Refusal extends Error {
  /**
   * @param {{ detail?: string, title?: string, errors?: unknown[], questions?: Open[] } | null} problem
   * @param {number} status
   */
  constructor(problem, status) {
    super(problem?.detail || problem?.title || `Error ${status}`);
    this.status = status;
    this.problem = problem || {};
  }
}

const HTTP = "/api/v1";

/** A server: the one that the page came from. @type {Side} */
const server = {
  async ask(method, path, body) {
    const isForm = body instanceof FormData;
    const response = await fetch(HTTP + path, {
      method,
      headers: body === undefined || isForm ? {} : { "content-type": "application/json" },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
    if (response.status === 204) return { status: 204, body: null };
    const isJson = (response.headers.get("content-type") || "").includes("json");
    return { status: response.status, body: isJson ? await response.json() : await response.text() };
  },

  send(path, form, onProgress) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", HTTP + path);
      request.responseType = "json";
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
      request.onload = () => resolve({ status: request.status, body: request.response });
      request.onerror = () => reject(new TypeError("the host did not answer"));
      request.send(form);
    });
  },

  address: (path) => HTTP + path,

  line(path, { hear, opened, closed }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws${path}`);
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onopen = () => opened?.();
    socket.onclose = (event) => closed?.(event.code);
    return {
      send: (data) => socket.send(data),
      close: () => {
        socket.onclose = null;
        socket.close();
      },
      isOpen: () => socket.readyState === WebSocket.OPEN,
    };
  },
};

let side = server;

/** Let another side answer, such as a worker inside the page. @param {Side} other */
export function answerFrom(other) {
  side = other;
}

const OFFLINE = () => t("The host cannot be reached. Is Tally still running, and is this phone in the same network?");

/** Every question says the page's language. @param {string} path */
const inLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${boot.lang}`;

/** @param {Promise<Answer>} asked */
async function answerOf(asked) {
  const answer = await asked.catch((error) => {
    if (error instanceof Refusal) throw error;
    throw new Refusal({ detail: OFFLINE() }, 0);
  });
  if (answer.status < 400) return answer.body;
  throw new Refusal(typeof answer.body === "object" ? answer.body : null, answer.status);
}

/** @param {string} method @param {string} path @param {unknown} [body] */
const call = (method, path, body) => answerOf(side.ask(method, inLanguage(path), body));

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => call("PUT", path, body);
/** @param {string} path */
export const remove = (path) => call("DELETE", path);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** A GET whose answer does not change while the page is open. @param {string} path */
export function getOnce(path) {
  const known = kept.get(path);
  if (known) return known;
  const asked = get(path).catch((error) => {
    kept.delete(path);
    throw error;
  });
  kept.set(path, asked);
  return asked;
}

/** Forget kept answers that begin so, after something behind them changed. @param {string} prefix */
export function forget(prefix) {
  for (const path of kept.keys()) if (path.startsWith(prefix)) kept.delete(path);
}

/**
 * Upload a photo with progress from 0 to 1; reading begins when it is up.
 * @param {string} path @param {FormData} form @param {(share: number) => void} [onProgress]
 */
export const upload = (path, form, onProgress = () => {}) => answerOf(side.send(inLanguage(path), form, onProgress));

/** Where the browser itself finds a picture or a file to save. @param {string} path */
export const addressOf = (path) => side.address(path);

/** A file as it is, such as a sample photo. @param {string} path @returns {Promise<Blob>} */
export async function fileOf(path) {
  const response = await fetch(side.address(path)).catch(() => null);
  if (!response?.ok) throw new Refusal({ detail: OFFLINE() }, response?.status ?? 0);
  return response.blob();
}

/** Open a line on which messages come as they happen. @param {string} path @param {Listener} listener */
export const openLine = (path, listener) => side.line(path, listener);
