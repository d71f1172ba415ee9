// Several pictures at once: whose is which, then one after the other is read.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colourDot } from "../parts/frame.js";
import { openSheet } from "../parts/sheet.js";

/** @typedef {import("../lib/table.js").Table} Table */
/** @typedef {{ file: File, seat: number }} Given */

/** The seats in order, from one on. @param {Table} table @param {number} from */
const seatsFrom = (table, from) => table.state.players.map((_, index) => (from + index) % table.state.players.length);

/**
 * Ask whose pictures they are: in order of the seats, from this one on, unless a person says otherwise.
 * @param {Table} table
 * @param {number} seat
 * @param {File[]} files
 * @returns {Promise<Given[] | undefined>}
 */
export function whoseAreThey(table, seat, files) {
  const order = seatsFrom(table, seat);
  /** @type {Given[]} */
  const given = files.slice(0, order.length).map((file, index) => ({ file, seat: order[index] }));
  const addresses = given.map(({ file }) => URL.createObjectURL(file));
  const box = h("div.stack");
  /** Two players change places. @param {Given} one @param {number} wanted */
  const give = (one, wanted) => {
    const other = given.find((entry) => entry.seat === wanted);
    if (other) other.seat = one.seat;
    one.seat = wanted;
    draw();
  };
  const draw = () =>
    fill(
      box,
      given.map((one, index) =>
        h(
          "div.row.given",
          h("img.thumb", { src: addresses[index], alt: t("Picture {number}", { number: index + 1 }) }),
          h(
            "div.chips.flow",
            { role: "radiogroup", "aria-label": t("Picture {number}", { number: index + 1 }) },
            table.state.players.map((player, who) =>
              h(
                "button.chip",
                {
                  type: "button",
                  role: "radio",
                  "aria-checked": String(one.seat === who),
                  onclick: () => give(one, who),
                },
                colourDot(table.colourOf(who)),
                player.name,
              ),
            ),
          ),
        ),
      ),
    );
  draw();
  return openSheet({
    title: t("Whose picture is which?"),
    body: box,
    footer: (close) =>
      h(
        "button.button.primary",
        { type: "button", onclick: () => close(given) },
        t("Read {count} pictures", { count: given.length }),
      ),
    onClose: () => addresses.forEach((address) => void URL.revokeObjectURL(address)),
  });
}

/** The next player whose pieces no photo shows yet. @param {Table} table @param {number} seat */
export function nextWithout(table, seat) {
  const shown = new Set(table.document.photos.map((photo) => photo.player));
  return seatsFrom(table, seat).find((other) => other !== seat && !shown.has(other));
}
