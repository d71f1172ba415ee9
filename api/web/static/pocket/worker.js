// The worker: Python with the whole service inside, a folder that lies in IndexedDB, and the eyes.

import { Eyes } from "./eyes.js";

const KEPT = "/tally";
const FOLDER = "/tally/data";

/** @type {any} */
let python;
/** @type {any} */
let inside;
/** @type {Eyes} */
let eyes;
/** @type {Map<number, any>} */
const lines = new Map();
/** What is written is kept before it is answered; one at a time. @type {Promise<void>} */
let keeping = Promise.resolve();

/** @param {boolean} fromStore @returns {Promise<void>} */
const synced = (fromStore) =>
  new Promise((resolve, reject) =>
    python.FS.syncfs(fromStore, (/** @type {unknown} */ error) => (error ? reject(error) : resolve())),
  );

/** A file that goes while others are kept spoils that turn, not the next. */
function keep() {
  keeping = keeping.catch(() => {}).then(() => synced(false).catch(() => synced(false)));
  return keeping;
}

class NotKept extends Error {}

/** @param {{ [name: string]: string }} address */
async function begin(address) {
  const archive = fetch(address.code).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(/** @type {string} */ (`${address.python}pyodide.mjs`));
  python = await loadPyodide({ indexURL: address.python, env: { TALLY_DATA: FOLDER, HOME: "/home/pyodide" } });
  const site = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await archive, "zip", { extractDir: site });
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  await synced(true);
  python.pyimport("api.pocket.threadless").do_without_threads();
  eyes = new Eyes(address, python);
  inside = await python.pyimport("api.pocket.inside").begin(FOLDER, eyes);
  await keep();
}

/** @param {{ method: string, path: string, body: Uint8Array | null, type: string }} request */
async function ask({ method, path, body, type }) {
  const [status, headers, answer] = await inside.ask(method, path, body ?? undefined, type);
  if (method !== "GET")
    await keep().catch((error) => {
      throw new NotKept(error);
    });
  return { status, headers, body: answer };
}

/** @param {number} line @param {string} path */
function open(line, path) {
  const hear = (/** @type {unknown} */ heard) => postMessage({ line, heard });
  const closed = (/** @type {number} */ code) => {
    lines.delete(line);
    postMessage({ line, closed: code });
  };
  lines.set(line, inside.line(path, hear, closed));
}

addEventListener("message", async ({ data }) => {
  const { kind, id, line } = data;
  try {
    if (kind === "begin") {
      await begin(data.address);
      postMessage({ id, answer: null });
    } else if (kind === "ask") {
      const answer = await ask(data);
      postMessage({ id, answer });
    } else if (kind === "ready") {
      await eyes.ready();
      postMessage({ id, answer: null });
    } else if (kind === "line") open(line, data.path);
    else if (kind === "say") inside.say(lines.get(line), data.bytes);
    else if (kind === "close") {
      lines.get(line)?.close();
      lines.delete(line);
    }
  } catch (error) {
    console.error(error);
    if (id) postMessage({ id, failed: String(error), unkept: error instanceof NotKept });
  }
});
