// A table: entering, scoring, disputes and history are tabs over the same live document.

import { go } from "../app.js";
import { keepAwake } from "../lib/awake.js";
import { fill, h } from "../lib/dom.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { Table } from "../lib/table.js";
import { helpLink, iconButton, page, tableNav, topbar } from "../parts/frame.js";
import { sayWhy, toast, tried } from "../parts/toast.js";
import { tableMenu } from "./tablemenu.js";

/** @typedef {{ refresh?(): unknown, leave?(): void }} TabPart */
/**
 * @typedef {object} Tab
 * @property {(main: HTMLElement, table: Table) => Promise<TabPart | undefined>} show
 * @property {boolean} [bare] without the tabs below
 * @property {(id: string) => string} [back]
 */

/** @type {{ [name: string]: () => Promise<Tab> }} */
const TABS = {
  "": () => import("./enter.js"),
  score: () => import("./score.js"),
  desk: () => import("./desk.js"),
  history: () => import("./history.js"),
  photo: () => import("./photo.js"),
  live: () => import("./live.js"),
  print: () => import("./print.js"),
};

/** Where the help for a tab is. @type {{ [tab: string]: string }} */
const TASKS = { "": "photos", score: "end", desk: "dispute" };

/** @type {Table | null} */
let kept = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;

/** @param {string} id */
async function openTable(id) {
  clearTimeout(closing);
  if (kept?.id === id) return kept;
  kept?.close();
  kept = null;
  const opened = await Table.open(id);
  kept = opened;
  return opened;
}

/** @param {HTMLElement} root @param {string} id */
export async function show(root, id, tab = "") {
  const name = tab in TABS ? tab : "";
  const [table, view] = await Promise.all([openTable(id), TABS[name]()]);
  const subtitle = h("small");
  const undo = iconButton("undo", t("Undo"), () => tried(() => table.undo()));
  const main = page();
  const nav = h("div");
  const bare = view.bare || false;
  const bar = topbar({
    title: table.document.title,
    subtitle,
    back: bare ? view.back?.(id) || `/t/${id}` : "/",
    actions: bare
      ? []
      : [helpLink(TASKS[name] ?? "photos"), undo, iconButton("more", t("More"), () => tableMenu(table))],
  });

  const presence = () => {
    const phones = table.phones > 1 ? ` · ${t("{count} phones", { count: table.phones })}` : "";
    const count = table.waiting.length;
    if (count && !table.online) subtitle.textContent = t("{count} waiting to be sent", { count });
    else subtitle.textContent = table.online ? gameTitle(table.game) + phones : t("Waiting for the host …");
  };
  const frame = () => {
    fill(/** @type {HTMLElement} */ (bar.querySelector("strong")), table.document.title);
    undo.disabled = !table.canUndo;
    if (!bare) nav.replaceChildren(tableNav(id, name, table.view.problems.length));
    presence();
  };
  /** @param {Event} event */
  const refused = (event) => event instanceof CustomEvent && sayWhy(event.detail);
  const gone = () => {
    toast(t("This table was deleted."));
    go("/", { replace: true });
  };

  const part = await view.show(main, table);
  const change = () => {
    frame();
    part?.refresh?.();
  };
  table.addEventListener("change", change);
  table.addEventListener("presence", presence);
  table.addEventListener("refused", refused);
  table.addEventListener("gone", gone);
  if (!bare) main.classList.add("with-nav");
  frame();
  root.append(bar, main, nav);
  document.title = `${table.document.title} · Tally`;
  keepAwake(true);

  return () => {
    table.removeEventListener("change", change);
    table.removeEventListener("presence", presence);
    table.removeEventListener("refused", refused);
    table.removeEventListener("gone", gone);
    part?.leave?.();
    document.title = "Tally";
    closing = setTimeout(() => {
      kept?.close();
      kept = null;
    }, 1500);
  };
}

/** @param {string} id */
function gameTitle(id) {
  return gameCard(id)?.title || id;
}
