// Looking closer at a photo: two fingers, the wheel or a double tap; one finger moves what is enlarged.

const LARGEST = 8;
const DOUBLE = 2.5; // how much closer a double tap looks
const TWICE_WITHIN = 350; // milliseconds between the two taps
const STILL = 8; // pixels that a finger may move and still tap
const ROOM = 3.2; // how many times a piece that is looked at fits into the picture

/** @typedef {{ x: number, y: number }} Point */

/** @param {Point} one @param {Point} other */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
/** @param {Point} one @param {Point} other */
const between = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/**
 * Make what lies in a stage zoomable; the stage stays as large as it is.
 * @param {HTMLElement} stage
 * @param {HTMLElement} layer
 */
export function zoomable(stage, layer) {
  let [scale, left, top] = [1, 0, 0];
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  let moved = 0;
  let tapped = { at: 0, x: 0, y: 0 };

  const draw = () => {
    layer.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
    stage.style.touchAction = scale > 1 ? "none" : "pan-y";
    stage.classList.toggle("zoomed", scale > 1);
    stage.style.setProperty("--zoom", String(scale));
    stage.style.setProperty("--mark", String(1 / Math.sqrt(scale))); // what stands on a piece grows less than the piece
  };
  /** Nothing but the photo is in sight. */
  const keepInside = () => {
    left = Math.min(0, Math.max(left, stage.clientWidth * (1 - scale)));
    top = Math.min(0, Math.max(top, stage.clientHeight * (1 - scale)));
  };
  /** @param {number} next @param {Point} around a point of the stage that stays where it is */
  function zoomTo(next, around) {
    const closer = Math.max(1, Math.min(LARGEST, next));
    left = around.x - ((around.x - left) / scale) * closer;
    top = around.y - ((around.y - top) / scale) * closer;
    scale = closer;
    keepInside();
    draw();
  }
  /** @param {{ clientX: number, clientY: number }} event @returns {Point} */
  const pointIn = (event) => {
    const edge = stage.getBoundingClientRect();
    return { x: event.clientX - edge.left, y: event.clientY - edge.top };
  };

  /** @param {PointerEvent} event */
  function follow(event) {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = pointIn(event);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    moved += apart(before, now);
    if (other) {
      const [was, is] = [between(before, other), between(now, other)];
      left += is.x - was.x;
      top += is.y - was.y;
      zoomTo((scale * apart(now, other)) / Math.max(1, apart(before, other)), is);
    } else if (scale > 1) {
      left += now.x - before.x;
      top += now.y - before.y;
      keepInside();
      draw();
    }
    fingers.set(event.pointerId, now);
  }

  stage.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest(".handle")) return;
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, pointIn(event));
  });
  stage.addEventListener("pointermove", follow);
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"]))
    stage.addEventListener(end, (event) => fingers.delete(event.pointerId));
  stage.addEventListener(
    "wheel",
    (event) => {
      const next = scale * Math.exp(-event.deltaY / 300);
      if (next <= 1 && scale === 1) return; // the page scrolls on
      event.preventDefault();
      zoomTo(next, pointIn(event));
    },
    { passive: false },
  );
  // A finger that moved the picture does not tap what it ended on; two quick taps beside the pieces look closer.
  stage.addEventListener(
    "click",
    (event) => {
      if (moved > STILL) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      const point = pointIn(event);
      const again = event.timeStamp - tapped.at < TWICE_WITHIN && apart(point, tapped) < 4 * STILL;
      tapped = { at: again ? 0 : event.timeStamp, ...point };
      if (!again) return;
      event.stopPropagation();
      zoomTo(scale > 1 ? 1 : DOUBLE, point);
    },
    true,
  );
  draw();

  return {
    /** Look at a part of the picture, given in shares of its size. @param {number[]} box */
    lookAt([x1, y1, x2, y2]) {
      const side = Math.max((x2 - x1) * stage.clientWidth, (y2 - y1) * stage.clientHeight, 1);
      scale = Math.max(1, Math.min(LARGEST, Math.min(stage.clientWidth, stage.clientHeight) / side / ROOM));
      left = stage.clientWidth / 2 - ((x1 + x2) / 2) * stage.clientWidth * scale;
      top = stage.clientHeight / 2 - ((y1 + y2) / 2) * stage.clientHeight * scale;
      keepInside();
      draw();
    },
    /** All of it again. */
    whole() {
      [scale, left, top] = [1, 0, 0];
      draw();
    },
    get scale() {
      return scale;
    },
  };
}
