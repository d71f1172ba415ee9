// The first layers of a network, computed by our own code (deploy/layers/layers.c): see api/pocket/layers.py.

/**
 * What is done in turn: how many channels each value has, the steps, and which values are handed over under which name.
 * @typedef {{ channels: number[], steps: any[][], handed: { [name: string]: number } }} Told
 * Where each value lies for pictures of one size, and how high and wide it is; the planes of a picture lie at `planes`.
 * @typedef {{ at: number[], high: number[], wide: number[], planes: number, out: number, end: number }} Places
 */

const NUMBER = 4; // bytes
const ALIGNED = 16;
const PAGE = 65536;
const TOGETHER = 8; // channels

/** A function whose only content is a multiplication and addition in one step; browsers that know it accept this. */
const RELAXED = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0],
  ...[65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11],
]);

/** Whether numbers can be multiplied and added in one step here. */
export const canRelax = () => WebAssembly.validate(RELAXED);

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / ALIGNED) * ALIGNED;

export class Layers {
  /** @param {WebAssembly.Module} code @param {Told} told @param {ArrayBuffer} file of the network, with its weights */
  constructor(code, told, file) {
    this.told = told;
    this.memory = new WebAssembly.Memory({ initial: 2 });
    /** @type {any} */
    this.code = new WebAssembly.Instance(code, { env: { memory: this.memory } }).exports;
    this.free = aligned(this.code.__heap_base.value);
    /** Where the numbers lie that lie there in the file. @type {Map<number, number>} */
    this.placed = new Map();
    for (const [work, from, out, kernel, , weights, bias] of told.steps) {
      if (work !== "convolve") continue;
      const [count, inputs] = [told.channels[out], told.channels[from]];
      this.place(weights, file, count * inputs * kernel * kernel, (numbers) =>
        inOrder(numbers, inputs, kernel * kernel),
      );
      this.place(bias, file, count);
    }
    this.last = lastUses(told);
    /** @type {Map<string, Places>} */
    this.known = new Map();
  }

  /**
   * @param {number} from @param {ArrayBuffer} file @param {number} count
   * @param {(numbers: Float32Array) => Float32Array} arranged
   */
  place(from, file, count, arranged = (numbers) => numbers) {
    if (this.placed.has(from)) return; // both looks at a picture have the same
    this.placed.set(from, this.free);
    const numbers = arranged(new Float32Array(file.slice(from, from + NUMBER * count)));
    this.need(this.free + NUMBER * count);
    new Float32Array(this.memory.buffer, this.free, count).set(numbers);
    this.free = aligned(this.free + NUMBER * count);
  }

  /** @param {number} bytes */
  need(bytes) {
    const more = bytes - this.memory.buffer.byteLength;
    if (more > 0) this.memory.grow(Math.ceil(more / PAGE));
  }

  /**
   * What is handed over of a batch of pictures, each with its shape.
   * @param {Float32Array} batch @param {number[]} shape
   * @returns {{ [name: string]: { data: Float32Array, shape: number[] } }}
   */
  run(batch, [count, channels, height, width]) {
    const places = this.places(channels, height, width);
    this.need(places.end);
    const size = channels * height * width;
    /** @type {{ [name: string]: { data: Float32Array, shape: number[] } }} */
    const found = {};
    for (let picture = 0; picture < count; picture++) {
      new Float32Array(this.memory.buffer, places.planes, size).set(
        batch.subarray(picture * size, (picture + 1) * size),
      );
      for (const [work, ...args] of this.told.steps) this.step(places, work, args);
      for (const [name, value] of Object.entries(this.told.handed)) {
        const shape = [count, this.told.channels[value], places.high[value], places.wide[value]];
        const numbers = shape[1] * shape[2] * shape[3];
        found[name] ??= { data: new Float32Array(count * numbers), shape };
        this.code.leave(places.at[value], places.out, shape[2], shape[3], shape[1]);
        found[name].data.set(new Float32Array(this.memory.buffer, places.out, numbers), picture * numbers);
      }
    }
    return found;
  }

  /** @param {Places} places @param {string} work @param {any[]} args */
  step({ at, high, wide, planes }, work, args) {
    const { channels } = this.told;
    if (work === "enter") {
      const [out, mirrored] = args;
      this.code.enter(planes, at[out], high[out], wide[out], channels[out], mirrored);
    } else if (work === "convolve") {
      const [from, out, kernel, stride, weights, bias, active] = args;
      const [first, second] = [weights, bias].map((place) => this.placed.get(place));
      const size = [high[out], wide[out], channels[out]];
      this.code.convolve(at[from], wide[from], channels[from], kernel, stride, first, second, at[out], ...size, active);
    } else if (work === "join") {
      const [out, parts] = args;
      for (const [from, first, count, to, adds] of parts)
        this.code.put(at[from], channels[from], first, count, at[out], channels[out], to, high[out], wide[out], adds);
    } else if (work === "largest") {
      const [from, out, reach] = args;
      this.code.largest(at[from], at[out], high[out], wide[out], channels[out], reach);
    } else {
      const [from, out] = args;
      this.code.doubled(at[from], at[out], high[from], wide[from], channels[out]);
    }
  }

