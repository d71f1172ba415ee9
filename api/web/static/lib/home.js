// Where the page lies on its host: at its root, or, as a folder of files may, below a path.

/** Its path, with a slash at its end: this file is /static/BUILD/lib/home.js below it. */
export const HOME = new URL("../../../", import.meta.url).pathname;

/** An address of the page ("/t/…") as the browser needs it. @param {string} path */
export const below = (path) => (path.startsWith(HOME) ? path : HOME + path.slice(1));

/** The address of the page that a path of the browser means. @param {string} path */
export const within = (path) => `/${path.slice(HOME.length)}`.replace(/(.)\/+$/, "$1");
