// Printed values in a link: they stand behind the "#", which no browser sends to a server.

const MARK = "#values=";
const LONGEST = 60_000;

/** @import { Json } from "./types.js" */

/** @param {Uint8Array} bytes */
const written = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {string} text */
const read = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** An address that carries values. @param {string} address @param {Json} values */
export async function linkWith(address, values) {
  const plain = new TextEncoder().encode(JSON.stringify(values));
  return `${address}${MARK}${written(await through(plain, new CompressionStream("deflate-raw")))}`;
}

/** The values that an address carries; null if it carries none. @param {string} hash @returns {Promise<Json>} */
export async function valuesIn(hash) {
  if (!hash.startsWith(MARK) || hash.length > LONGEST) return null;
  try {
    const packed = read(hash.slice(MARK.length));
    return JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
