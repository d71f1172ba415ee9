// Networks, run by ONNX Runtime: on the processor, where our own code computes the first layers of some, or on the
// graphics chip where that answers alike and clearly sooner.

import { canRelax, Layers } from "./layers.js";
import { CACHE } from "./parts.js";
import { GPU, LOADERS, PLAIN } from "./runtimes.js";

/**
 * What answers: a session of the runtime, or our own layers and a session for the rest.
 * @typedef {{ session: any, layers: Layers | null }} Answering
 * A network that is ready: what answers, what is told about it, and on what it runs; "" until that was tried.
 * @typedef {Answering & { told: { input: string, outputs: string[] }, way: string }} Network
 */

const MOST_THREADS = 4;
const WASM = "wasm";
const WEBGPU = "webgpu";
/** Of the processor's time that the chip may take: a processor's first runs are slower than later ones. */
const CLEARLY_SOONER = 0.5;
/** By how much two answers may differ, of the largest number in them; a chip adds in another order. */
const ALIKE = 1e-3;

/** What a network is given to get ready: browsers run what they compiled in haste until they have compiled it well. */
const FIRST = { "finder.onnx": [1, 3, 320, 320], "reader.onnx": [8, 3, 80, 80] };
const FIRST_RUNS = 6;

export class Networks {
  /** @param {{ [name: string]: string }} address where the runtime and the networks are */
  constructor(address) {
    this.address = address;
    /** @type {Promise<{ ort: any, onChip: boolean }> | null} */
    this.runtime = null;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.code = null;
    /** @type {Map<string, Promise<Network>>} */
    this.known = new Map();
    /** The runtime does one thing at a time. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** Whether a photo has come: then nothing needs to get ready any more. */
    this.asked = false;
  }

  /** Get the networks for dice ready, until a photo comes. */
  async warmUp() {
    for (let run = 0; run < FIRST_RUNS; run++) {
      for (const [name, shape] of Object.entries(FIRST)) {
        if (this.asked) return;
        await this.inTurn(() => this.runOnNothing(name, shape));
      }
    }
  }

  /** @param {string} name @param {number[]} shape */
  async runOnNothing(name, shape) {
    const network = await this.network(name);
    await this.answer(network, network.told.input, new Float32Array(shape.reduce((size, side) => size * side)), shape);
  }

