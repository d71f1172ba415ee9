// A sheet that rises from the bottom edge, where the thumb is.

import { sheetOpened } from "../lib/back.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { keepToasts } from "./toast.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * What is to be shown, or a function that makes it and may close the sheet with a result.
 * @template T
 * @typedef {Child | ((close: (result?: T) => void) => Child)} Content
 */

/**
 * Open a sheet; `close(result)` ends it and the returned promise.
 * @template T
 * @param {object} sheet
 * @param {string} sheet.title
 * @param {Content<T>} sheet.body
 * @param {Content<T>} [sheet.footer]
 * @param {() => void} [sheet.onClose]
 * @returns {Promise<T | undefined> & { close(result?: T): void, dialog: HTMLDialogElement }}
 */
export function openSheet({ title, body, footer, onClose }) {
  /** @type {(result: T | undefined) => void} */
  let settle = () => {};
  /** @type {Promise<T | undefined>} */
  const done = new Promise((resolve) => {
    settle = resolve;
  });
  /** @type {T | undefined} */
  let result;
  /** @param {T} [value] */
  const close = (value) => {
    result = value;
    dialog.close();
  };
  const content = typeof body === "function" ? body(close) : body;
  const foot = typeof footer === "function" ? footer(close) : footer;
  const dialog = h(
    "dialog.sheet",
    { "aria-label": title },
    h(
      "header",
      h("h2.grow", title),
      h("button.icon-button", { type: "button", "aria-label": t("Close"), onclick: () => close() }, icon("close")),
    ),
    h("div.body", content),
    foot ? h("footer", foot) : null,
    h("div.toasts", { role: "status", "aria-live": "polite" }),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => {
    closed();
    dialog.remove();
    keepToasts(dialog);
    onClose?.();
    settle(result);
  });
  document.body.append(dialog);
  dialog.showModal();
  const closed = sheetOpened(() => close());
  /** @type {HTMLElement | null} */
  const first =
    dialog.querySelector("[autofocus]") ??
    dialog.querySelector(".chosen, [aria-checked=true], .body button, .body input");
  first?.focus({ preventScroll: true });
  return Object.assign(done, { close, dialog });
}

/**
 * Ask yes or no about something that cannot be taken back.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean | undefined>}
 */
export function confirmSheet(title, text, yes) {
  return openSheet({
    title,
    body: h("p", text),
    footer: (close) => [
      h("button.button", { onclick: () => close(false) }, t("No, keep it")),
      h("button.button.danger", { onclick: () => close(true) }, yes),
    ],
  });
}

/**
 * Choose one of several; resolves to the chosen value.
 * @template T
 * @param {string} title
 * @param {readonly { value: T, label: string, mark?: Node, disabled?: boolean }[]} options
 * @param {T} [chosen]
 * @returns {Promise<T | undefined>}
 */
export function chooseSheet(title, options, chosen) {
  return openSheet({
    title,
    body: (close) =>
      h(
        "div.list",
        { role: "radiogroup" },
        options.map(({ value, label, mark, disabled = false }) =>
          h(
            "button.item",
            {
              type: "button",
              role: "radio",
              disabled,
              "aria-checked": String(value === chosen),
              onclick: () => close(value),
            },
            mark || null,
            h("span.grow", label),
            value === chosen ? icon("check") : null,
          ),
        ),
      ),
  });
}
