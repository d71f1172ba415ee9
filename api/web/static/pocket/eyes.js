// The eyes of the pocket: pictures opened by the browser, networks run by ONNX Runtime; Python decides what to look at.

import * as work from "./pixels.js";

/** @import { Picture } from "./pixels.js" */
/** @typedef {{ data: Float32Array, shape: number[] }} Batch */

const MOST_PIXELS = 16_000_000;
const VIEW_SIDE = 1600;

export class Eyes {
  /** @param {{ [name: string]: string }} address where the runtime and the networks are */
  constructor(address) {
    this.address = address;
    /** @type {any} */
    this.runtime = null;
    /** @type {Map<string, Promise<any>>} */
    this.networks = new Map();
    /** @type {(Picture | Batch)[]} */
    this.held = [];
  }

  /** Open a picture as it was taken: upright, its colours as they are. @param {Uint8Array} bytes */
  async open(bytes) {
    this.forget();
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
    const picture = work.withoutAlpha(pen.getImageData(0, 0, width, height).data, width, height);
    return [this.hold(picture), width, height];
  }

  /** @param {Picture | Batch} thing */
  hold(thing) {
    this.held.push(thing);
    return this.held.length - 1;
  }

  /** @param {Picture} picture */
  told(picture) {
    return [this.hold(picture), picture.height, picture.width];
  }

  /** @param {number} handle @returns {Picture} */
  at(handle) {
    return /** @type {Picture} */ (this.held[handle]);
  }

  /** @param {number} handle @param {number} step */
  reduced(handle, step) {
    return this.told(work.reduced(this.at(handle), step));
  }

  /** @param {number} handle @param {[number, number, number, number, number, number]} part */
  cut(handle, ...part) {
    return this.told(work.cut(this.at(handle), ...part));
  }

  /** @param {number} handle @param {number} width @param {number} height @param {"area" | "linear"} way */
  resize(handle, width, height, way) {
    return this.told(work.resize(this.at(handle), width, height, way));
  }

  /** @param {number} handle @param {number} below @param {number} right @param {number} grey */
  border(handle, below, right, grey) {
    return this.told(work.border(this.at(handle), below, right, grey));
  }

  /**
   * @param {number} handle @param {number[]} back
   * @param {number} width @param {number} height @param {number} beyond
   */
  warp(handle, back, width, height, beyond) {
    return this.told(work.warp(this.at(handle), back, width, height, beyond));
  }

  /** @param {number} handle @param {number[]} table */
  recolour(handle, table) {
    return this.told(work.recolour(this.at(handle), table));
  }

  /** @param {number} handle */
  numbers(handle) {
    return this.at(handle).data;
  }

  /** @param {number[]} handles @param {number} scale */
  batch(handles, scale) {
    return this.hold(
      work.batch(
        handles.map((handle) => this.at(handle)),
        scale,
      ),
    );
  }

  /** Run a network. @param {string} name @param {{ handle?: number, data?: number[], shape?: number[] }} given */
  async run(name, given) {
    const { session, told } = await this.network(name);
    const { Tensor } = this.runtime;
    const { data, shape } =
      given.handle === undefined
        ? { data: Float32Array.from(given.data ?? []), shape: given.shape }
        : /** @type {Batch} */ (this.held[given.handle]);
    const results = await session.run({ [told.input]: new Tensor("float32", data, shape) });
    return told.outputs.map((/** @type {string} */ output) => {
      const { data: found, dims } = results[output];
      const everyPlace = told.keep && dims.length === 3;
      return everyPlace ? proposals(found, [...dims], told.keep) : [found, [...dims]];
    });
  }

  /** A network, loaded at its first use. @param {string} name */
  network(name) {
    let known = this.networks.get(name);
    if (!known) {
      known = this.load(name);
      known.catch(() => this.networks.delete(name));
      this.networks.set(name, known);
    }
    return known;
  }

  /** @param {string} name */
  async load(name) {
    if (!this.runtime) {
      this.runtime = await import(/** @type {string} */ (`${this.address.runtime}ort.wasm.min.mjs`));
      this.runtime.env.wasm.wasmPaths = this.address.runtime;
      this.runtime.env.wasm.numThreads = globalThis.crossOriginIsolated
        ? Math.min(4, navigator.hardwareConcurrency)
        : 1;
    }
    const [file, told] = await Promise.all([
      fetch(this.address[name]).then((response) => response.arrayBuffer()),
      fetch(this.address[`${name}.json`]).then((response) => response.json()),
    ]);
    const session = await this.runtime.InferenceSession.create(file, { executionProviders: ["wasm"] });
    return { session, told };
  }

  /** A JPEG to look at. @param {number} handle */
  async view(handle) {
    const picture = this.at(handle);
    const scale = Math.min(1, VIEW_SIDE / Math.max(picture.width, picture.height));
    const small =
      scale < 1
        ? work.resize(picture, Math.round(picture.width * scale), Math.round(picture.height * scale), "area")
        : picture;
    const canvas = new OffscreenCanvas(small.width, small.height);
    const pixels = new ImageData(small.width, small.height);
    for (let from = 0, to = 0; from < small.data.length; from += 3, to += 4) {
      pixels.data.set(small.data.subarray(from, from + 3), to);
      pixels.data[to + 3] = 255;
    }
    canvas.getContext("2d")?.putImageData(pixels, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    return new Uint8Array(await blob.arrayBuffer());
  }

  forget() {
    this.held = [];
  }
}

/**
 * Only the columns of a network's output that propose something: of thousands, a handful.
 * @param {Float32Array} data @param {number[]} dims @param {{ from: number, to: number, least: number }} keep
 */
function proposals(data, [one, rows, columns], { from, to, least }) {
  const kept = [];
  for (let column = 0; column < columns; column++) {
    for (let row = from; row < to; row++) {
      if (data[row * columns + column] >= least) {
        kept.push(column);
        break;
      }
    }
  }
  const found = new Float32Array(rows * kept.length);
  for (let row = 0; row < rows; row++) {
    kept.forEach((column, place) => {
      found[row * kept.length + place] = data[row * columns + column];
    });
  }
  return [found, [one, rows, kept.length]];
}
