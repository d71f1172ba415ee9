// Line icons, drawn here.

import { s } from "../lib/dom.js";

/** @type {{ [name: string]: string }} */
const PATHS = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8",
  live: "M3 7h12v10H3zM15 11l6-4v10l-6-4",
  pen: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  table: "M4 5h16v14H4zM4 10h16M10 10v9",
  score: "M6 20V11M12 20V4M18 20v-6M3 20h18",
  scales: "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2",
  undo: "M8 6L4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M16 6l4 4-4 4M20 10H10a5 5 0 0 0 0 10h3",
  book: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM19 4h-4a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h4z",
  cards: "M8 4h11v16H8zM5 6v14M8 9h11",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 15.5h.01M15.5 8.5h.01M8.5 15.5h.01",
  cog: [
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M12 3v3M12 18v3M3 12h3M18 12h3",
    "M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
  ].join(""),
  more: "M5 12h.01M12 12h.01M19 12h.01",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  check: "M5 13l4 4L19 7",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l5 5",
  flag: "M6 21V4h11l-2 4 2 4H6",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  people: [
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-4 3-6 6-6s6 2 6 6",
    "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.8 3 5.5",
  ].join(""),
  help: "M9 9.5a3 3 0 1 1 4.2 2.7c-.9.4-1.2 1-1.2 2.3M12 18h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1.5 2 1.5 3h5c0-1 .5-2 1.5-3a6 6 0 0 0-4-10",
  star: "M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z",
  corners: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  erase: "M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5",
  pictures: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  light: "M7 3h10v4l-2 3v11H9V10L7 7zM7 7h10M12 13v2",
  phone: "M7 3h10v18H7zM11 18h2",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6",
};

/** @param {string} name */
export function icon(name) {
  return s(
    `svg.icon${name === "more" ? ".dots" : ""}`,
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}