  /** @param {number} channels @param {number} height @param {number} width */
  places(channels, height, width) {
    const key = `${channels} ${height} ${width}`;
    let known = this.known.get(key);
    if (!known) {
      known = this.laidOut(channels * height * width, height, width);
      this.known.set(key, known);
    }
    return known;
  }

  /**
   * Room for every value while it is needed: what nobody looks at any more makes room for others.
   * @param {number} entering numbers @param {number} height @param {number} width @returns {Places}
   */
  laidOut(entering, height, width) {
    const { channels, steps, handed } = this.told;
    const planes = this.free;
    /** @type {Places} */
    const places = { at: [], high: [], wide: [], planes, out: 0, end: aligned(planes + NUMBER * entering) };
    const room = new Room(places.end);
    steps.forEach((step, number) => {
      const [out, high, wide] = sizeAfter(step, places, height, width);
      places.high[out] = high;
      places.wide[out] = wide;
      places.at[out] = room.take(aligned(NUMBER * channels[out] * (high + 2) * (wide + 2)));
      for (const value of this.last[number]) room.give(places.at[value]);
    });
    const sizes = Object.values(handed).map((value) => channels[value] * places.high[value] * places.wide[value]);
    places.out = room.end;
    places.end = aligned(room.end + NUMBER * Math.max(0, ...sizes));
    return places;
  }
}

/**
 * Weights in the order of use: eight channels at a time, then places of the kernel, then channels of the input.
 * @param {Float32Array} weights @param {number} inputs @param {number} places
 */
function inOrder(weights, inputs, places) {
  const out = new Float32Array(weights.length);
  const each = inputs * places;
  for (let to = 0; to < out.length; to++) {
    const channel = to % TOGETHER;
    const input = Math.floor(to / TOGETHER) % inputs;
    const place = Math.floor(to / (TOGETHER * inputs)) % places;
    const group = Math.floor(to / (TOGETHER * each));
    out[to] = weights[(group * TOGETHER + channel) * each + input * places + place];
  }
  return out;
}

/**
 * The value that a step makes, its height and width.
 * @param {any[]} step
 * @param {Places} places
 * @param {number} height
 * @param {number} width
 */
function sizeAfter([work, ...args], { high, wide }, height, width) {
  if (work === "enter") return [args[0], height, width];
  if (work === "join") return [args[0], high[args[1][0][0]], wide[args[1][0][0]]];
  const [from, out, , stride] = args;
  if (work === "double") return [out, 2 * high[from], 2 * wide[from]];
  const steps = work === "convolve" ? stride : 1;
  return [out, Math.ceil(high[from] / steps), Math.ceil(wide[from] / steps)];
}

/** Which values nobody looks at after each step. @param {Told} told */
function lastUses({ channels, steps, handed }) {
  const last = channels.map(() => -1);
  steps.forEach(([work, ...args], number) => {
    if (work === "join") for (const [from] of args[1]) last[from] = number;
    else if (work !== "enter") last[args[0]] = number;
  });
  for (const value of Object.values(handed)) last[value] = steps.length; // to the end
  return steps.map((_, number) => channels.map((_, value) => value).filter((value) => last[value] === number));
}

/** Memory behind an address, taken and given back in pieces. */
class Room {
  /** @param {number} begin */
  constructor(begin) {
    this.end = begin;
    /** @type {{ at: number, bytes: number }[]} */
    this.free = [];
    /** @type {Map<number, number>} */
    this.taken = new Map();
  }

  /** @param {number} bytes */
  take(bytes) {
    const fits = this.free.filter((piece) => piece.bytes >= bytes).sort((one, other) => one.bytes - other.bytes)[0];
    const at = fits ? fits.at : this.end;
    if (!fits) this.end += bytes;
    else {
      this.free = this.free.filter((piece) => piece !== fits);
      if (fits.bytes > bytes) this.free.push({ at: at + bytes, bytes: fits.bytes - bytes });
    }
    this.taken.set(at, bytes);
    return at;
  }

  /** @param {number} at */
  give(at) {
    this.free.push({ at, bytes: this.taken.get(at) ?? 0 });
    this.taken.delete(at);
  }
}
