// What the owner's copy says: every printed value, the unknown ones first, and a file to share them.

import { fill, h } from "../lib/dom.js";
import { addressOf, get, post } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { t, words } from "../lib/i18n.js";
import { linkWith, valuesIn } from "../lib/values.js";
import { askFact } from "../parts/facts.js";
import { emblem, helpLink, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { confirmSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";
import { copied } from "./tablemenu.js";

/**
 * A printed value of the owner's copy.
 * @typedef {object} Entry
 * @property {string} item
 * @property {string} field
 * @property {string} name
 * @property {string} ask
 * @property {import("../lib/types.js").Json} value
 * @property {string} confidence
 */
/** @typedef {{ id: string, title: string, catalogue: { unknown: number, owner: number, known: number } }} Card */

/** @param {HTMLElement} root @param {string} [game] */
export function show(root, game) {
  return game ? showCards(root, game) : showGames(root);
}

/** @param {HTMLElement} root */
async function showGames(root) {
  /** @type {Card[]} */
  const games = await get(`/games`);
  root.append(
    topbar({ title: t("My cards") }),
    page(
      h(
        "p.faint",
        t("Some printed values are not known to us. Enter what your copy says, once; it serves every later game."),
      ),
      h(
        "div.list",
        games.map((one) =>
          h(
            "a.item",
            { href: `/cards/${one.id}` },
            emblem(one.id),
            h(
              "span.grow",
              h("strong.block", one.title),
              h("span.small.faint", t("{unknown} unknown · {owner} yours · {known} known", one.catalogue)),
            ),
            icon("next"),
          ),
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} root @param {string} game */
async function showCards(root, game) {
  const list = h("div.stack");
  const input = h("input.input", {
    type: "search",
    placeholder: t("Search"),
    "aria-label": t("Search"),
    oninput: () => draw(),
  });
  /** @type {Entry[]} */
  let entries = [];
  let filter = "unknown";
  const filters = h("div.segments", { role: "tablist" });
  /** @param {string} text */
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  /** @param {Entry} entry */
  const kindOf = (entry) => (entry.value === null ? "unknown" : entry.confidence === "owner" ? "owner" : "known");

  async function load() {
    entries = await get(`/games/${game}/catalogue`);
    draw();
  }

  function draw() {
    const labels = { unknown: t("Unknown"), owner: t("Yours"), known: t("Known") };
    fill(
      filters,
      Object.entries(labels).map(([key, label]) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            "aria-selected": String(filter === key),
            onclick: () => {
              filter = key;
              draw();
            },
          },
          label,
          " ",
          h("span.num.small", entries.filter((entry) => kindOf(entry) === key).length),
        ),
      ),
    );
    const wanted = plain(input.value);
    const shown = entries.filter(
      (entry) => kindOf(entry) === filter && (!wanted || plain(`${entry.name} ${entry.field}`).includes(wanted)),
    );
    fill(
      list,
      shown.length
        ? h("div.list", shown.slice(0, 150).map(row))
        : h("p.faint", filter === "unknown" ? t("Nothing is unknown.") : t("Nothing here yet.")),
    );
  }

  /** @param {Entry} entry */
  function row(entry) {
    return h(
      "button.item",
      { type: "button", onclick: () => askFact(game, entry, () => tried(load)) },
      h("span.grow", h("strong.block", entry.name), h("span.small.faint", entry.ask)),
      h(
        "span.value",
        entry.value === null ? icon("pen") : shortly(entry.value),
        entry.value !== null && ["one_source", "derived", "inferred", "guess"].includes(entry.confidence)
          ? h("span.tag.amber", t(words(entry.confidence)))
          : null,
      ),
    );
  }

  /** @param {Entry["value"]} value */
  const shortly = (value) =>
    (Array.isArray(value)
      ? value.map((part) => (Array.isArray(part) ? part.join(":") : part)).join(", ")
      : value === true
        ? t("Yes")
        : value === false
          ? t("No")
          : String(value)
    ).slice(0, 40);

  /** @param {HTMLInputElement} input */
  async function takeFile({ files }) {
    const file = files?.[0];
    if (!file) return;
    const { entries: count } = await post(`/games/${game}/catalogue/import`, JSON.parse(await file.text()));
    toast(t("{count} values taken over.", { count }));
    await load();
  }

  /** What another owner's link carries, if somebody opened one. */
  async function takeLink() {
    if (!location.hash) return;
    const values = await valuesIn(location.hash);
    history.replaceState(null, "", location.pathname);
    if (!values) return toast(t("This link carries no values that can be read."));
    const count = Object.values(values.entries ?? {}).reduce((sum, fields) => sum + Object.keys(fields).length, 0);
    const sure = await confirmSheet(
      t("Take over another owner's values?"),
      t("The link carries {count} printed values. Yours of the same cards are replaced; Undo takes them back.", {
        count,
      }),
      t("Take them over"),
    );
    if (!sure) return;
    await post(`/games/${game}/catalogue/import`, values);
    toast(t("{count} values taken over.", { count }));
    await load();
  }

  async function shareLink() {
    const link = await linkWith(location.origin + location.pathname, await get(`/games/${game}/catalogue/export`));
    if (navigator.share) await navigator.share({ url: link, title: t("My cards") }).catch(() => {});
    else await copied(link);
  }

  await load();
  setTimeout(() => tried(takeLink));
  root.append(
    topbar({ title: t("My cards"), subtitle: gameCard(game)?.title, back: "/cards", actions: [helpLink("teach")] }),
    page(
      h(
        "div.list",
        h(
          "a.item",
          { href: `/teach/${game}` },
          icon("camera"),
          h(
            "span.grow",
            h("strong.block", t("Teach my copy")),
            h("span.small.faint", t("Photograph your cards once; they are recognised from then on.")),
          ),
          icon("next"),
        ),
      ),
      input,
      filters,
      list,
      h(
        "div.row.wrap",
        h(
          "a.button.grow",
          { href: addressOf(`/games/${game}/catalogue/export`), download: `tally-${game}.json` },
          icon("share"),
          t("Save as a file"),
        ),
        h(
          "button.button.grow",
          { type: "button", onclick: () => tried(shareLink) },
          icon("share"),
          t("Hand on as a link"),
        ),
        h(
          "label.button.grow",
          icon("plus"),
          t("Take over a file"),
          h("input.sr", {
            type: "file",
            accept: "application/json",
            onchange: (event) => tried(() => takeFile(event.target)),
          }),
        ),
        h(
          "button.button.grow",
          {
            type: "button",
            onclick: () =>
              tried(async () => {
                await post(`/games/${game}/catalogue/undo`);
                await load();
              }),
          },
          icon("undo"),
          t("Undo"),
        ),
      ),
    ),
  );
}
