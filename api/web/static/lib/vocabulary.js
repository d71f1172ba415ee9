// Words that the page says by their id, written out so that they are collected for translation.

import { t } from "./i18n.js";

export const WORDS = () => [
  t("white"), t("gold"), t("green"), t("blue"), t("red"), t("purple"), t("black"), t("orange"), t("yellow"), t("boost"),
  t("turquoise"), t("pink"), t("grey"), t("brown"), t("clear"),
  t("strength"), t("dexterity"), t("constitution"), t("intelligence"), t("wisdom"), t("charisma"),
  t("Book"), t("Two sources"), t("One source"), t("Derived"), t("Inferred"), t("Guess"), t("Owner"), t("Unknown"),
];