  /**
   * What a network says of a batch of pictures.
   * @param {Answering} by @param {string} input its name @param {Float32Array} data @param {number[]} shape
   */
  async answer({ session, layers }, input, data, shape) {
    const { ort } = await this.loaded();
    const given = Object.entries(layers?.run(data, shape) ?? {});
    if (session.inputNames.includes(input)) given.push([input, { data, shape }]);
    return session.run(
      Object.fromEntries(given.map(([name, one]) => [name, new ort.Tensor("float32", one.data, one.shape)])),
    );
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  inTurn(work) {
    const done = this.turn.catch(() => {}).then(work);
    this.turn = done;
    return done;
  }

  /** @param {string} name @param {Uint8Array} bytes @param {number[]} shape */
  run(name, bytes, shape) {
    this.asked = true;
    const data = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    return this.inTurn(async () => {
      const network = await this.network(name);
      const begin = performance.now();
      const results = await this.answer(network, network.told.input, data, shape);
      const took = performance.now() - begin;
      if (!network.way) {
        network.way = WASM; // one trial is enough
        this.inTurn(() => this.trial(name, network, { data, shape }, results, took)).catch(() => {});
      }
      return network.told.outputs.map((output) => {
        const { data: found, dims, type } = results[output];
        return [new Uint8Array(found.buffer, found.byteOffset, found.byteLength), [...dims], type];
      });
    });
  }

  /** The runtime that was fetched, ready. */
  loaded() {
    this.runtime ??= this.begin();
    this.runtime.catch(() => {
      this.runtime = null;
    });
    return this.runtime;
  }

  async begin() {
    const kept = await caches.open(CACHE);
    const loader = this.address[GPU] + LOADERS[GPU];
    const onChip = Boolean(await kept.match(loader));
    const folder = this.address[onChip ? GPU : PLAIN];
    const ort = await import(/** @type {string} */ (onChip ? loader : folder + LOADERS[PLAIN]));
    ort.env.wasm.wasmPaths = folder;
    ort.env.wasm.numThreads = globalThis.crossOriginIsolated
      ? Math.min(MOST_THREADS, navigator.hardwareConcurrency)
      : 1;
    return { ort, onChip };
  }

  /** A network, loaded at its first use. @param {string} name */
  network(name) {
    let known = this.known.get(name);
    if (!known) {
      known = this.load(name);
      known.catch(() => this.known.delete(name));
      this.known.set(name, known);
    }
    return known;
  }

  /** @param {string} name @returns {Promise<Network>} */
  async load(name) {
    const told = await fetch(this.address[`${name}.json`]).then((response) => response.json());
    const way = await this.wayOf(name);
    if (way !== WEBGPU) return { ...(await this.onProcessor(name)), told, way };
    try {
      return { ...(await this.onChip(name)), told, way };
    } catch {
      return { ...(await this.onProcessor(name)), told, way: WASM }; // the chip is not to be had today
    }
  }

  /** @param {string} name @returns {Promise<Answering>} */
  async onChip(name) {
    return { session: await this.session(await this.file(name), WEBGPU), layers: null };
  }

  /** With our own layers, where `make pocket` found some. @param {string} name @returns {Promise<Answering>} */
  async onProcessor(name) {
    const file = await this.file(name);
    const [told, rest] = [this.address[`${name}.layers.json`], this.address[`${name}.rest`]];
    if (!told || !rest) return { session: await this.session(file, WASM), layers: null };
    this.code ??= WebAssembly.compileStreaming(fetch(this.address[canRelax() ? "layers-relaxed" : "layers"]));
    const layers = new Layers(await this.code, await fetch(told).then((response) => response.json()), file);
    const weights = [{ path: name, data: new Uint8Array(file) }];
    return { session: await this.session(await this.file(`${name}.rest`), WASM, weights), layers };
  }

  /** @param {string} name */
  file(name) {
    return fetch(this.address[name]).then((response) => response.arrayBuffer());
  }

  /** @param {ArrayBuffer} file @param {string} way @param {{ path: string, data: Uint8Array }[]} externalData */
  async session(file, way, externalData = []) {
    const { ort } = await this.loaded();
    return ort.InferenceSession.create(file, { executionProviders: [way], logSeverityLevel: 3, externalData });
  }

  /** Where the outcome of a trial is kept: as long as the network and the runtime are. @param {string} name */
  mark(name) {
    return `${this.address[name]}?on=${encodeURIComponent(this.address[GPU])}`;
  }

  /** On what a network runs; "" where that is still to be tried. @param {string} name */
  async wayOf(name) {
    const { onChip } = await this.loaded();
    if (!onChip) return WASM;
    const kept = await (await caches.open(CACHE)).match(this.mark(name));
    return kept ? (await kept.json()).on : "";
  }

  /**
   * Whether the chip answers as the processor did, and clearly sooner; then it goes on.
   * @param {string} name @param {Network} network @param {{ data: Float32Array, shape: number[] }} given
   * @param {any} results @param {number} took ms
   */
  async trial(name, network, { data, shape }, results, took) {
    /** @type {Answering | null} */
    let chip = null;
    const { input } = network.told;
    /** @type {{ on: string, alike: boolean, ms: number[] }} */
    const outcome = { on: WASM, alike: false, ms: [took] };
    try {
      chip = await this.onChip(name);
      await this.answer(chip, input, data, shape); // the first run compiles
      const begin = performance.now();
      const found = await this.answer(chip, input, data, shape);
      outcome.ms.push(performance.now() - begin);
      outcome.alike = network.told.outputs.every((output) => alike(results[output], found[output]));
      if (outcome.alike && outcome.ms[1] < CLEARLY_SOONER * took) outcome.on = WEBGPU;
    } catch (error) {
      console.info("the graphics chip is left alone:", error);
    }
    const loser = outcome.on === WEBGPU ? network.session : chip?.session;
    if (outcome.on === WEBGPU) Object.assign(network, chip, { way: WEBGPU });
    await (await caches.open(CACHE)).put(this.mark(name), Response.json(outcome));
    await loser?.release();
  }
}

/** @param {any} one @param {any} other */
function alike(one, other) {
  if (String(one.dims) !== String(other.dims) || one.type !== other.type) return false;
  let [most, apart] = [0, 0];
  for (let place = 0; place < one.data.length; place++) {
    most = Math.max(most, Math.abs(Number(one.data[place])));
    apart = Math.max(apart, Math.abs(Number(one.data[place]) - Number(other.data[place])));
  }
  return apart <= ALIKE * most;
}
