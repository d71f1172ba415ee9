// The large files of the pocket: fetched once, unpacked, and kept by their fingerprint.

import { HOME } from "../lib/home.js";

/**
 * A file: its address, its type, and how many bytes are fetched for it.
 * @typedef {{ address: string, type: string, packed: number }} Part
 */

/** Several pockets may lie on one host; that of its root has the plain name. */
export const CACHE = HOME === "/" ? "tally-parts" : `tally-parts ${HOME}`;
const PACKED = ".pack";
const GZIP = [0x1f, 0x8b];

/** Those that are not here yet. @param {Part[]} parts */
export async function needed(parts) {
  const cache = await caches.open(CACHE);
  const kept = await Promise.all(parts.map(({ address }) => cache.match(address)));
  return parts.filter((_, index) => !kept[index]);
}

/** How many bytes they are on the way. @param {Part[]} parts */
export const weight = (parts) => parts.reduce((sum, part) => sum + part.packed, 0);

/**
 * Fetch and keep some parts.
 * @param {Part[]} parts
 * @param {(done: number, all: number) => void} onProgress in bytes
 */
export async function storeParts(parts, onProgress = () => {}) {
  const all = weight(parts);
  let done = 0;
  for (const part of parts) {
    await storePart(part, (bytes) => {
      done += bytes;
      onProgress(Math.min(done, all), all);
    });
  }
}

/** Some hosts answer with a page of theirs, as if it were the file. @param {Response} response */
const isPage = (response) => (response.headers.get("content-type") ?? "").startsWith("text/html");

/** @param {Part} part @param {(bytes: number) => void} onBytes */
async function storePart(part, onBytes) {
  const response = await fetch(part.address + PACKED);
  if (!response.ok || !response.body || isPage(response)) throw new Error(`${part.address}: ${response.status}`);
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        onBytes(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
  );
  const unpacked = new Response(await unpack(counted), { headers: { "content-type": part.type } });
  await (await caches.open(CACHE)).put(part.address, unpacked);
}

/** Some hosts unpack on their own what they serve. @param {ReadableStream<Uint8Array>} stream */
async function unpack(stream) {
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
