// JSON pointers: where a piece is in the state.

/** @param {string} part */
const plain = (part) => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** The steps of a pointer. @param {string} path */
export const steps = (path) => path.split("/").slice(1).map(plain);

/** The pointer of some steps. @param {string[]} parts */
export const pointer = (parts) => parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/**
 * What lies at a place, undefined if nothing does.
 * @param {import("./types.js").Json} data
 * @param {string} path
 * @returns {import("./types.js").Json}
 */
export function at(data, path) {
  return steps(path).reduce((part, step) => (part === null || part === undefined ? undefined : part[step]), data);
}

/** Whether two places are the same or one lies inside the other. @param {string} one @param {string} other */
export function related(one, other) {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** The seat that a place belongs to, or null. @param {string} path */
export function playerOf(path) {
  const match = /^\/players\/(\d+)/.exec(path);
  return match ? Number(match[1]) : null;
}
