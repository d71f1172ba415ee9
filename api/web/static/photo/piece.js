// The sheet of one piece of a photo: what it may be instead, what it is, where it lies, or that it is none.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../parts/icons.js";
import { cutOut } from "../parts/proof.js";
import { totalText } from "../parts/score.js";
import { chooseSheet, openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** @import { Piece } from "../lib/types.js" */
/** @typedef {import("./reading.js").Reading} Reading */

const LIKELY = 3;
const LARGE = 72; // pixels of the piece as it is cut out of the photo

/**
 * @param {Reading} reading
 * @param {string} photo
 * @param {string} id
 * @param {() => void} onMove a person wants to move the edges of the piece
 */
export function openPiece(reading, photo, id, onMove) {
  const piece = reading.piece(id);
  if (!piece) return;
  const total = h("strong.num");
  const redraw = () => {
    total.textContent = reading.sheet ? totalText(reading.sheet) : "";
  };
  /** @param {import("./reading.js").PieceChange} value @param {() => void} [done] */
  const change = (value, done) =>
    tried(async () => {
      await reading.change(photo, id, value);
      redraw();
      done?.();
    });
  redraw();
  openSheet({
    title: reading.kind.name(piece),
    body: (close) =>
      h(
        "div.stack",
        h(
          "div.row",
          cutOut(photo, piece, LARGE),
          h(
            "div.grow",
            alternatives(reading, piece, (code) => change({ code }, close)),
          ),
          h("div.running", h("span.small.faint", t("Total")), total),
        ),
        reading.kind.keys(piece, (value) => change(value)),
      ),
    footer: (close) => buttons(reading, photo, piece, close, onMove),
  });
}

/**
 * @param {Reading} reading
 * @param {string} photo
 * @param {Piece} piece
 * @param {() => void} close
 * @param {() => void} onMove
 */
function buttons(reading, photo, piece, close, onMove) {
  const { places } = reading;
  /** @param {() => unknown} work */
  const after = (work) => () => {
    close();
    tried(work);
  };
  return [
    h(
      "button.button.danger",
      {
        type: "button",
        class: places.length ? "only-icon" : "",
        "aria-label": t("Not a piece"),
        onclick: after(() => reading.drop(photo, piece.id)),
      },
      icon("trash"),
      places.length ? null : t("Not a piece"),
    ),
    h(
      "button.button.only-icon",
      { type: "button", "aria-label": t("Move its edges"), title: t("Move its edges"), onclick: after(onMove) },
      icon("corners"),
    ),
    places.length
      ? h("button.button", { type: "button", onclick: after(() => movePlace(reading, photo, piece)) }, t("Place"))
      : null,
    h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
  ];
}

/** @param {Reading} reading @param {Piece} piece @param {(code: string) => void} onChoose */
function alternatives(reading, piece, onChoose) {
  const others = (piece.options || []).slice(0, LIKELY);
  if (!others.length)
    return h(
      "span.small.faint",
      piece.by_hand ? t("Your word.") : t("{share} % sure", { share: Math.round(piece.confidence * 100) }),
    );
  return h(
    "div.chips.flow",
    others.map((option) =>
      h("button.chip", { type: "button", onclick: () => onChoose(option.code) }, reading.kind.image(option, 26)),
    ),
  );
}

/** @param {Reading} reading @param {string} photo @param {Piece} piece */
async function movePlace(reading, photo, piece) {
  const chosen = await chooseSheet(t("Where does it lie?"), reading.places, piece.place);
  if (chosen) await reading.change(photo, piece.id, { place: chosen });
}
