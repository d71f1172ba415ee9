// JSON pointers: where a piece is in the state.

const plain = (part) => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** The steps of a pointer. */
export const steps = (path) => path.split("/").slice(1).map(plain);

/** What lies at a place, undefined if nothing does. */
export function at(data, path) {
  return steps(path).reduce((part, step) => (part === null || part === undefined ? undefined : part[step]), data);
}

/** Whether two places are the same or one lies inside the other. */
export function related(one, other) {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** The seat that a place belongs to, or null. */
export function playerOf(path) {
  const match = /^\/players\/(\d+)/.exec(path);
  return match ? Number(match[1]) : null;
}
