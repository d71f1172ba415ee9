// The service: one function per verb, errors as sentences.

/** A refusal of the service; `message` is a sentence for the people at the table. */
export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail || problem.title || `Error ${status}`);
    this.status = status;
    this.errors = problem.errors || [];
  }
}

async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["content-type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(`/api/v1${path}`, options);
  } catch {
    throw new Refusal({ detail: OFFLINE() }, 0);
  }
  if (response.status === 204) return null;
  const isJson = (response.headers.get("content-type") || "").includes("json");
  if (!response.ok) throw new Refusal(isJson ? await response.json() : {}, response.status);
  return isJson ? response.json() : response.text();
}

import { t } from "./i18n.js";

const OFFLINE = () => t("The host cannot be reached. Is Tally still running, and is this phone in the same network?");

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);
export const patch = (path, body) => call("PATCH", path, body);
export const remove = (path) => call("DELETE", path);

const kept = new Map();

/** A GET whose answer does not change while the page is open. */
export function getOnce(path) {
  if (!kept.has(path)) {
    const asked = get(path).catch((error) => {
      kept.delete(path);
      throw error;
    });
    kept.set(path, asked);
  }
  return kept.get(path);
}

/** Forget kept answers that begin so, after something behind them changed. */
export function forget(prefix) {
  for (const path of kept.keys()) if (path.startsWith(prefix)) kept.delete(path);
}

/** Upload a photo with progress from 0 to 1; reading begins when it is up. */
export function upload(path, form, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1${path}`);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () =>
      request.status < 400 ? resolve(request.response) : reject(new Refusal(request.response || {}, request.status));
    request.onerror = () => reject(new Refusal({ detail: OFFLINE() }, 0));
    request.send(form);
  });
}
