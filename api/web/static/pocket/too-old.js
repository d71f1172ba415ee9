// What a browser that is too old is told, in one sentence, before anything large is fetched. Every browser must be able
// to read this file: it is no module, and nothing in it is newer than 2009.

(function () {
  /** The smallest programs with what Python and the networks are made of: numbers side by side, and exceptions. */
  var SIDE_BY_SIDE = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ];
  var EXCEPTIONS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
  var COOKIE = /(?:^|; )tally_lang=(\w+)/;

  /** @param {number[]} program */
  function runs(program) {
    return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(program));
  }

  /** Whether this browser has what is needed; the newest of it came in 2023. */
  function isNewEnough() {
    return (
      "noModule" in HTMLScriptElement.prototype &&
      "serviceWorker" in navigator &&
      "locks" in navigator &&
      "DecompressionStream" in window &&
      Boolean(window.indexedDB) &&
      "toSorted" in Array.prototype &&
      runs(SIDE_BY_SIDE) &&
      runs(EXCEPTIONS)
    );
  }

  /** The sentence in the language of this phone. */
  function sentence() {
    var words = /** @type {HTMLElement} */ (document.getElementById("too-old-words"));
    var known = JSON.parse(words.innerHTML);
    var chosen = COOKIE.exec(document.cookie);
    var asked = (chosen ? [chosen[1]] : []).concat(navigator.languages || [navigator.language]);
    var short = asked.map(function (lang) {
      return lang.slice(0, 2);
    });
    var spoken = short.filter(function (lang) {
      return lang in known;
    });
    var lang = spoken[0] || "en";
    return { lang: lang, text: known[lang] };
  }

  function tell() {
    var main = /** @type {HTMLElement} */ (document.getElementById("main"));
    var told = sentence();
    document.documentElement.lang = told.lang;
    document.documentElement.setAttribute("data-pocket", "too-old");
    main.innerHTML = '<section class="card" role="status"><h1>Tally</h1><p></p></section>';
    main.getElementsByTagName("p")[0].appendChild(document.createTextNode(told.text));
  }

  // Where it cannot even read the modules, a browser says so in this way, before the page stands.
  window.addEventListener("error", function (event) {
    if (!document.getElementById("boot") && /SyntaxError/.test(event.message)) tell();
  });
  document.addEventListener("too-old", tell);
  if (window.isSecureContext !== false && !isNewEnough()) tell(); // an address without https has a sentence of its own
})();
