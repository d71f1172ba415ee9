// Language and what the host keeps.

import { h } from "../lib/dom.js";
import { addressOf, get, put, upload } from "../lib/door.js";
import { HOME } from "../lib/home.js";
import { boot, speak, t } from "../lib/i18n.js";
import { isHost } from "../lib/role.js";
import { helpLink, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { chooseSheet, confirmSheet } from "../parts/sheet.js";
import { thisPhone } from "../parts/thisphone.js";
import { toast, tried } from "../parts/toast.js";

/** A button that changes the language from anywhere. */
export function languageButton() {
  const label = t("Language");
  return h(
    "button.icon-button.lang",
    { type: "button", "aria-label": `${label}: ${boot.languages[boot.lang]}`, onclick: choose },
    boot.lang.toUpperCase(),
  );

  async function choose() {
    const options = Object.entries(boot.languages).map(([value, name]) => ({ value, label: name }));
    const chosen = await chooseSheet(label, options, boot.lang);
    if (chosen && chosen !== boot.lang) speak(chosen);
  }
}

/** @param {HTMLElement} root */
export async function show(root) {
  const [settings, health] = await Promise.all([get("/settings"), get("/health")]);
  root.append(
    topbar({ actions: [helpLink("invite")], title: t("Settings") }),
    page(
      h("h2", t("Language")),
      h(
        "div.list",
        { role: "radiogroup" },
        Object.entries(boot.languages).map(([lang, name]) =>
          h(
            "button.item",
            { type: "button", role: "radio", "aria-checked": String(lang === boot.lang), onclick: () => speak(lang) },
            h("span.grow", name),
            lang === boot.lang ? icon("check") : null,
          ),
        ),
      ),
      h("h2", t("Photos")),
      h(
        "section.card",
        h(
          "label.switch",
          h("input", {
            type: "checkbox",
            role: "switch",
            checked: settings.keep_photos,
            disabled: !isHost,
            onchange: (event) => tried(() => keep(event.target.checked)),
          }),
          h(
            "span",
            h("strong.block", boot.pocket ? t("Keep photos on this phone") : t("Keep photos on the host")),
            h(
              "span.small.faint",
              boot.pocket
                ? t("They lie in this browser, never leave this phone, and go when you delete their table.")
                : t("They lie beside the database, never leave this machine, and go when you delete their table."),
            ),
          ),
        ),
        health.photos && h("p.small.faint", t("Photos can be read on this machine.")),
        health.told.map((/** @type {string} */ sentence) => h("p.small.bad", sentence)),
      ),
      h("h2", t("This phone")),
      thisPhone(),
      boot.pocket ? everything() : null,
      h("h2", t("A mat to print")),
      h(
        "section.card.stack",
        h(
          "p.small.faint",
          t("Lay dice on it, cards beside it: in a photo it tells the colour of the light and where the table lies."),
        ),
        h(
          "div.row.wrap",
          [
            ["a4", "A4"],
            ["letter", "Letter"],
          ].map(([paper, name]) =>
            h(
              "a.button.grow",
              { href: `${addressOf(`/mat/${paper}.svg`)}?lang=${boot.lang}`, download: `tally-mat-${paper}.svg` },
              icon("print"),
              name,
            ),
          ),
        ),
      ),
      h("p.small.faint", `Tally ${boot.version} · AGPL-3.0 · `, t("Nothing leaves this machine.")),
    ),
  );

  /** @param {boolean} on */
  async function keep(on) {
    await put("/settings", { keep_photos: on });
    toast(on ? t("Photos are kept.") : t("No photo is kept from now on."));
  }
}

/** What is kept on this phone as one file, for a computer with Tally or for another phone, and back. */
function everything() {
  const input = h("input.hidden", { type: "file", accept: ".zip", "aria-label": t("Take in a file") });
  input.addEventListener("change", () => tried(async () => input.files?.[0] && takeIn(input.files[0])));
  return h(
    "section.card.stack",
    h("p.small.faint", t("Everything that is kept on this phone as one file. Tally on a computer reads it, too.")),
    h(
      "div.row.wrap",
      h("a.button.grow", { href: addressOf("/pocket/everything"), download: "" }, icon("share"), t("Save everything")),
      h("button.button.grow", { type: "button", onclick: () => input.click() }, icon("redo"), t("Take in a file")),
      input,
    ),
  );
}

/** @param {File} file */
async function takeIn(file) {
  const sure = await confirmSheet(
    t("Take in {name}?", { name: file.name }),
    t("What is kept on this phone now gives way to it."),
    t("Take in"),
  );
  if (!sure) return;
  const form = new FormData();
  form.append("file", file);
  await upload("/pocket/everything", form);
  location.assign(HOME);
}
