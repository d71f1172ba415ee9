// The frame around every view: a bar on top, the content, and the tabs of a table at the bottom.

import { h } from "../lib/dom.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { lettersOf } from "../lib/letters.js";
import { marksOn } from "./die.js";
import { icon } from "./icons.js";

/**
 * The bar on top. `back` is an address.
 * @param {object} bar
 * @param {string} bar.title
 * @param {Node | string | null} [bar.subtitle]
 * @param {string | null} [bar.back]
 * @param {import("../lib/dom.js").Child} [bar.actions]
 */
export function topbar({ title, subtitle = null, back = "/", actions = [] }) {
  return h(
    "header.topbar",
    back
      ? h("a.icon-button", { href: back, "aria-label": t("Back") }, icon("back"))
      : h("span", { style: "width:8px" }),
    h("div.title", h("strong", title), subtitle instanceof Node ? subtitle : subtitle ? h("small", subtitle) : null),
    actions,
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 */
export function iconButton(name, label, onclick) {
  return h("button.icon-button", { type: "button", "aria-label": label, title: label, onclick }, icon(name));
}

/** The help for what one does here. @param {string} task */
export const helpLink = (task) =>
  h("a.icon-button", { href: `/help/${task}`, "aria-label": t("Help"), title: t("Help") }, icon("help"));

/** The content of a view. @param {...import("../lib/dom.js").Child} children */
export function page(...children) {
  return h("main#main", { tabindex: "-1" }, ...children);
}

/**
 * The tabs of a table.
 * @param {string} id
 * @param {string} current
 * @param {number} problems
 */
export function tableNav(id, current, problems) {
  const tabs = [
    ["", "table", t("Table")],
    ["score", "score", t("Score")],
    ["desk", "scales", t("Disputes")],
    ["history", "clock", t("History")],
  ];
  return h(
    "nav.nav",
    { "aria-label": t("Parts of the table") },
    tabs.map(([view, name, label]) =>
      h(
        "a",
        { href: `/t/${id}${view ? `/${view}` : ""}`, "aria-current": view === current ? "page" : null },
        icon(name),
        view === "desk" && problems
          ? h("span.dot", { title: t("{count} problems", { count: problems }) }, problems)
          : null,
        h("span", label),
      ),
    ),
  );
}

/** A picture that tells the games apart at a glance. @param {string} game */
export function emblem(game) {
  const { letters, colours } = gameCard(game)?.emblem ?? { letters: "?", colours: ["#555", "#555"] };
  return h(
    "span.emblem",
    { style: { background: `linear-gradient(145deg, ${colours.join(", ")})` }, "aria-hidden": "true" },
    letters,
  );
}

/** @param {string | undefined} colour */
export function colourDot(colour) {
  return h(
    "span.dot-colour",
    { style: { background: `var(--tally-${colour})`, color: marksOn(colour ?? "") }, "aria-hidden": "true" },
    h("span.letter", colour ? lettersOf(colour) : ""),
  );
}
