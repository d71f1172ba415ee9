// Text on cards: Tesseract reads one line at a time, in a language whose letters are here.

const FILE = "tesseract-core-simd-lstm";
const ONLY_LSTM = 1;
/** Where Tesseract looks for a picture. */
const INPUT = "/input";

export class Letters {
  /** @param {{ [name: string]: string }} address where Tesseract and what it knows of languages are */
  constructor(address) {
    this.address = address;
    /** @type {Promise<any> | null} */
    this.core = null;
    /** Readers by language. @type {Map<string, any>} */
    this.readers = new Map();
  }

  /** @param {string} language */
  there(language) {
    return this.readers.has(language);
  }

  /** Make a language ready. @param {string} language @param {number} way how a picture is divided into text */
  async load(language, way) {
    this.core ??= this.begin();
    const [core, data] = await Promise.all([
      this.core,
      fetch(this.address[`${language}.traineddata`]).then((response) => response.arrayBuffer()),
    ]);
    const file = `${language}.traineddata`;
    core.FS.writeFile(file, new Uint8Array(data));
    const reader = new core.TessBaseAPI();
    const failed = reader.Init(null, language, ONLY_LSTM);
    core.FS.unlink(file);
    if (failed) throw new Error(`the letters of ${language} cannot be read`);
    reader.SetPageSegMode(way);
    this.readers.set(language, { core, reader });
  }

  async begin() {
    const { default: core } = await import(/** @type {string} */ (`${this.address.tesseract}${FILE}.js`));
    return core({ locateFile: (/** @type {string} */ name) => this.address.tesseract + name });
  }

  /**
   * What a line says, and how sure that is, of 100.
   * @param {string} language @param {string} only the signs that may occur; all where empty
   * @param {Uint8Array} grey @param {number} width @param {number} height
   * @returns {[string, number]}
   */
  line(language, only, grey, width, height) {
    const { core, reader } = this.readers.get(language);
    reader.SetVariable("tessedit_char_whitelist", only);
    core.FS.writeFile(INPUT, asPgm(grey, width, height));
    if (reader.SetImageFile()) return ["", 0];
    return [reader.GetUTF8Text(), reader.MeanTextConf()];
  }
}

/**
 * Grey pixels as the plainest file that there is for them.
 * @param {Uint8Array} grey
 * @param {number} width
 * @param {number} height
 */
function asPgm(grey, width, height) {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + grey.length);
  file.set(head);
  file.set(grey, head.length);
  return file;
}
