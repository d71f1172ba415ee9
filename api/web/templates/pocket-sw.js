// The pocket needs no network after the first visit: page and parts come from the cache, answers from its worker.
const HOME = new URL("./", location).pathname; // the folder that all of it lies in
const MINE = HOME === "/" ? "" : ` ${HOME}`; // several pockets may lie on one host
const OURS = `tally-pocket${MINE}-`;
const BUILD = `${OURS}{{ build }}`;
const PARTS = `tally-parts${MINE}`;
const here = (names) => names.map((name) => HOME + name.slice(1));
const FILES = here({{ files }});
const KEPT = new Set(here({{ parts }}));
const CHOSEN = {{ chosen }}.map(here); // of these parts, groups that only some people fetch
const TYPES = { wasm: "application/wasm", js: "text/javascript", mjs: "text/javascript", json: "application/json" };
// With these headers browsers let networks use several cores, also where the host does not send them.
const ALONE = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

self.addEventListener("install", (event) => {
  event.waitUntil(installed());
});

/**
 * A newer pocket is whole before it takes over, and takes over when no page of the older one is open: that one still
 * fetches its own files and parts.
 */
async function installed() {
  const files = FILES.map((name) => new Request(name, { cache: "reload" })); // never an older page of the same address
  await (await caches.open(BUILD)).addAll(files);
  if (!self.registration.active) return; // the first page fetches its parts itself, and says how far it is
  const kept = await (await caches.open(PARTS)).keys();
  const left = new Set(CHOSEN.filter((group) => !hadSome(group, kept)).flat());
  for (const path of KEPT) if (!left.has(path)) await keptPart(path);
}

/** Whether a group was fetched until now, as the one for cards: some file of it is here. */
function hadSome(group, kept) {
  const names = new Set(group.map((path) => path.split("/").at(-1)));
  return kept.some(({ url }) => names.has(new URL(url).pathname.split("/").at(-1)));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidied().then(() => self.clients.claim()));
});

async function tidied() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== BUILD).map((name) => caches.delete(name)));
  const cache = await caches.open(PARTS);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !KEPT.has(new URL(url).pathname)).map((request) => cache.delete(request)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const asked = url.pathname.startsWith(`${HOME}api/v1/`);
  if (request.mode === "navigate") event.respondWith(page());
  else if (asked) event.respondWith(askPage(event.clientId, url.pathname + url.search));
  else if (KEPT.has(url.pathname)) event.respondWith(keptPart(url.pathname).then(guarded));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request));
});

/** The page is one file whatever the address; a newer one is installed beside it and shown at the next visit. */
async function page() {
  const kept = (await (await caches.open(BUILD)).match(HOME)) || (await fetch(HOME));
  return guarded(kept);
}

function guarded(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ALONE)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

async function file(request) {
  const kept = await (await caches.open(BUILD)).match(request, { ignoreSearch: true });
  return guarded(kept || (await fetch(request)));
}

/** A large file: kept unpacked; fetched here for a newer pocket, or if the browser threw it away. */
async function keptPart(path) {
  const cache = await caches.open(PARTS);
  const kept = await cache.match(path);
  if (kept) return kept;
  const packed = await fetch(`${path}.pack`);
  const page = (packed.headers.get("content-type") || "").startsWith("text/html"); // the host's own
  if (!packed.ok || page) throw new Error(`${path}: ${packed.status}`);
  const headers = { "content-type": TYPES[path.split(".").at(-1)] || "application/octet-stream" };
  await cache.put(path, new Response(await unpacked(packed), { headers }));
  return cache.match(path);
}

/** Some hosts unpack on their own what they serve. */
async function unpacked(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** Pictures are the worker's; the page that shows them asks it. */
async function askPage(clientId, path) {
  const client = await self.clients.get(clientId);
  if (!client) return new Response(null, { status: 503 });
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  client.postMessage({ kind: "fetch", path }, [port2]);
  const raw = await answer;
  if (!raw) return new Response(null, { status: 503 });
  return new Response(raw.status === 204 ? null : raw.body, { status: raw.status, headers: raw.headers });
}
