// What is done with pixels before a network sees them, as OpenCV does it: resizing and turning.

/** Rows of red, green, blue. @typedef {{ data: Uint8Array, width: number, height: number }} Picture */

/** @param {number} width @param {number} height @returns {Picture} */
const blank = (width, height) => ({ data: new Uint8Array(width * height * 3), width, height });

/** @param {Uint8ClampedArray} rgba @param {number} width @param {number} height */
export function withoutAlpha(rgba, width, height) {
  const out = blank(width, height);
  for (let from = 0, to = 0; to < out.data.length; from += 4, to += 3) {
    out.data[to] = rgba[from];
    out.data[to + 1] = rgba[from + 1];
    out.data[to + 2] = rgba[from + 2];
  }
  return out;
}

/**
 * Which pixels of a line make up each pixel of a shorter one, and by how much.
 * @param {number} from @param {number} to
 */
function shares(from, to) {
  const scale = from / to;
  return Array.from({ length: to }, (_, place) => {
    const low = place * scale;
    const high = Math.min(low + scale, from);
    const first = Math.floor(low + 1e-9);
    const last = Math.min(Math.ceil(high - 1e-9), from);
    const weights = [];
    for (let pixel = first; pixel < last; pixel++) {
      weights.push((Math.min(pixel + 1, high) - Math.max(pixel, low)) / (high - low));
    }
    return { first, weights };
  });
}

/** The two pixels of a line between which each pixel of another lies. @param {number} from @param {number} to */
function neighbours(from, to) {
  const scale = from / to;
  return Array.from({ length: to }, (_, place) => {
    const at = Math.min(Math.max((place + 0.5) * scale - 0.5, 0), from - 1);
    const first = Math.min(Math.floor(at), from - 1);
    const share = at - first;
    return share && first + 1 < from ? { first, weights: [1 - share, share] } : { first, weights: [1] };
  });
}

/** @param {Picture} picture @param {number} width @param {number} height @param {"area" | "linear"} way */
export function resize(picture, width, height, way) {
  const shrinks = way === "area" && width <= picture.width && height <= picture.height;
  const parts = shrinks ? shares : neighbours;
  const columns = parts(picture.width, width);
  const rows = parts(picture.height, height);
  const wide = new Float32Array(width * picture.height * 3);
  for (let y = 0, to = 0; y < picture.height; y++) {
    const line = y * picture.width * 3;
    for (const { first, weights } of columns) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let number = 0, from = line + first * 3; number < weights.length; number++, from += 3) {
        red += weights[number] * picture.data[from];
        green += weights[number] * picture.data[from + 1];
        blue += weights[number] * picture.data[from + 2];
      }
      wide[to++] = red;
      wide[to++] = green;
      wide[to++] = blue;
    }
  }
  const out = blank(width, height);
  const length = width * 3;
  const sums = new Float32Array(length);
  rows.forEach(({ first, weights }, y) => {
    sums.fill(0);
    weights.forEach((weight, number) => {
      const line = (first + number) * length;
      for (let x = 0; x < length; x++) sums[x] += weight * wide[line + x];
    });
    for (let x = 0, to = y * length; x < length; x++, to++) out.data[to] = sums[x] + 0.5;
  });
  return out;
}

/**
 * A picture turned and scaled; `back` leads from its pixels to those of the old one.
 * Beyond that its edge goes on, or there is grey.
 * @param {Picture} picture @param {number[]} back @param {number} width @param {number} height @param {number} beyond
 */
export function warp(picture, back, width, height, beyond) {
  const { data } = picture;
  const out = blank(width, height);
  const goesOn = beyond < 0;
  const lastX = picture.width - 1;
  const lastY = picture.height - 1;
  let to = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      const atX = back[0] * x + back[1] * y + back[2];
      const atY = back[3] * x + back[4] * y + back[5];
      const left = Math.floor(atX);
      const top = Math.floor(atY);
      const shareX = atX - left;
      const shareY = atY - top;
      for (let colour = 0; colour < 3; colour++) {
        let sum = 0;
        for (let corner = 0; corner < 4; corner++) {
          const px = left + (corner & 1);
          const py = top + (corner >> 1);
          const weight = (corner & 1 ? shareX : 1 - shareX) * (corner >> 1 ? shareY : 1 - shareY);
          const inside = px >= 0 && py >= 0 && px <= lastX && py <= lastY;
          const cx = Math.min(Math.max(px, 0), lastX);
          const cy = Math.min(Math.max(py, 0), lastY);
          sum += weight * (inside || goesOn ? data[(cy * picture.width + cx) * 3 + colour] : beyond);
        }
        out.data[to + colour] = sum + 0.5;
      }
    }
  }
  return out;
}

/**
 * Half, a quarter or an eighth of a picture: the mean of squares of pixels.
 * @param {Picture} picture @param {number} step
 */
export function reduced(picture, step) {
  if (step === 1) return picture;
  return resize(picture, Math.ceil(picture.width / step), Math.ceil(picture.height / step), "area");
}
