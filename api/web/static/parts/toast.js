// Short words at the bottom of the page that go away by themselves.

import { h } from "../lib/dom.js";
import { Refusal } from "../lib/door.js";

const MILLISECONDS_A_LETTER = 90; // a slow reader who is looking at the dice as well

/**
 * @param {string} text
 * @param {{ label: string, do: () => void }} [action]
 */
export function toast(text, action) {
  const box = h("div.toast", h("span", text));
  if (action) {
    box.append(
      h(
        "button",
        {
          onclick: () => {
            box.remove();
            action.do();
          },
        },
        action.label,
      ),
    );
  }
  document.getElementById("toasts")?.append(box);
  setTimeout(() => box.remove(), Math.max(action ? 7000 : 4500, MILLISECONDS_A_LETTER * String(text).length));
}

/**
 * Run something that may be refused; a refusal is shown as its sentence.
 * @template T
 * @param {() => T} work
 * @returns {Promise<Awaited<T> | undefined>}
 */
export async function tried(work) {
  try {
    return await work();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Refusal)) console.error(error);
    return undefined;
  }
}
