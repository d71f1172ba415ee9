// The photo as proof: the pieces that earned a line are outlined in it, and shown alone, cut out of it.

import { h, s } from "../lib/dom.js";
import { addressOf, getOnce } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { lastPicture } from "../views/capture.js";

/** @import { Box, Piece, TablePhoto, TableView } from "../lib/types.js" */

const CUT_OUT = 56;
const AROUND = 0.12; // of a piece's size is shown around it

/** The address of a photo's picture: this phone's own copy first. @param {string} id */
export function pictureOf(id) {
  return lastPicture.get(id) || addressOf(`/photos/${id}/picture`);
}

/**
 * The photo that shows a player's pieces: their own, or that of the whole table.
 * @param {TableView} view
 * @param {number} seat
 */
function photoOf({ document }, seat) {
  const own = document.photos.find((photo) => photo.player === seat);
  return own ?? document.photos.find((photo) => photo.pieces.some((piece) => isOnTable(piece.path)));
}

/** @param {string | null | undefined} path */
const isOnTable = (path) => Boolean(path) && !path?.startsWith("/players/");

/** Whether a piece at one path is what another path speaks of: the same, a part of it, or what it is a part of. */
const meets = (/** @type {string} */ one, /** @type {string} */ other) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** @param {TablePhoto} photo @param {string[]} paths */
const shownBy = (photo, paths) =>
  photo.pieces.filter((piece) => piece.path && paths.some((path) => meets(path, /** @type {string} */ (piece.path))));

/**
 * A small photo of a player's pieces with light(paths), or null if there is none.
 * @param {{ view: TableView }} table
 * @param {number} seat
 */
export function photoProof(table, seat) {
  const entry = photoOf(table.view, seat);
  if (!entry) return null;
  const overlay = s("svg.overlay", { "aria-hidden": "true" });
  const image = h("img", { alt: t("Photo of the pieces"), src: pictureOf(entry.id) });
  const element = h("figure.photo-proof", image, overlay);
  image.onerror = () => element.remove();
  getOnce(`/photos/${entry.id}`)
    .then((photo) => overlay.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`))
    .catch(() => element.remove());
  /** @param {string[]} paths */
  const light = (paths) => overlay.replaceChildren(...shownBy(entry, paths).map((piece) => boxShape(piece.box)));
  return { element, light };
}

/**
 * The pieces behind a line, each cut out of its photo; `onChoose(path)` when one is tapped. Null if no photo shows one.
 * @param {TableView} view
 * @param {string[]} paths
 * @param {(path: string) => void} onChoose
 */
export function cutOuts(view, paths, onChoose) {
  const shown = view.document.photos.flatMap((photo) => shownBy(photo, paths).map((piece) => ({ photo, piece })));
  if (!shown.length) return null;
  return h(
    "div.cut-outs",
    shown.map(({ photo, piece }) => {
      const button = h(
        "button.cut-out",
        {
          type: "button",
          "aria-label": t("{piece} in the photo", { piece: piece.code }),
          "data-path": piece.path,
          onclick: () => onChoose(piece.path ?? ""),
        },
        cutOut(photo.id, piece, CUT_OUT, () => button.remove()),
      );
      return button;
    }),
  );
}

/**
 * A piece alone, cut out of its photo; `gone` if the picture was not kept.
 * @param {string} photo
 * @param {Piece} piece
 * @param {number} size
 * @param {() => void} [gone]
 */
export function cutOut(photo, piece, size, gone = () => {}) {
  const [left, top, right, bottom] = piece.box;
  const room = Math.max(right - left, bottom - top) * AROUND;
  const view = s("svg.crop", {
    viewBox: `${left - room} ${top - room} ${right - left + 2 * room} ${bottom - top + 2 * room}`,
    width: size,
    height: size,
    "aria-hidden": "true",
  });
  getOnce(`/photos/${photo}`)
    .then(({ width, height }) => {
      const image = s("image", { href: pictureOf(photo), width, height, preserveAspectRatio: "none" });
      image.addEventListener("error", gone);
      view.append(image);
    })
    .catch(gone);
  return view;
}

/** @param {Box} box */
function boxShape([left, top, right, bottom]) {
  const room = (right - left) * 0.08;
  return s("rect.lit", {
    x: left - room,
    y: top - room,
    width: right - left + 2 * room,
    height: bottom - top + 2 * room,
    rx: (right - left) * 0.18,
    "vector-effect": "non-scaling-stroke",
  });
}
