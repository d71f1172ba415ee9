// Everything that happened at the table; any moment can be looked at and brought back.

import { fill, h } from "../lib/dom.js";
import { get } from "../lib/door.js";
import { t, when, words } from "../lib/i18n.js";
import { steps as partsOf } from "../lib/pointer.js";
import { icon } from "../parts/icons.js";
import { totalText } from "../parts/score.js";
import { openSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

/** @import { Step } from "../lib/changes.js" */
/** @import { Snapshot } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */
/**
 * One change of the history.
 * @typedef {object} Moment
 * @property {number} version
 * @property {string} kind
 * @property {Step[]} steps
 * @property {string} note
 * @property {string} by
 * @property {string} at
 * @property {boolean} stands whether the table as it is now still contains it
 */

/** @type {{ [kind: string]: [icon: string, says: () => string] }} */
const KINDS = {
  created: ["flag", () => t("The table was laid")],
  edit: ["pen", () => t("Changed")],
  photo: ["camera", () => t("Read from a photo")],
  correction: ["check", () => t("Corrected on the photo")],
  snapshot: ["star", () => t("Kept this moment")],
  undo: ["undo", () => t("Undone")],
  redo: ["redo", () => t("Made again")],
  restore: ["clock", () => t("Went back to an earlier moment")],
  upgrade: ["clock", () => t("Brought to the form of this version")],
};

/** @param {HTMLElement} main @param {Table} table */
export async function show(main, table) {
  const moments = h("div.stack");
  const list = h("ol.history");
  const buttons = h("div.row");

  async function refresh() {
    /** @type {Moment[]} */
    const events = await get(`/tables/${table.id}/changes`);
    const { view } = table;
    fill(
      buttons,
      h(
        "button.button.grow",
        { type: "button", disabled: !table.canUndo, onclick: () => tried(() => table.undo()) },
        icon("undo"),
        t("Undo"),
      ),
      h(
        "button.button.grow",
        { type: "button", disabled: !view.can_redo, onclick: () => tried(() => table.redo()) },
        icon("redo"),
        t("Redo"),
      ),
    );
    fill(
      moments,
      view.document.snapshots.length
        ? [h("h2", t("Kept moments")), h("div.list", view.document.snapshots.map(moment))]
        : null,
    );
    fill(list, events.toReversed().map(line));
  }

  /** @param {Snapshot} snapshot @param {number} index */
  function moment(snapshot, index) {
    return h(
      "button.item",
      { type: "button", onclick: () => openMoment(snapshot, index) },
      icon("star"),
      h("span.grow", snapshot.label),
      icon("next"),
    );
  }

  /** @param {Snapshot} snapshot @param {number} index */
  function openMoment(snapshot, index) {
    openSheet({
      title: snapshot.label,
      body: (close) =>
        h(
          "div.list",
          h(
            "button.item",
            {
              type: "button",
              onclick: () => {
                close();
                tried(() => table.set("", snapshot.state));
              },
            },
            icon("undo"),
            h("span.grow", t("Bring this state back")),
          ),
          h(
            "button.item",
            {
              type: "button",
              onclick: () => {
                close();
                tried(() => table.make([{ kind: "take", path: "/snapshots", index, value: snapshot }]));
              },
            },
            icon("trash"),
            h("span.grow", t("Forget this moment")),
          ),
        ),
    });
  }

  /** @param {Moment} event */
  function line(event) {
    const [name, says] = KINDS[event.kind] || ["pen", () => t(words(event.kind))];
    return h(
      "li",
      { class: event.stands ? "" : event.kind === "undo" || event.kind === "redo" ? "move" : "gone" },
      h(
        "button.item",
        { type: "button", onclick: () => tried(() => look(event)) },
        icon(name),
        h("span.grow", h("span.block", says()), h("span.small.faint.block", describe(event, table) || event.note)),
        h("span.small.faint.stamp", h("span.block", when(event.at)), event.by),
      ),
    );
  }

  /** @param {Moment} event */
  async function look(event) {
    /** @type {import("../lib/types.js").TableView} */
    const past = await get(`/tables/${table.id}/at/${event.version}`);
    const picture = h("div.drawing");
    get(`/tables/${table.id}/drawing?version=${event.version}`)
      .then((svg) => {
        picture.innerHTML = svg;
      })
      .catch(() => picture.remove());
    openSheet({
      title: t("After change {number}", { number: event.version }),
      body: h(
        "div.stack",
        h("p.small.faint", when(event.at)),
        h(
          "div.list",
          past.score.sheets.map((sheet) =>
            h("div.item", h("span.grow", sheet.player), h("strong.num", totalText(sheet))),
          ),
        ),
        picture,
      ),
      footer: (close) =>
        h(
          "button.button.primary",
          {
            type: "button",
            onclick: () => {
              close();
              tried(() => table.act("restore", { version: event.version }));
            },
          },
          icon("undo"),
          t("Bring this state back"),
        ),
    });
  }

  await refresh();
  fill(main, h("h1.sr", t("History")), buttons, moments, h("h2", t("All changes")), list);
  return { refresh: () => tried(refresh) };
}

/** What a change did, in a few words. @param {Moment} event @param {Table} table */
function describe(event, table) {
  if (event.kind !== "edit") return "";
  return event.steps
    .slice(0, 2)
    .map((step) => inWords(step, table))
    .join("; ");
}

/** @param {Step} step @param {Table} table */
function inWords(step, table) {
  const [room, ...places] = partsOf(step.path);
  const parts = room === "state" ? places : [room, ...places];
  const seat = parts[0] === "players" ? table.state.players[Number(parts[1])]?.name : null;
  const place = (seat ? parts.slice(2) : parts)
    .map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : t(words(part)).toLowerCase()))
    .join(" ");
  return [seat, place].filter(Boolean).join(": ") + (place || seat ? " → " : "") + doneBy(step);
}

/** @param {Step} step */
function doneBy(step) {
  if (step.kind === "add") return step.n > 0 ? `+${step.n}` : `−${-step.n}`;
  if (step.kind === "take" || (step.kind === "set" && !("value" in step))) return t("removed");
  const { value } = step;
  return typeof value === "object" && value !== null ? "…" : String(value ?? t("empty"));
}
