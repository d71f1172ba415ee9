// Tesseract for browsers behind a pipe, called as the pocket's page calls it: one line in, one line out.
// node letters_bridge.mjs TESSERACT_FOLDER TESSDATA_FOLDER OUR_LETTERS_JS

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , tesseract, tessdata, ours] = process.argv;
const { Letters } = await import(ours);
const require = createRequire(import.meta.url);

/** A browser's `import` and `fetch` of files that lie here. */
class Here extends Letters {
  async begin() {
    return require(`${tesseract}/tesseract-core-simd-lstm.js`)({ locateFile: (name) => `${tesseract}/${name}` });
  }
}
globalThis.fetch = async (path) => ({ arrayBuffer: () => readFile(path) });
const languages = ["eng", "ell", "pol"].map((name) => [`${name}.traineddata`, `${tessdata}/${name}.traineddata`]);
const letters = new Here(Object.fromEntries(languages));

for await (const line of createInterface({ input: process.stdin })) {
  const { work, args } = JSON.parse(line, (_, value) =>
    typeof value?.base64 === "string" ? Uint8Array.from(Buffer.from(value.base64, "base64")) : value,
  );
  let answer;
  try {
    const does = { letters_there: "there", letters: "load", line: "line" }[work];
    answer = { found: (await letters[does](...args)) ?? null };
  } catch (error) {
    answer = { failed: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
