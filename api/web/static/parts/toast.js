// Short words at the bottom of the page, or of the sheet on top of it, that go away by themselves.

import { h } from "../lib/dom.js";
import { Refusal } from "../lib/door.js";

const MILLISECONDS_A_LETTER = 90; // a slow reader who is looking at the dice as well

/** Where words can be seen: whatever lies under an open sheet is hidden and cannot be tapped. */
function place() {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  return sheet?.querySelector(".toasts") ?? document.getElementById("toasts");
}

/**
 * @param {string} text
 * @param {{ label: string, do: () => void }} [action]
 */
export function toast(text, action) {
  const box = h("div.toast", h("span", text));
  if (action) {
    const act = () => {
      box.remove();
      action.do();
    };
    box.append(h("button", { type: "button", onclick: act }, action.label));
  }
  place()?.append(box);
  setTimeout(() => box.remove(), Math.max(action ? 7000 : 4500, MILLISECONDS_A_LETTER * String(text).length));
}

/** Words that were said on a sheet stay when it is closed. @param {HTMLElement} sheet */
export function keepToasts(sheet) {
  place()?.append(...sheet.querySelectorAll(".toasts > .toast"));
}

/** Say why something was not done. @param {unknown} error */
export function sayWhy(error) {
  toast(error instanceof Error ? error.message : String(error));
  if (!(error instanceof Refusal)) console.error(error);
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
    sayWhy(error);
    return undefined;
  }
}
