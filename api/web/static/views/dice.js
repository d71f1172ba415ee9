// Any dice from a photo: what lies there, corrected by a tap, and the sum.

import { fill, h, pressable, s } from "../lib/dom.js";
import { upload } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { faceKeys } from "../parts/dice.js";
import { die } from "../parts/die.js";
import { makeDock } from "../parts/dock.js";
import { iconButton, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { tried } from "../parts/toast.js";
import { disc } from "../photo/mark.js";
import { frameOf, pointOn } from "../photo/stage.js";
import { zoomable } from "../photo/zoom.js";
import { pickPicture, pickSample, reading } from "./capture.js";

/** @import { Box } from "../lib/types.js" */
/**
 * A die as it was read, or as a person says it is.
 * @typedef {object} Die
 * @property {Box} box
 * @property {number | null} value
 * @property {string} colour
 * @property {string | null} [or_colour] a near name that its colour could go by as well
 * @property {number} confidence
 * @property {boolean} [told] by a person
 */
/** @typedef {{ width: number, height: number, pieces: Die[] }} DicePhoto */

const SMALLEST_MARK = 1 / 26; // of the photo's width
const NEW_DIE = 1 / 12;

/** @param {Die} piece */
const isOpen = (piece) => !piece.told && (piece.value === null || isUnsure(piece));

/** What a die is called: its face, and its colour by both names where two are likely. @param {Die} piece */
function nameOf(piece) {
  const colour = piece.or_colour
    ? t("{colour} or {other}", { colour: t(piece.colour), other: t(piece.or_colour) })
    : t(piece.colour);
  return `${colour} ${piece.value ?? "?"}`;
}

/** @param {HTMLElement} root */
export async function show(root) {
  const result = h("div.stack", h("p.faint", t("Take a photo of any six-sided dice; Tally adds them up.")));
  const dock = makeDock({ onClose: () => draw() });
  /** What is shown, until another photo is taken. */
  let draw = () => {};

  /** @param {() => Promise<File | null>} pick */
  async function take(pick) {
    const file = await pick();
    if (!file) return;
    const photo = await reading((progress, ticket) => {
      const form = new FormData();
      form.append("photo", file, file.name || "photo.jpg");
      return upload(`/games/dice/read?ticket=${ticket}`, form, progress);
    });
    if (photo) draw = shown(result, dock, photo, URL.createObjectURL(file));
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
        "div.row.wrap",
        h(
          "button.button.grow",
          { type: "button", onclick: () => tried(() => take(() => pickPicture({ camera: false }))) },
          icon("pictures"),
          t("Pictures"),
        ),
        h(
          "button.button.grow",
          { type: "button", onclick: () => tried(() => take(() => pickSample("dice"))) },
          icon("eye"),
          t("Sample photos"),
        ),
      ),
      result,
      dock.element,
    ),
  );
}

/**
 * A photo with its dice; gives what draws it again.
 * @param {HTMLElement} box
 * @param {ReturnType<typeof makeDock>} dock
 * @param {DicePhoto} photo
 * @param {string} address
 */
function shown(box, dock, photo, address) {
  const dice = photo.pieces;
  const overlay = /** @type {SVGSVGElement} */ (s("svg.overlay", { viewBox: `0 0 ${photo.width} ${photo.height}` }));
  const layer = h(
    "div.zoom-layer",
    h("img", { src: address, alt: t("Photo of the dice"), draggable: "false" }),
    overlay,
  );
  const stage = h("div.photo-stage", { style: { "aspect-ratio": `${photo.width} / ${photo.height}` } }, layer);
  const zoom = zoomable(stage, layer);
  const sum = h("div.stack");
  let adding = false;
  /** @type {Die | null} */
  let looked = null;

  /** @param {Die} piece */
  function look(piece) {
    looked = piece;
    const [x1, y1, x2, y2] = piece.box;
    dock.show(
      piece.value === null ? t("Which face?") : nameOf(piece),
      faceKeys((face) => tell(piece, face), piece.value),
      iconButton("trash", t("Not a piece"), () => tell(piece, null)),
    );
    zoom.lookAt([x1 / photo.width, y1 / photo.height, x2 / photo.width, y2 / photo.height]);
    draw();
  }
  /** @param {Die} piece @param {number | null} face null if it is no die */
  function tell(piece, face) {
    if (face === null) dice.splice(dice.indexOf(piece), 1);
    else Object.assign(piece, { value: face, told: true });
    const next = dice.find(isOpen);
    if (next) look(next);
    else dock.close();
  }
  overlay.addEventListener("click", (event) => {
    if (!adding) return;
    adding = false;
    const { x, y } = pointOn(overlay, event);
    const half = (dice[0] ? dice[0].box[2] - dice[0].box[0] : photo.width * NEW_DIE) / 2;
    /** @type {Die} */
    const fresh = { box: [x - half, y - half, x + half, y + half], value: null, colour: "white", confidence: 0 };
    dice.push(fresh);
    look(fresh);
  });
  const draw = () => {
    if (!dock.isOpen) {
      looked = null;
      zoom.whole();
    }
    fill(
      overlay,
      dice.map((piece) => outline(piece, photo.width, piece === looked, () => adding || look(piece))),
    );
    fill(sum, summed(dice), missed());
  };
  const missed = () =>
    h(
      "button.button",
      {
        type: "button",
        "aria-pressed": String(adding),
        onclick: () => {
          adding = !adding;
          draw();
        },
      },
      icon("plus"),
      adding ? t("Tap the photo where the piece lies.") : t("Missed one"),
    );
  fill(box, stage, sum);
  draw();
  return draw;
}

/** How many there are and what they come to; no sum while a face is unknown. @param {Die[]} dice */
function summed(dice) {
  if (!dice.length) return h("p", t("No dice were found on this photo."));
  const known = dice.flatMap((piece) => (piece.value === null ? [] : [{ ...piece, value: piece.value }]));
  const sum = known.reduce((total, { value }) => total + value, 0);
  const open = dice.filter(isOpen).length;
  return [
    h(
      "div.row.total-row",
      h("span.grow", t("{count} dice", { count: dice.length })),
      h("strong.num", known.length < dice.length ? t("Sum at least {sum}", { sum }) : t("Sum {sum}", { sum })),
    ),
    open ? h("p.small.faint", t("{count} to look at; tap to change", { count: open })) : null,
    h(
      "div.chips.flow",
      known
        .toSorted((one, other) => other.value - one.value)
        .map((piece) => die(piece.value, piece.colour, 40, nameOf(piece))),
    ),
  ];
}

/** @param {Die} piece @param {number} width @param {boolean} looked @param {() => void} onTap */
function outline(piece, width, looked, onTap) {
  const [left, , right, bottom] = piece.box;
  const size = Math.max((right - left) * 0.46, width * SMALLEST_MARK);
  const kind = piece.told ? "by-hand" : isOpen(piece) ? "unsure" : "sure";
  const group = s(
    "g.piece",
    { class: `${kind} ${looked ? "looked" : ""}` },
    frameOf(piece.box),
    s(
      "g",
      { transform: `translate(${right - size * 0.35} ${bottom - size * 0.35})` },
      s("g.mark", disc(String(piece.value ?? "?"), piece.colour, size)),
    ),
  );
  return pressable(group, t("die {face}", { face: piece.value ?? "?" }), onTap);
}
