// Small changes of a table: made on this phone at once, and moved over what others changed meanwhile.
// The service does the same and has the last word; here it is done for what a person sees while it is on its way.

import { at, steps as partsOf, pointer } from "./pointer.js";

/** @import { Json } from "./types.js" */
/** Another value, if the one expected is there; without a value the field goes, without `expect` there was none. */
/** @typedef {{ kind: "set", path: string, value?: Json, expect?: Json }} SetStep */
/** @typedef {{ kind: "add", path: string, n: number }} AddStep */
/**
 * Into a list, before an entry or at the end.
 * @typedef {{ kind: "put", path: string, index?: number, value: Json }} PutStep
 */
/** @typedef {{ kind: "take", path: string, index: number, value: Json }} TakeStep */
/**
 * @typedef {object} MoveStep
 * @property {"move"} kind
 * @property {string} path
 * @property {number} index
 * @property {Json} value
 * @property {string} to
 * @property {number} [to_index]
 */
/** @typedef {SetStep | AddStep | PutStep | TakeStep | MoveStep} Step */

/** Whether two values are the same JSON. @param {Json} one @param {Json} other */
export const same = (one, other) => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

/** @param {Json} value @returns {Json} */
function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}

/**
 * A step to another value of a field, which names the value that is there now.
 * @param {Json} data
 * @param {string} path
 * @param {Json} value
 */
export function setting(data, path, value) {
  const expect = at(data, path);
  /** @type {SetStep} */
  const step = { kind: "set", path };
  if (value !== undefined) step.value = value;
  if (expect !== undefined) step.expect = expect;
  return step;
}

/** @typedef {{ op: "replace" | "add" | "remove", path: string, value?: Json }} Patch */

/**
 * What a game wants to be changed, as steps that name what is there now.
 * @param {Json} data
 * @param {Patch[]} patches
 */
export function stepsOf(data, patches) {
  /** @type {Step[]} */
  const steps = [];
  for (const patch of patches) {
    const now = made(data, steps);
    if (now) steps.push(stepOf(now, patch));
  }
  return steps;
}

/** @param {Json} data @param {Patch} patch @returns {Step} */
function stepOf(data, { op, path, value }) {
  const list = path.slice(0, path.lastIndexOf("/"));
  const last = partsOf(path).at(-1) ?? "";
  if (!Array.isArray(at(data, list)) || op === "replace")
    return setting(data, path, op === "remove" ? undefined : value);
  if (op === "remove") return { kind: "take", path: list, index: Number(last), value: at(data, path) };
  return { kind: "put", path: list, value, ...(last === "-" ? {} : { index: Number(last) }) };
}

/**
 * A copy of the data with the steps made; null if one of them has no place there.
 * @template T
 * @param {T} data
 * @param {Step[]} steps
 * @returns {T | null}
 */
export function made(data, steps) {
  const copy = structuredClone(data);
  return steps.every((step) => make(copy, step)) ? copy : null;
}

/** @param {Json} data @param {Step} step @returns {boolean} */
function make(data, step) {
  switch (step.kind) {
    case "set":
      return write(data, step.path, () => step.value);
    case "add":
      return write(data, step.path, (now) => (now ?? 0) + step.n);
    case "put":
      return put(data, step);
    case "take":
      return take(data, step);
    case "move":
      return take(data, step) && put(data, puttingOf(step));
  }
}

/** @param {Json} data @param {string} path @param {(now: Json) => Json} change */
function write(data, path, change) {
  const holder = at(data, path.slice(0, path.lastIndexOf("/")));
  const key = partsOf(path).at(-1) ?? "";
  if (holder === null || typeof holder !== "object" || (Array.isArray(holder) && !(key in holder))) return false;
  const value = change(holder[key]);
  if (value === undefined) delete holder[key];
  else holder[key] = structuredClone(value);
  return true;
}

/** @param {Json} data @param {{ path: string, index?: number, value: Json }} step */
function put(data, { path, index, value }) {
  const list = at(data, path);
  if (!Array.isArray(list) || (index ?? 0) > list.length) return false;
  list.splice(index ?? list.length, 0, structuredClone(value));
  return true;
}

/** @param {Json} data @param {{ path: string, index: number, value: Json }} step */
function take(data, { path, index, value }) {
  const list = at(data, path);
  if (!Array.isArray(list) || !same(list[index], value)) return false;
  list.splice(index, 1);
  return true;
}

/**
 * Steps as they must be made after others; null if what they are about is gone.
 * @param {Step[]} steps
 * @param {Step[]} over
 * @returns {{ steps: Step[], over: Step[] } | null}
 */
