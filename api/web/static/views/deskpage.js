// The dispute desk without a table: questions and rules only.

import { desk } from "../desk/desk.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { page, topbar } from "../parts/frame.js";
import { contextOf } from "./enter.js";

/** @param {HTMLElement} root @param {string} game */
export async function show(root, game) {
  const part = await desk(game, await contextOf(game), null);
  root.append(topbar({ title: t("Disputes"), subtitle: gameCard(game)?.title }), page(part.element));
  const asked = new URLSearchParams(location.search).get("case");
  if (asked) part.settle(asked);
}
