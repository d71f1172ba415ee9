// Taking a photo: the phone's own camera, then upload and reading with progress.

import { go } from "../app.js";
import { h } from "../lib/dom.js";
import { addressOf, fileOf, get, upload } from "../lib/door.js";
import { t } from "../lib/i18n.js";
import { phoneId } from "../lib/phone.js";
import { chooseSheet, openSheet } from "../parts/sheet.js";
import { toast } from "../parts/toast.js";
import { openParts, whoseAreThey, whosePartIsWhich } from "../photo/several.js";

/** The pictures this phone took, so that they can be shown even if the host keeps none. */
/** @type {Map<string, string>} */
export const lastPicture = new Map();
/**
 * The same as they were sent, with what was told about them, so that they can be read again with more told.
 * @type {Map<string, { file: File, about: About }>}
 */
export const lastSent = new Map();

/** @import { Open } from "../lib/types.js" */
/** @typedef {import("../lib/table.js").Table} Table */
/** What is told with a photo. @typedef {{ [question: string]: string | number }} About */

/**
 * Let a person take a picture with the camera, or choose some that the phone has.
 * @param {{ camera?: boolean, several?: boolean }} [how]
 * @returns {Promise<File[]>}
 */
export function pickPictures({ camera = true, several = false } = {}) {
  return new Promise((resolve) => {
    const input = h("input.hidden", {
      type: "file",
      accept: "image/*",
      capture: camera ? "environment" : null,
      multiple: several,
      "aria-label": t("Photo"),
    });
    input.addEventListener("change", () => {
      input.remove();
      resolve([...(input.files ?? [])]);
    });
    input.addEventListener("cancel", () => {
      input.remove();
      resolve([]);
    });
    document.body.append(input);
    input.click();
  });
}

/** One picture, taken or chosen; null if a person does neither. @param {{ camera?: boolean }} [how] */
export const pickPicture = async (how) => (await pickPictures(how))[0] ?? null;

/**
 * What must be told with a photo of this player, such as its round; null if a person does not say.
 * @param {Table} table
 * @param {number} seat
 */
export async function askBefore(table, seat) {
  /** @type {About} */
  const about = {};
  for (const question of table.view.before_photo[seat] ?? []) {
    const chosen = await chooseSheet(question.text, question.choices);
    if (chosen === undefined) return null;
    about[question.id] = chosen;
  }
  return about;
}

/** Take a photo for one player and show what was read. @param {Table} table @param {number} seat */
export async function takePhoto(table, seat) {
  const about = await askBefore(table, seat);
  if (!about) return;
  const file = await pickPicture();
  if (file) await sendPhoto(table, seat, file, about);
}

/** Read pictures that the phone has, one for each player. @param {Table} table @param {number} seat */
export async function choosePictures(table, seat) {
  const files = await pickPictures({ camera: false, several: table.state.players.length > 1 });
  const given = files.length > 1 ? await whoseAreThey(table, seat, files) : files.map((file) => ({ file, seat }));
  for (const one of given ?? []) {
    const about = await askBefore(table, one.seat);
    if (!about) continue;
    if (await readOnto(table, one.seat, one.file, about)) table.seat = one.seat;
  }
  if (given?.length) await go(`/t/${table.id}/photo`);
}

/** Choose one of the photos that ship with Tally; a File, or null. @param {string} game */
export async function pickSample(game) {
  /** @type {string[]} */
  const names = await get(`/games/${game}/sample-photos`);
  /** @param {string} name */
  const path = (name) => `/games/${game}/sample-photos/${name}`;
  /** @type {string | undefined} */
  const chosen = await openSheet({
    title: t("Sample photos"),
    body: (close) =>
      h(
        "div.samples",
        names.map((name, index) =>
          h(
            "button.sample",
            {
              type: "button",
              "aria-label": t("Sample photo {number}", { number: index + 1 }),
              onclick: () => close(name),
            },
            h("img", { src: addressOf(path(name)), alt: "" }),
          ),
        ),
      ),
  });
  if (!chosen) return null;
  return new File([await fileOf(path(chosen))], chosen, { type: "image/jpeg" });
}

/** Try a sample photo for one player. @param {Table} table @param {number} seat */
export async function trySample(table, seat) {
  const about = await askBefore(table, seat);
  const file = about && (await pickSample(table.game));
  if (about && file) await sendPhoto(table, seat, file, about);
}

/**
 * Send a picture of one player's pieces; `about` says more, e.g. which round it shows.
 * @param {Table} table
 * @param {number} seat
 * @param {File} file
 * @param {About} [about]
 */
export async function sendPhoto(table, seat, file, about = {}) {
  if (await readOnto(table, seat, file, about)) await go(`/t/${table.id}/photo`);
}

/**
 * The same without showing it; whether it was read.
 * @param {Table} table
 * @param {number} seat
 * @param {File} file
 * @param {About} about
 * @returns {Promise<boolean>}
 */
async function readOnto(table, seat, file, about) {
  /** @type {Open[]} */
  let whose = [];
  const photo = await reading(async (progress, ticket) => {
    const form = new FormData();
    form.append("photo", file, file.name || "photo.jpg");
    form.append("player", String(seat));
    form.append("by", table.by);
    form.append("phone", phoneId());
    for (const [name, value] of Object.entries(about)) form.append(name, String(value));
    try {
      return await upload(`/tables/${table.id}/photos?ticket=${ticket}`, form, progress);
    } catch (error) {
      whose = openParts(error);
      if (whose.length) return null;
      throw error;
    }
  });
  if (whose.length) {
    const told = await whosePartIsWhich(table, seat, file, whose);
    return told ? readOnto(table, seat, file, { ...about, ...told }) : false;
  }
  if (!photo) return false;
  for (const other of photo.others ?? []) lastSent.set(other, { file, about });
  lastPicture.set(photo.id, URL.createObjectURL(file));
  lastSent.set(photo.id, { file, about });
  if (photo.known && !about.players) toast(t("This photo was read before; nothing was asked twice."));
  await table.refresh();
  return true;
}

const LOOK_AGAIN = 1000;

/**
 * Say how many photos come before one that waits, until it is read.
 * @param {string} ticket
 * @param {HTMLElement} text
 */
function tellPlace(ticket, text) {
  return setInterval(async () => {
    const { place } = await get(`/waiting/${ticket}`).catch(() => ({ place: null }));
    text.textContent = place
      ? t("Photos that are read before yours: {count}", { count: place })
      : t("Looking for pieces …");
  }, LOOK_AGAIN);
}

/**
 * Show progress while a photo goes up, waits for its turn and is read.
 * @template T
 * @param {(onProgress: (share: number) => void, ticket: string) => Promise<T>} work
 */
export async function reading(work) {
  const ticket = Math.random().toString(36).slice(2);
  let telling = 0;
  const bar = h("i", { style: { width: "5%" } });
  const text = h("p", t("Sending the photo …"));
  const box = h("div.progress", { role: "progressbar", "aria-label": t("Reading the photo") }, bar);
  const sheet = openSheet({ title: t("Reading the photo"), body: h("div.stack", text, box) });
  try {
    return await work((share) => {
      bar.style.width = `${Math.round(share * 100)}%`;
      if (share >= 1) {
        box.classList.add("busy");
        text.textContent = t("Looking for pieces …");
        telling ||= tellPlace(ticket, text);
      }
    }, ticket);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return null;
  } finally {
    clearInterval(telling);
    sheet.close();
  }
}