export function carriedOver(steps, over) {
  /** @type {Step[]} */
  const moved = [];
  let passed = over;
  for (let step of steps) {
    /** @type {Step[]} */
    const after = [];
    for (const other of passed) {
      const found = carried(step, other, false);
      if (!found) return null;
      const beside = carried(other, step, true);
      if (beside) after.push(beside);
      step = found;
    }
    moved.push(step);
    passed = after;
  }
  return { steps: moved, over: passed };
}

/**
 * One step after another; `first` goes before in the same gap of a list. Null if its piece is gone.
 * @param {Step} step
 * @param {Step} over
 * @param {boolean} first
 * @returns {Step | null}
 */
function carried(step, over, first) {
  if (step.kind === "move") return carriedMove(step, over, first);
  const before = step.kind === "take" ? [...partsOf(step.path), String(step.index)] : partsOf(step.path);
  const place = shifted(before, over);
  if (!place) return null;
  if (step.kind === "take") return { ...step, path: pointer(place.slice(0, -1)), index: Number(place.at(-1)) };
  if (step.kind !== "set" && isReplaced(before, over)) return null;
  if (step.kind !== "put" || step.index === undefined) return { ...step, path: pointer(place) };
  return { ...step, path: pointer(place), index: gap(step.index, before, over, first) };
}

/** @param {MoveStep} step @param {Step} over @param {boolean} first @returns {Step | null} */
function carriedMove(step, over, first) {
  const taking = carried(takingOf(step), over, false);
  if (taking?.kind !== "take") return null;
  const meanwhile = carried(over, takingOf(step), true);
  const putting = meanwhile ? carried(puttingOf(step), meanwhile, first) : puttingOf(step);
  if (putting?.kind !== "put") return null;
  const { path, index } = taking;
  return {
    ...step,
    path,
    index,
    to: putting.path,
    ...(putting.index === undefined ? {} : { to_index: putting.index }),
  };
}

/** @param {MoveStep} step @returns {TakeStep} */
const takingOf = ({ path, index, value }) => ({ kind: "take", path, index, value });

/** @param {MoveStep} step @returns {PutStep} */
const puttingOf = ({ to, to_index: index, value }) => ({
  kind: "put",
  path: to,
  value,
  ...(index === undefined ? {} : { index }),
});

/** Whether a step gave the object or list around a place another value. @param {string[]} place @param {Step} over */
function isReplaced(place, over) {
  const around = partsOf(over.path);
  return over.kind === "set" && around.length < place.length && around.every((part, depth) => place[depth] === part);
}

/**
 * Where a place is after a step; null if what it leads through was taken out.
 * @param {string[]} place
 * @param {Step} over
 * @returns {string[] | null}
 */
function shifted(place, over) {
  if (over.kind === "put") return over.index === undefined ? place : makeRoom(place, over.path, over.index);
  if (over.kind === "take") return closeUp(place, over.path, over.index);
  if (over.kind !== "move") return place;
  const piece = [...partsOf(over.path), String(over.index)];
  if (piece.every((part, depth) => place[depth] === part))
    return over.to_index === undefined
      ? null
      : [...partsOf(over.to), String(over.to_index), ...place.slice(piece.length)];
  const closed = closeUp(place, over.path, over.index);
  return closed && over.to_index !== undefined ? makeRoom(closed, over.to, over.to_index) : closed;
}

/** Which entry of a list a place leads through, or null. @param {string[]} place @param {string[]} list */
function entryOf(place, list) {
  if (place.length <= list.length || !list.every((part, depth) => place[depth] === part)) return null;
  return /^\d+$/.test(place[list.length]) ? Number(place[list.length]) : null;
}

/** @param {string[]} place @param {string} path @param {number} index */
function makeRoom(place, path, index) {
  const list = partsOf(path);
  const entry = entryOf(place, list);
  return entry === null || entry < index ? place : place.with(list.length, String(entry + 1));
}

/** @param {string[]} place @param {string} path @param {number} index */
function closeUp(place, path, index) {
  const list = partsOf(path);
  const entry = entryOf(place, list);
  if (entry === null || entry < index) return place;
  return entry === index ? null : place.with(list.length, String(entry - 1));
}

/**
 * The gap between entries of a list, after a step.
 * @param {number} index
 * @param {string[]} list
 * @param {Step} over
 * @param {boolean} first
 * @returns {number}
 */
function gap(index, list, over, first) {
  if (over.kind === "move") {
    const closed = shifted(list, takingOf(over)) ?? list;
    return gap(gap(index, list, takingOf(over), first), closed, puttingOf(over), first);
  }
  if (over.path !== pointer(list)) return index;
  if (over.kind === "put" && over.index !== undefined)
    return index + Number(index > over.index || (index === over.index && !first));
  return over.kind === "take" ? index - Number(index > over.index) : index;
}
