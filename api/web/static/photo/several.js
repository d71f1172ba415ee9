// Several pictures at once, or several players in one: whose is which.

import { fill, h } from "../lib/dom.js";
import { Refusal } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { colourDot } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { openSheet } from "../parts/sheet.js";

/** @typedef {import("../lib/table.js").Table} Table */
/** @import { Open } from "../lib/types.js" */
/** @typedef {{ file: File, seat: number }} Given */

const NOBODY = -1;
const PART_SIDE = 220; // pixels of a part of a picture, to tell whose it is

/** The seats in order, from one on. @param {Table} table @param {number} from */
const seatsFrom = (table, from) => table.state.players.map((_, index) => (from + index) % table.state.players.length);

/**
 * What is whose, row by row: two that want the same player change places.
 * @param {Table} table
 * @param {{ seat: number }[]} rows
 * @param {object} look
 * @param {(index: number) => string} look.label
 * @param {(index: number) => string | undefined} look.picture the address of what the row is about
 * @param {boolean} [look.nobody] whether a row may be nobody's
 */
function whoseRows(table, rows, { label, picture, nobody = false }) {
  const box = h("div.stack");
  /** @param {{ seat: number }} one @param {number} wanted */
  const give = (one, wanted) => {
    const other = wanted === NOBODY ? undefined : rows.find((entry) => entry.seat === wanted);
    if (other) other.seat = one.seat;
    one.seat = wanted;
    draw();
  };
  /** @param {{ seat: number }} one @param {number} who @param {string} name */
  const chip = (one, who, name) =>
    h(
      "button.chip",
      { type: "button", role: "radio", "aria-checked": String(one.seat === who), onclick: () => give(one, who) },
      who === NOBODY ? null : colourDot(table.colourOf(who)),
      name,
    );
  const draw = () =>
    fill(
      box,
      rows.map((one, index) =>
        h(
          "div.row.given",
          picture(index) ? h("img.thumb", { src: picture(index), alt: label(index) }) : null,
          h(
            "div.chips.flow",
            { role: "radiogroup", "aria-label": label(index) },
            table.state.players.map((player, who) => chip(one, who, player.name)),
            nobody ? chip(one, NOBODY, t("Nobody")) : null,
          ),
        ),
      ),
    );
  draw();
  return box;
}

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
  const rows = whoseRows(table, given, {
    label: (index) => t("Picture {number}", { number: index + 1 }),
    picture: (index) => addresses[index],
  });
  return openSheet({
    title: t("Whose picture is which?"),
    body: rows,
    footer: (close) =>
      h(
        "button.button.primary",
        { type: "button", onclick: () => close(given) },
        t("Read {count} pictures", { count: given.length }),
      ),
    onClose: () => addresses.forEach((address) => void URL.revokeObjectURL(address)),
  });
}

/** What a refusal asks of a picture that shows several players. @param {unknown} error @returns {Open[]} */
export function openParts(error) {
  const questions = error instanceof Refusal ? (error.problem.questions ?? []) : [];
  return questions.filter((question) => question.id === "players");
}

/**
 * Ask whose each part of one picture is; what is told with it when it is sent again, or nothing.
 * @param {Table} table
 * @param {number} seat
 * @param {Blob} file
 * @param {Open[]} questions one for each part
 * @returns {Promise<{ [told: string]: string } | undefined>}
 */
export async function whosePartIsWhich(table, seat, file, questions) {
  const parts = questions.map(({ choices }) => ({ seat: Number(choices[0].value) }));
  const pictures = await Promise.all(questions.map(({ box }) => cutOf(file, box)));
  const rows = whoseRows(table, parts, {
    label: (index) => questions[index].text,
    picture: (index) => pictures[index],
    nobody: true,
  });
  return openSheet({
    title: t("Whose pieces are these?"),
    body: rows,
    footer: (close) =>
      h(
        "div.row.wrap",
        h(
          "button.button",
          { type: "button", onclick: () => close({ alone: "true" }) },
          t("All of it is {name}'s", { name: table.state.players[seat].name }),
        ),
        h(
          "button.button.primary.grow",
          { type: "button", onclick: () => close({ players: parts.map((part) => part.seat).join(",") }) },
          icon("check"),
          t("That is right"),
        ),
      ),
  });
}

/**
 * A part of a picture as an address; nothing where this browser cannot show the picture.
 * @param {Blob} file
 * @param {number[] | null | undefined} box in pixels of the picture
 */
async function cutOf(file, box) {
  const picture = box && (await createImageBitmap(file).catch(() => null));
  if (!box || !picture) return undefined;
  const [left, top, right, bottom] = box;
  const scale = PART_SIDE / Math.max(right - left, bottom - top);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round((right - left) * scale));
  canvas.height = Math.max(1, Math.round((bottom - top) * scale));
  const { width, height } = canvas;
  canvas.getContext("2d")?.drawImage(picture, left, top, right - left, bottom - top, 0, 0, width, height);
  return canvas.toDataURL("image/jpeg", 0.8);
}

/** The next player whose pieces no photo shows yet. @param {Table} table @param {number} seat */
export function nextWithout(table, seat) {
  const shown = new Set(table.document.photos.map((photo) => photo.player));
  return seatsFrom(table, seat).find((other) => other !== seat && !shown.has(other));
}
