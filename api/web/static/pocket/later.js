// What is fetched while people already play: the eyes for dice.

import { t } from "../lib/i18n.js";
import { toast } from "../parts/toast.js";
import { needed, storeParts } from "./parts.js";
import { fitting } from "./runtimes.js";

/** @import { Part } from "./parts.js" */

/** @param {Part[]} eyes @param {{ [form: string]: Part[] }} runtimes of which one is needed */
export async function fetchLater(eyes, runtimes) {
  const missing = await needed([...(await fitting(runtimes)), ...eyes]);
  try {
    await storeParts(missing);
  } catch {
    return; // the next visit fetches what is missing
  }
  document.documentElement.dataset.pocket = "complete";
  if (missing.length) toast(t("Everything is here: Tally now works without a network."));
}
