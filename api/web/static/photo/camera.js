// The phone's camera: which one, its light and its zoom, where the phone offers them; what was chosen is remembered.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../parts/icons.js";
import { chooseSheet } from "../parts/sheet.js";
import { tried } from "../parts/toast.js";

const KEPT = "tally-camera";

/** @typedef {{ camera?: string, light?: boolean, zoom?: number }} Choice */
/**
 * What a camera can do besides taking pictures; browsers that know neither say nothing of it.
 * @typedef {{ torch?: boolean, zoom?: { min: number, max: number, step?: number } }} Able
 */

/** @returns {Choice} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Choice} choice */
function remember(choice) {
  localStorage.setItem(KEPT, JSON.stringify({ ...remembered(), ...choice }));
}

/**
 * Open the camera that was chosen last, else the one at the back.
 * @returns {Promise<MediaStream>}
 */
export async function openCamera() {
  const size = { width: { ideal: 1280 }, height: { ideal: 960 } };
  /** @param {MediaTrackConstraints} which */
  const open = (which) => navigator.mediaDevices.getUserMedia({ video: { ...size, ...which }, audio: false });
  const { camera } = remembered();
  const back = { facingMode: "environment" };
  const stream = camera ? await open({ deviceId: { exact: camera } }).catch(() => open(back)) : await open(back);
  await restore(stream.getVideoTracks()[0]);
  return stream;
}

/** @param {MediaStreamTrack} track @returns {Able} */
const abilities = (track) => /** @type {Able} */ (track.getCapabilities?.() ?? {});

/** @param {MediaStreamTrack} track @param {{ torch?: boolean, zoom?: number }} wish */
const apply = (track, wish) =>
  track.applyConstraints(/** @type {MediaTrackConstraints} */ ({ advanced: [/** @type {unknown} */ (wish)] }));

/** Light and zoom as they were last time. @param {MediaStreamTrack} track */
async function restore(track) {
  const able = abilities(track);
  const { light, zoom } = remembered();
  if (able.torch && light) await apply(track, { torch: true }).catch(() => {});
  if (able.zoom && zoom) await apply(track, { zoom }).catch(() => {});
}

/**
 * Buttons for what this camera offers; `onCamera` when another one is to be opened.
 * @param {MediaStream} stream
 * @param {() => void} onCamera
 */
export function cameraControls(stream, onCamera) {
  const [track] = stream.getVideoTracks();
  const able = abilities(track);
  const box = h("div.row.wrap.camera-controls");

  async function chooseCamera() {
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
    const chosen = await chooseSheet(
      t("Which camera?"),
      cameras.map(({ deviceId, label }, index) => ({
        value: deviceId,
        label: label || t("Camera {number}", { number: index + 1 }),
      })),
      track.getSettings().deviceId,
    );
    if (!chosen || chosen === track.getSettings().deviceId) return;
    remember({ camera: chosen });
    onCamera();
  }

  /** @param {boolean} on */
  async function setLight(on) {
    await apply(track, { torch: on });
    remember({ light: on });
    draw();
  }

  function draw() {
    const { light = false, zoom } = remembered();
    fill(
      box,
      h("button.button", { type: "button", onclick: () => tried(chooseCamera) }, icon("camera"), t("Camera")),
      able.torch
        ? h(
            "button.button",
            { type: "button", "aria-pressed": String(light), onclick: () => tried(() => setLight(!light)) },
            icon("light"),
            t("Light"),
          )
        : null,
      able.zoom
        ? h(
            "label.row.grow",
            h("span.small", t("Zoom")),
            h("input.grow.range", {
              type: "range",
              min: able.zoom.min,
              max: able.zoom.max,
              step: able.zoom.step || 0.1,
              value: String(zoom ?? able.zoom.min),
              oninput: (event) => {
                const wanted = Number(event.target.value);
                remember({ zoom: wanted });
                tried(() => apply(track, { zoom: wanted }));
              },
            }),
          )
        : null,
    );
  }
  draw();
  return box;
}
