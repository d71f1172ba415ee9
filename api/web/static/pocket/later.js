// What is fetched while people already play: the eyes for dice.

import { t } from "../lib/i18n.js";
import { toast } from "../parts/toast.js";
import { needed, storeParts } from "./parts.js";

/** @param {import("./parts.js").Part[]} eyes */
export async function fetchLater(eyes) {
  const missing = await needed(eyes);
  try {
    await storeParts(missing);
  } catch {
    return; // the next visit fetches what is missing
  }
  document.documentElement.dataset.pocket = "complete";
  if (missing.length) toast(t("Everything is here: Tally now works without a network."));
}
