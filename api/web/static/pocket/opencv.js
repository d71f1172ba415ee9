// OpenCV for Python: arrays come here as bytes and go back as bytes; which function is called, Python decides.

/**
 * An array as Python gives it, and as it gets it back: rows, columns, channels; the kind of its numbers; its bytes.
 * @typedef {{ data: Uint8Array, shape: [number, number, number], depth: number, back?: boolean }} Given
 * @typedef {[[number, number, number], number, Uint8Array]} Told
 */

export class OpenCv {
  /** @param {any} cv OpenCV itself */
  constructor(cv) {
    this.cv = cv;
    /** What one more channel adds to the number of a type. */
    this.channel = cv.CV_8UC2 - cv.CV_8UC1;
  }

  /**
   * Call a function. Where an argument asks for an `out`, OpenCV fills it.
   * @param {string} name @param {any[]} args
   * @returns {[any, ({ array: Told } | { arrays: Told[] })[]]}
   */
  run(name, args) {
    /** @type {any[]} */
    const made = [];
    /** @type {any[]} */
    const filled = [];
    const given = args.map((arg) => {
      const thing = this.taken(arg);
      if (thing === arg) return arg;
      made.push(thing);
      if (arg.out || arg.back) filled.push(thing);
      return thing;
    });
    try {
      const value = this.cv[name](...given);
      if (value instanceof this.cv.Mat) made.push(value);
      return [value instanceof this.cv.Mat ? this.told(value) : value, filled.map((thing) => this.handed(thing))];
    } finally {
      for (const thing of made) thing.delete();
    }
  }

  /** What OpenCV takes for an argument. @param {any} arg */
  taken(arg) {
    if (arg?.out === "array") return new this.cv.Mat();
    if (arg?.out === "arrays") return new this.cv.MatVector();
    return arg?.data ? this.matrix(arg) : arg;
  }

  /** @param {Given} given */
  matrix({ data, shape: [rows, cols, channels], depth }) {
    const matrix = new this.cv.Mat(rows, cols, depth + (channels - 1) * this.channel);
    matrix.data.set(data);
    return matrix;
  }

  /** @param {any} matrix @returns {Told} */
  told(matrix) {
    const whole = matrix.isContinuous() ? matrix : matrix.clone();
    const told = /** @type {Told} */ ([
      [whole.rows, whole.cols, whole.channels()],
      whole.depth(),
      whole.rows * whole.cols ? new Uint8Array(whole.data) : new Uint8Array(),
    ]);
    if (whole !== matrix) whole.delete();
    return told;
  }

  /** @param {any} thing */
  handed(thing) {
    if (thing instanceof this.cv.Mat) return { array: this.told(thing) };
    return { arrays: this.all(thing) };
  }

  /** @param {any} vector @returns {Told[]} */
  all(vector) {
    return Array.from({ length: vector.size() }, (_, place) => {
      const matrix = vector.get(place);
      const told = this.told(matrix);
      matrix.delete();
      return told;
    });
  }

  /** The markers of a printed mat. @param {Given} given @param {number} dictionary @param {number} refined */
  markers(given, dictionary, refined) {
    const { cv } = this;
    const settings = new cv.aruco_DetectorParameters();
    settings.cornerRefinementMethod = refined;
    const [known, again] = [cv.getPredefinedDictionary(dictionary), new cv.aruco_RefineParameters(10, 3, true)];
    const detector = new cv.aruco_ArucoDetector(known, settings, again);
    const [picture, corners, numbers] = [this.matrix(given), new cv.MatVector(), new cv.Mat()];
    try {
      detector.detectMarkers(picture, corners, numbers);
      return [this.all(corners), this.told(numbers)];
    } finally {
      for (const thing of [settings, known, again, detector, picture, corners, numbers]) thing.delete();
    }
  }
}
