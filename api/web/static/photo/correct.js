// Correcting one piece after the other: what it may be instead, what it is, where it lies, or that it is none.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { iconButton } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { cutOut } from "../parts/proof.js";
import { chooseSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** @import { Piece, TablePhoto } from "../lib/types.js" */
/** @typedef {import("./reading.js").Reading} Reading */

const LIKELY = 3;
const UNNAMED = "?"; // in the code of a piece that nobody has named
const LARGE = 64; // pixels of the piece as it is cut out of the photo

/**
 * The doubtful piece after this one, in the order of doubt; none if a person has looked at all.
 * @param {TablePhoto} photo
 * @param {string} [after]
 */
export function nextDoubt(photo, after) {
  return photo.pieces
    .filter((piece) => isUnsure(piece) && !piece.by_hand && piece.id !== after)
    .toSorted((one, other) => one.confidence - other.confidence)[0]?.id;
}

/**
 * @param {Reading} reading
 * @param {ReturnType<typeof import("../parts/dock.js").makeDock>} dock
 * @param {object} ways
 * @param {(id: string | null) => void} ways.onLook a piece is looked at
 * @param {(id: string) => void} ways.onMove a person wants to move the edges of a piece
 */
export function corrector(reading, dock, { onLook, onMove }) {
  /** @param {string} id */
  function look(id) {
    const piece = reading.piece(id);
    const photo = reading.photo;
    if (!piece || !photo) return dock.close();
    dock.show(h("span", reading.kind.name(piece)), content(photo, piece), buttons(photo, piece));
    return onLook(id);
  }

  /** After a piece the next doubtful one; when there is none, the whole photo. @param {string} done */
  const goOn = (done) => {
    const next = reading.photo && nextDoubt(reading.photo, done);
    if (next) look(next);
    else dock.close();
  };

  /** @param {TablePhoto} photo @param {Piece} piece @param {import("./reading.js").PieceChange} value */
  const change = (photo, piece, value) =>
    tried(async () => {
      await reading.change(photo.id, piece.id, value);
      goOn(piece.id);
    });

  /** @param {TablePhoto} photo @param {Piece} piece */
  function content(photo, piece) {
    const others = (piece.options || []).slice(0, LIKELY);
    return h(
      "div.stack.tight",
      h(
        "div.row",
        cutOut(photo.id, piece, LARGE),
        h(
          "div.chips.flow.grow",
          piece.code?.includes(UNNAMED)
            ? null
            : h(
                "button.chip",
                { type: "button", onclick: () => change(photo, piece, { code: piece.code }) },
                icon("check"),
                t("Right"),
              ),
          others.map((option) =>
            h(
              "button.chip",
              {
                type: "button",
                "aria-label": reading.kind.name(option),
                onclick: () => change(photo, piece, { code: option.code }),
              },
              reading.kind.image(option, 28),
            ),
          ),
        ),
        h(
          "span.small.faint",
          piece.by_hand ? t("Your word.") : piece.confidence ? t("{share} % sure", { share: shareOf(piece) }) : "",
        ),
      ),
      reading.kind.keys(piece, (value) => change(photo, piece, value)),
    );
  }

  /** @param {TablePhoto} photo @param {Piece} piece */
  function buttons(photo, piece) {
    const drop = () =>
      tried(async () => {
        await reading.drop(photo.id, piece.id);
        goOn(piece.id);
      });
    const place = () =>
      tried(async () => {
        const chosen = await chooseSheet(t("Where does it lie?"), reading.places, piece.place);
        if (chosen) await reading.change(photo.id, piece.id, { place: chosen });
      });
    const edges = () => {
      dock.close();
      onMove(piece.id);
    };
    return [
      iconButton("trash", t("Not a piece"), drop),
      iconButton("corners", t("Move its edges"), edges),
      reading.places.length ? iconButton("table", t("Place"), place) : null,
    ];
  }

  return { look, goOn };
}

/** In hundredths, how sure a piece is; one that nothing speaks for is told without a number. @param {Piece} piece */
const shareOf = ({ confidence }) => Math.round(confidence * 100);

/**
 * The pieces one by one, the least certain first.
 * @param {HTMLElement} list
 * @param {Reading} reading
 * @param {TablePhoto} photo
 * @param {(piece: string) => void} onPiece
 */
export function pieceChips(list, { kind }, photo, onPiece) {
  fill(
    list,
    photo.pieces
      .toSorted((one, other) => one.confidence - other.confidence)
      .map((piece) => {
        const doubtful = isUnsure(piece) && !piece.by_hand;
        return h(
          "button.piece-chip",
          {
            type: "button",
            class: doubtful ? "unsure" : "",
            "aria-label": `${kind.name(piece)}${doubtful ? `, ${t("not certain")}` : ""}`,
            onclick: () => onPiece(piece.id),
          },
          kind.image(piece, 38),
          h("span.small.num", piece.by_hand ? "✓" : piece.confidence ? `${shareOf(piece)} %` : ""),
        );
      }),
  );
}
