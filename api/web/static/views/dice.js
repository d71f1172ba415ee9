// Any dice from a photo: what lies there, and the sum.

import { fill, h, s } from "../lib/dom.js";
import { upload } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { die } from "../parts/die.js";
import { page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { tried } from "../parts/toast.js";
import { pickPicture, pickSample, reading } from "./capture.js";

/** @import { Box } from "../lib/types.js" */
/** @typedef {{ box: Box, value: number | null, colour: string, confidence: number }} Die */
/** @typedef {{ width: number, height: number, pieces: Die[] }} DicePhoto */

/** @param {HTMLElement} root */
export async function show(root) {
  const result = h("div.stack", h("p.faint", t("Take a photo of any six-sided dice; Tally adds them up.")));

  /** @param {() => Promise<File | null>} pick */
  async function take(pick) {
    const file = await pick();
    if (!file) return;
    const photo = await reading((progress, ticket) => {
      const form = new FormData();
      form.append("photo", file, file.name || "photo.jpg");
      return upload(`/games/dice/read?ticket=${ticket}`, form, progress);
    });
    if (photo) draw(photo, URL.createObjectURL(file));
  }

  /** @param {DicePhoto} photo @param {string} address */
  function draw(photo, address) {
    const values = photo.pieces.flatMap(({ value, colour }) => (value === null ? [] : [{ value, colour }]));
    const sum = values.reduce((total, { value }) => total + value, 0);
    const overlay = s(
      "svg.overlay",
      { viewBox: `0 0 ${photo.width} ${photo.height}`, "aria-hidden": "true" },
      photo.pieces.map(outline),
    );
    fill(
      result,
      h(
        "div.photo-stage",
        { style: { "aspect-ratio": `${photo.width} / ${photo.height}` } },
        h("img", { src: address, alt: t("Photo of the dice") }),
        overlay,
      ),
      photo.pieces.length
        ? [
            h(
              "div.row.total-row",
              h("span.grow", t("{count} dice", { count: photo.pieces.length })),
              h("strong.num", t("Sum {sum}", { sum })),
            ),
            h(
              "div.chips.flow",
              values
                .toSorted((a, b) => b.value - a.value)
                .map((piece) => die(piece.value, piece.colour, 40, `${t(piece.colour)} ${piece.value}`)),
            ),
          ]
        : h("p", t("No dice were found on this photo.")),
    );
  }

  root.append(
    topbar({ title: t("Read dice") }),
    page(
      h(
        "button.button.primary.big",
        { type: "button", onclick: () => tried(() => take(pickPicture)) },
        icon("camera"),
        t("Take a photo"),
      ),
      h(
        "button.button",
        { type: "button", onclick: () => tried(() => take(() => pickSample("dice"))) },
        icon("eye"),
        t("Sample photos"),
      ),
      result,
    ),
  );
}

/** @param {Die} piece */
function outline(piece) {
  const [left, top, right, bottom] = piece.box;
  const box = { x: left, y: top, width: right - left, height: bottom - top, rx: (right - left) * 0.16 };
  return s(
    "g.piece",
    { class: isUnsure(piece) ? "unsure" : "sure" },
    s("rect", { ...box, "vector-effect": "non-scaling-stroke" }),
  );
}
