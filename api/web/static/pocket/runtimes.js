// The two forms of ONNX Runtime, of which a phone fetches one: with the graphics chip, and without.

/** @import { Part } from "./parts.js" */

export const GPU = "gpu";
export const PLAIN = "runtime";
/** The file of each that loads the others. @type {{ [form: string]: string }} */
export const LOADERS = { [GPU]: "ort.jspi.min.mjs", [PLAIN]: "ort.wasm.min.mjs" };
/** What somebody chose instead, as where a chip gives trouble: "gpu" or "runtime". */
const CHOICE = "tally-runtime";

/**
 * The form for this browser. Networks run on the chip where there is one that is no pretence of the processor, and
 * where the browser can wait for it (JSPI).
 * @param {{ [form: string]: Part[] }} forms
 */
export async function fitting(forms) {
  const chosen = localStorage.getItem(CHOICE) ?? "";
  if (chosen in forms) return forms[chosen];
  const { gpu } = /** @type {any} */ (navigator);
  const adapter = "Suspending" in WebAssembly ? await gpu?.requestAdapter().catch(() => null) : null;
  return forms[adapter && !adapter.info?.isFallbackAdapter ? GPU : PLAIN];
}
