// OpenCV for browsers behind a pipe, called as the pocket's page calls it: one line in, one line out.
// node opencv_bridge.mjs OPENCV_JS OUR_OPENCV_JS

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , opencv, ours] = process.argv;
const { OpenCv } = await import(ours);
const whole = new OpenCv(await createRequire(import.meta.url)(opencv));

/** Bytes travel as text. */
const opened = (_, value) => (typeof value?.base64 === "string" ? Uint8Array.from(Buffer.from(value.base64, "base64")) : value);
const written = (value) => {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(written);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, written(v)]));
  return value;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { work, args } = JSON.parse(line, opened);
  let answer;
  try {
    answer = { found: written(work === "markers" ? whole.markers(...args) : whole.run(...args)) };
  } catch (error) {
    answer = { failed: typeof error === "number" ? `OpenCV: ${whole.cv.exceptionFromPtr?.(error)?.msg}` : String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
