// The rules of a game: ask in your own words, or read them one by one.

import { fill, h } from "../lib/dom.js";
import { get, getOnce } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { below } from "../lib/home.js";
import { boot, t } from "../lib/i18n.js";
import { answerPart } from "../parts/answer.js";
import { emblem, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { ruleBody } from "../parts/rulecard.js";
import { tried } from "../parts/toast.js";

/** @import { Reply, Rule } from "../lib/types.js" */

/** @param {HTMLElement} root @param {string} [game] */
export async function show(root, game) {
  if (!game) {
    root.append(
      topbar({ title: t("Rules") }),
      page(
        h(
          "div.list",
          boot.games.map((one) =>
            h("a.item", { href: `/rules/${one.id}` }, emblem(one.id), h("span.grow", one.title), icon("next")),
          ),
        ),
      ),
    );
    return;
  }
  const title = gameCard(game)?.title || game;
  root.append(
    topbar({ title: t("Rules"), subtitle: title, back: "/rules" }),
    page(
      ruleSearch(game, (question) => location.assign(below(`/desk/${game}?case=${question}`))),
      await allRules(game),
    ),
  );
}

/**
 * A search that answers questions in three languages.
 * @param {string} game
 * @param {(question: string) => void} referee opens the form of a case
 */
export function ruleSearch(game, referee) {
  const answers = h("div.stack", { "aria-live": "polite" });
  const input = h("input.input", {
    type: "search",
    enterkeyhint: "search",
    placeholder: t("Ask in your own words"),
    "aria-label": t("Your question"),
    maxlength: 300,
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = "";
  /** @type {string | null} */
  let open = null;
  const ask = () =>
    tried(async () => {
      const question = input.value.trim();
      if (question === asked) return;
      asked = question;
      open = null;
      if (!question) {
        fill(answers);
        return;
      }
      /** @type {Reply} */
      const reply = await get(`/games/${game}/ask?q=${encodeURIComponent(question)}&limit=3`);
      if (asked !== question) return;
      fill(answers, answerPart(game, reply, referee));
      open = reply.case;
    });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 250);
  });
  return h(
    "form.stack",
    {
      role: "search",
      onsubmit: async (event) => {
        event.preventDefault();
        await ask();
        if (open) referee(open); // what depends on the table is asked right away
      },
    },
    h("div.search", icon("search"), input),
    answers,
  );
}

/** @param {string} game */
async function allRules(game) {
  /** @type {Rule[]} */
  const rules = await getOnce(`/games/${game}/rules`);
  return h(
    "details.fold.card.all-rules",
    h("summary", t("All {count} rules", { count: rules.length })),
    rules.map((rule) => {
      const part = h("details.fold", h("summary", rule.title));
      part.addEventListener(
        "toggle",
        () => part.open && part.children.length === 1 && part.append(ruleBody(game, rule)),
      );
      return part;
    }),
  );
}
