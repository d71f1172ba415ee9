// The eyes of the pocket: pictures, networks, OpenCV and text in the browser; Python decides what to look at.

import { Letters } from "./letters.js";
import { Networks } from "./networks.js";
import { OpenCv } from "./opencv.js";
import { CACHE } from "./parts.js";
import * as work from "./pixels.js";

/** @import { Picture } from "./pixels.js" */

const MOST_PIXELS = 16_000_000;
const VIEW_SIDE = 1600;
const QUALITY = 0.92;
const JPEG = "/lib/tally-jpeg.so"; // see api/pocket/jpeg.py
/** Of the part for cards, what is fetched last: where it is, the rest is. */
const LAST_OF_CARDS = "pol.traineddata";

export class Eyes {
  /** @param {{ [name: string]: string }} address where the runtime and the networks are @param {any} python */
  constructor(address, python) {
    this.address = address;
    this.python = python;
    this.networks = new Networks(address);
    this.text = new Letters(address);
    /** @type {OpenCv | null} */
    this.whole = null;
    /** @type {Promise<void> | null} */
    this.numbers = null;
    /** @type {Picture[]} */
    this.held = [];
    /** What OpenCV made, until Python takes it. @type {Uint8Array[]} */
    this.left = [];
  }

  /** numpy and what opens photos, unpacked at the first one: nobody else needs them. */
  begin() {
    this.numbers ??= this.unpack();
    this.numbers.catch(() => {
      this.numbers = null;
    });
    return this.numbers;
  }

  async unpack() {
    const [archive, jpeg] = await Promise.all(
      [this.address.numpy, this.address.jpeg].map((part) => fetch(part).then((response) => response.arrayBuffer())),
    );
    this.python.FS.writeFile(JPEG, new Uint8Array(jpeg));
    const site = this.python.runPython("import site; site.getsitepackages()[0]");
    this.python.unpackArchive(archive, "zip", { extractDir: site });
  }

  /** Everything that a photo of dice needs, before there is one. */
  async ready() {
    await this.begin();
    await this.networks.warmUp();
  }

  /** Whether the part for cards is here; its OpenCV is loaded then. */
  async cards() {
    if (this.whole) return true;
    const kept = await caches.open(CACHE);
    const there = await Promise.all(
      ["opencv", "cards.onnx", LAST_OF_CARDS].map((name) => kept.match(this.address[name])),
    );
    if (!there.every(Boolean)) return false;
    await import(/** @type {string} */ (this.address.opencv));
    this.whole = new OpenCv(await /** @type {any} */ (globalThis).cv);
    return true;
  }

  /** Open a picture as it was taken: upright, its colours as they are. @param {Uint8Array} bytes */
  async open(bytes) {
    /** @type {ImageBitmapOptions} */
    const upright = { imageOrientation: "from-image", colorSpaceConversion: "none", premultiplyAlpha: "none" };
    const file = new Blob([/** @type {BlobPart} */ (bytes)]);
    const whole = await createImageBitmap(file, upright).catch(() => null);
    if (!whole) return null;
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (whole.width * whole.height)));
    const width = Math.max(1, Math.round(whole.width * scale));
    const height = Math.max(1, Math.round(whole.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) return null;
    pen.fillStyle = "white";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(whole, 0, 0, width, height);
    whole.close();
    this.held.push(work.withoutAlpha(pen.getImageData(0, 0, width, height).data, width, height));
    return [this.held.length - 1, width, height];
  }

  /** A picture at a half, a quarter or an eighth. @param {number} handle @param {number} step */
  reduced(handle, step) {
    const { data, width, height } = work.reduced(this.held[handle], step);
    return [data, width, height];
  }

  /**
   * @param {Uint8Array} data @param {number} width @param {number} height
   * @param {number} wide @param {number} high @param {"area" | "linear"} way
   */
  resize(data, width, height, wide, high, way) {
    return work.resize({ data, width, height }, wide, high, way).data;
  }

  /**
   * @param {Uint8Array} data @param {number} width @param {number} height @param {number[]} back
   * @param {number} wide @param {number} high @param {number} beyond
   */
  warp(data, width, height, back, wide, high, beyond) {
    return work.warp({ data, width, height }, back, wide, high, beyond).data;
  }

  /**
   * A function of OpenCV. Arrays are found by their place in Python's memory, and left here for Python to take.
   * @param {string} name @param {string} asked its arguments as JSON
   */
  opencv(name, asked) {
    const memory = this.python._module.HEAPU8;
    const args = JSON.parse(asked).map((/** @type {any} */ arg) =>
      arg?.place === undefined ? arg : { ...arg, data: memory.subarray(arg.place, arg.place + arg.bytes) },
    );
    this.left = [];
    return JSON.stringify(this.whole?.run(name, args), (_, value) =>
      value instanceof Uint8Array ? { left: this.left.push(value) - 1, bytes: value.length } : value,
    );
  }

  /** @param {number} number of what was left @param {number} at where Python wants it */
  take(number, at) {
    this.python._module.HEAPU8.set(this.left[number], at);
  }

  /** @param {import("./opencv.js").Given} given @param {number} dictionary @param {number} refined */
  markers(given, dictionary, refined) {
    return this.whole?.markers(given, dictionary, refined);
  }

  /** Run a network. @param {string} name @param {Uint8Array} bytes @param {number[]} shape */
  run(name, bytes, shape) {
    return this.networks.run(name, bytes, shape);
  }

  /** @param {string} language */
  letters_there(language) {
    return this.text.there(language);
  }

  /** @param {string} language @param {number} way */
  letters(language, way) {
    return this.text.load(language, way);
  }

  /**
   * @param {string} language
   * @param {string} only
   * @param {Uint8Array} grey
   * @param {number} width
   * @param {number} height
   */
  line(language, only, grey, width, height) {
    return this.text.line(language, only, grey, width, height);
  }

  /** A JPEG to look at. @param {number} handle */
  view(handle) {
    const picture = this.held[handle];
    const scale = Math.min(1, VIEW_SIDE / Math.max(picture.width, picture.height));
    const small =
      scale < 1
        ? work.resize(picture, Math.round(picture.width * scale), Math.round(picture.height * scale), "area")
        : picture;
    return this.jpeg(small.data, small.width, small.height, 0.85);
  }

  /** @param {Uint8Array} data @param {number} width @param {number} height @param {number} [quality] */
  async jpeg(data, width, height, quality = QUALITY) {
    const canvas = new OffscreenCanvas(width, height);
    const pixels = new ImageData(width, height);
    const { data: rgba } = pixels;
    for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
      rgba[to] = data[from];
      rgba[to + 1] = data[from + 1];
      rgba[to + 2] = data[from + 2];
      rgba[to + 3] = 255;
    }
    canvas.getContext("2d")?.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
    return new Uint8Array(await blob.arrayBuffer());
  }

  forget() {
    this.held = [];
    this.left = [];
  }
}
