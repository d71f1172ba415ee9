// What one does rarely with a table.

import { go } from "../app.js";
import { h } from "../lib/dom.js";
import { addressOf, remove } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { isHost } from "../lib/role.js";
import { icon } from "../parts/icons.js";
import { confirmSheet, openSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";
import { chooseWho } from "../parts/whoami.js";

/** @typedef {import("../lib/table.js").Table} Table */

/** @param {Table} table */
export function tableMenu(table) {
  /**
   * @returns {(close: () => void) => HTMLElement}
   * @param {string} name
   * @param {string} label
   * @param {() => unknown} action
   */
  const item = (name, label, action) => (close) =>
    h(
      "button.item",
      {
        type: "button",
        onclick: () => {
          close();
          tried(action);
        },
      },
      icon(name),
      h("span.grow", label),
    );
  const { document } = table;
  const items = [
    table.view.can_redo ? item("redo", t("Redo"), () => table.redo()) : null,
    item("star", t("Keep this moment"), () => snapshot(table)),
    item("pen", t("Name of the table"), () => rename(table)),
    item("flag", document.finished ? t("The game goes on") : t("The game is over"), () => finish(table)),
    item("print", t("Print or save as PDF"), () => go(`/t/${table.id}/print`)),
    item("share", t("Share the result"), () => share(table)),
    item("phone", t("Whose phone is this?"), () => chooseWho(table)),
    isHost ? item("people", t("Invite phones"), () => go("/invite")) : null,
    isHost ? item("trash", t("Delete the photos"), () => dropPhotos(table)) : null,
  ];
  openSheet({
    title: document.title,
    body: (close) => [
      h(
        "div.list",
        items.map((make) => make?.(close)),
      ),
      h(
        "div.row.wrap",
        h("a.button.quiet", { href: addressOf(`/tables/${table.id}/export.json`), download: true }, "JSON"),
        h("a.button.quiet", { href: addressOf(`/tables/${table.id}/export.csv`), download: true }, "CSV"),
      ),
    ],
  });
}

/**
 * A line of text, kept however the sheet is closed.
 * @param {string} title
 * @param {string} value
 * @returns {Promise<string>}
 */
async function ask(title, value) {
  const input = h("input.input", { type: "text", value, maxlength: 80, autofocus: true, "aria-label": title });
  await openSheet({
    title,
    body: (close) =>
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            close();
          },
        },
        input,
      ),
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  });
  return input.value.trim();
}

/** @param {Table} table */
async function snapshot(table) {
  const label = await ask(
    t("What moment is this?"),
    t("Round {number}", { number: table.document.snapshots.length + 1 }),
  );
  if (!label) return;
  await table.act("snapshots", { label });
  toast(t("Kept. You find it under History."));
}

/** @param {Table} table */
async function rename(table) {
  const title = await ask(t("Name of the table"), table.document.title);
  if (title && title !== table.document.title) await table.tell("title", title);
}

/** @param {Table} table */
async function finish(table) {
  const finished = !table.document.finished;
  await table.tell("finished", finished);
  if (finished) go(`/t/${table.id}/score`);
}

/** @param {Table} table */
export async function share(table) {
  const { score, document } = table;
  const lines = score.standing.places.map((place) => `${place.rank}. ${place.player}: ${place.total ?? "?"}`);
  const text = `${document.title}\n${lines.join("\n")}`;
  if (navigator.share) await navigator.share({ title: document.title, text }).catch(() => {});
  else await copied(text);
}

/** Put a text where it can be pasted from, and say so. @param {string} text */
export async function copied(text) {
  await copy(text);
  toast(t("Copied; paste it where you like."));
}

/** @param {string} text */
async function copy(text) {
  if (navigator.clipboard && isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = h("textarea", { style: "position:fixed;opacity:0" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** @param {Table} table */
async function dropPhotos(table) {
  const sure = await confirmSheet(
    t("Delete the photos?"),
    t("The pictures of this table are deleted from the host. What was read from them stays."),
    t("Delete"),
  );
  if (!sure) return;
  await remove(`/tables/${table.id}/photos`);
  toast(t("The pictures are gone."));
}
