// A sheet that rises from the bottom edge, where the thumb is.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/** Open a sheet; `close(result)` ends it and the returned promise. */
export function openSheet({ title, body, footer, onClose }) {
  let settle;
  const done = new Promise((resolve) => {
    settle = resolve;
  });
  let result;
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
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.(result);
    settle(result);
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog
    .querySelector("[autofocus], .chosen, [aria-checked=true], .body button, .body input")
    ?.focus?.({ preventScroll: true });
  return Object.assign(done, { close, dialog });
}

/** Ask yes or no about something that cannot be taken back. */
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

/** Choose one of several; resolves to the chosen value. */
export function chooseSheet(title, options, chosen) {
  return openSheet({
    title,
    body: (close) =>
      h(
        "div.list",
        { role: "radiogroup" },
        options.map(({ value, label, mark }) =>
          h(
            "button.item",
            { type: "button", role: "radio", "aria-checked": String(value === chosen), onclick: () => close(value) },
            mark || null,
            h("span.grow", label),
            value === chosen ? icon("check") : null,
          ),
        ),
      ),
  });
}
