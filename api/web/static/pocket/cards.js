// The part that reads cards and tiles: fetched when a photo first needs it, its size shown before.

import { h } from "../lib/dom.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { openSheet } from "../parts/sheet.js";
import { sayWhy } from "../parts/toast.js";
import { needed, storeParts, weight } from "./parts.js";

/** @import { Part } from "./parts.js" */

const MEGABYTE = 1e6;
/** Photos of a table, and photos that teach. */
const OF_TABLE = /^\/tables\/([^/?]+)\/photos/;
const OF_GALLERY = /^\/games\/[^/?]+\/gallery/;

export class CardPart {
  /** @param {Part[]} parts @param {(path: string) => Promise<any>} ask */
  constructor(parts, ask) {
    this.parts = parts;
    this.ask = ask;
    /** @type {Set<string>} */
    this.declined = new Set();
  }

  /** Before a photo is sent: offer to fetch what reads its cards. @param {string} path */
  async offer(path) {
    const table = OF_TABLE.exec(path)?.[1];
    if (!table && !OF_GALLERY.test(path)) return;
    const missing = await needed(this.parts);
    if (!missing.length || (table && !(await this.hasCards(table)))) return;
    if (!(await this.fetched(missing)) && table) this.declined.add(table);
  }

  /** Whether a table has more than dice, and nobody said there to read only these. @param {string} table */
  async hasCards(table) {
    const { game } = await this.ask(`/tables/${table}`);
    if (gameCard(game)?.dice && this.declined.has(table)) return false;
    const { pieces } = await this.ask(`/games/${game}/gallery/pieces`);
    return pieces?.length > 0;
  }

  /** Whether it is here now. @param {Part[]} missing @returns {Promise<boolean>} */
  async fetched(missing) {
    const all = (weight(missing) / MEGABYTE).toFixed(0);
    const bar = h("progress", { max: 1, value: 0, hidden: true });
    const chosen = openSheet({
      title: t("Read cards and tiles"),
      body: [
        h(
          "p",
          t("Cards, tiles and titles are read by a part that is fetched once: {size} MB. Dice are read without it.", {
            size: all,
          }),
        ),
        bar,
      ],
      footer: (close) => {
        const later = h("button.button", { type: "button", onclick: () => close(false) }, t("Not now"));
        const fetchNow = h("button.button.primary", { type: "button" }, t("Fetch {size} MB", { size: all }));
        fetchNow.onclick = async () => {
          fetchNow.disabled = true;
          bar.hidden = false;
          try {
            await storeParts(missing, (done, whole) => {
              bar.value = done / whole;
              fetchNow.textContent = `${(done / MEGABYTE).toFixed(0)} / ${all} MB`;
            });
            close(true);
          } catch (error) {
            fetchNow.disabled = false;
            fetchNow.textContent = t("Fetch {size} MB", { size: all });
            sayWhy(navigator.onLine ? error : new Error(t("That needs a network, once.")));
          }
        };
        return [later, fetchNow];
      },
    });
    return Boolean(await chosen);
  }
}
