// The dispute desk without a table: questions and rules only.

import { desk } from "../desk/desk.js";
import { getOnce } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { page, topbar } from "../parts/frame.js";

export async function show(root, game) {
  const [schema, names] = await Promise.all([
    getOnce(`/games/${game}/schema`),
    getOnce(`/games/${game}/catalogue/names`),
  ]);
  const context = { schema, root: schema, names, label: (id) => names[id]?.name };
  const part = await desk(game, context, null);
  root.append(topbar({ title: t("Disputes"), subtitle: gameCard(game)?.title }), page(part.element));
}
