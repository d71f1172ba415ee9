// The live camera: frames go to the host, outlines and the running tally come back; what is late is dropped.

import { gameModule } from "../games/index.js";
import { fill, h, s } from "../lib/dom.js";
import { openLine } from "../lib/door.js";
import { boot, t } from "../lib/i18n.js";
import { icon } from "../parts/icons.js";
import { toast, tried } from "../parts/toast.js";
import { cameraControls, openCamera } from "../photo/camera.js";
import { eyeLog, layFrame, settledAnew } from "../photo/eye.js";
import { openParts, whosePartIsWhich } from "../photo/several.js";
import { frameOf } from "../photo/stage.js";
import { askBefore, sendPhoto } from "./capture.js";
import { playerTabs } from "./enter.js";

/** @import { Line } from "../lib/door.js" */
/** @import { Box } from "../lib/types.js" */
/**
 * What the host says of a frame.
 * @typedef {object} Message
 * @property {"ready" | "problem" | "late" | "reading"} type
 * @property {string} detail
 * @property {number} agreed
 * @property {number} width
 * @property {number} height
 * @property {{ box: Box, code?: string, place?: string | null }[]} pieces
 * @property {number | null} [total]
 * @property {number} rate
 */

export const bare = true;
const FRAME_SIDE = 960;
const TOLD = 6;
const LINE_AGAIN = 2000;
const FRAME_AGAIN = 200;
const READING_AGAIN = 1500;

/** @param {HTMLElement} main @param {import("../lib/table.js").Table} table */
export async function show(main, table) {
  const module = await gameModule(table.game);
  const kind = await module.piece?.();
  let seat = table.seat;
  const tabs = h("div");
  const video = h("video", { autoplay: true, playsinline: true, muted: true, "aria-label": t("Camera") });
  const overlay = s("svg.overlay", { "aria-hidden": "true" });
  const stage = h("div.photo-stage.live", video, overlay);
  const controls = h("div");
  const tally = h("div.live-tally", { "aria-live": "polite" }, h("p.faint", t("Starting the camera …")));
  const use = h(
    "button.button.primary.grow",
    { type: "button", disabled: true, onclick: take },
    icon("check"),
    t("Use this"),
  );
  const follow = h(
    "button.button",
    {
      type: "button",
      "aria-pressed": "false",
      onclick: () => (following ? setFollowing(false) : tried(startFollowing)),
    },
    t("Follow the table"),
  );
  const log = h("div", { "aria-live": "polite" });
  let following = false;
  let laying = false;
  /** What is told with every picture: which round it is, whose is whose. @type {import("../photo/eye.js").About} */
  let about = {};
  /** What was laid last. @type {string[] | null} */
  let laid = null;
  /** @type {import("../photo/eye.js").Told[]} */
  let told = [];
  /** What only a person can tell is asked before the table is followed. */
  async function startFollowing() {
    const answers = await askBefore(table, seat);
    if (!answers) return;
    about = answers;
    setFollowing(true);
  }
  /** @param {boolean} on */
  function setFollowing(on) {
    following = on;
    laid = null;
    follow.setAttribute("aria-pressed", String(on));
    follow.classList.toggle("primary", on);
    use.hidden = on;
  }
  /** @param {number} chosen */
  const choose = (chosen) => {
    seat = chosen;
    table.seat = seat;
    setFollowing(false);
    refresh();
    if (stream) connect();
  };
  const refresh = () => fill(tabs, playerTabs(table, seat, choose));
  /** @type {MediaStream | null} */
  let stream = null;
  /** @type {Line | null} */
  let line = null;
  let closed = false;
  /** The picture that was sent last, as large as the camera gives it. @type {ImageBitmap | null} */
  let sent = null;
  const canvas = document.createElement("canvas");

  /**
   * What the camera shows now, or showed, at most this long.
   * @param {ImageBitmap | HTMLVideoElement} shown
   * @param {number} side
   * @param {number} quality
   * @returns {Promise<Blob | null>}
   */
  function grab(shown, side, quality) {
    const [width, height] =
      shown instanceof ImageBitmap ? [shown.width, shown.height] : [video.videoWidth, video.videoHeight];
    const scale = Math.min(1, side / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(shown, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  }

  /** One picture at a time is on its way, along the line on which it was asked for. @param {Line | null} to */
  async function sendFrame(to) {
    const over = () => closed || to !== line || !to?.isOpen();
    if (over()) return;
    const isShown = video.videoWidth && document.visibilityState === "visible";
    const shown = isShown ? await createImageBitmap(video).catch(() => null) : null; // a camera that only just begins
    if (!shown) return void setTimeout(sendFrame, FRAME_AGAIN, to);
    if (over()) return shown.close();
    sent?.close();
    sent = shown;
    const frame = await grab(shown, FRAME_SIDE, 0.85);
    if (frame && !over()) to?.send(frame);
  }

  /** @param {Message} message @param {Line | null} from */
  function hear(message, from) {
    if (closed || from !== line) return;
    if (message.type === "ready" || message.type === "late") sendFrame(from);
    if (message.type === "problem") {
      fill(tally, h("p.card.bad", message.detail));
      setTimeout(sendFrame, READING_AGAIN, from); // the next picture may be better
    }
    if (message.type !== "reading") return;
    // It lays what was read before another picture is taken: a moment later a hand may be in that.
    lay(message).then(() => sendFrame(from));
    const steady = message.agreed >= boot.reading.frames;
    overlay.setAttribute("viewBox", `0 0 ${message.width} ${message.height}`);
    fill(
      overlay,
      message.pieces.map(({ box }) => s("g.piece", { class: steady ? "sure" : "unsure" }, frameOf(box))),
    );
    use.disabled = !message.pieces.length;
    fill(
      tally,
      h(
        "div.row",
        h(
          "strong.grow",
          message.pieces.length ? t("{count} pieces", { count: message.pieces.length }) : t("No piece in sight"),
        ),
        message.total === null || message.total === undefined
          ? null
          : h("span.num", t("Total"), " ", h("strong", message.total)),
        h("span.tag", { class: steady ? "accent" : "" }, steady ? t("steady") : t("moving")),
      ),
      h(
        "div.chips.flow",
        message.pieces.map((piece) => kind?.image(piece, 32)),
      ),
      h("p.small.faint.num", t("{rate} readings a second", { rate: message.rate })),
    );
  }

  /** Lay what came to rest, while the table is followed. @param {Message} message */
  async function lay(message) {
    const now = following && !laying && settledAnew(message.pieces, laid, message.agreed, boot.reading.frames);
    if (!now) return;
    laying = true;
    const whose = seat; // another player may be chosen while this one's picture is read
    const frame = sent && (await grab(sent, Number.POSITIVE_INFINITY, 0.92));
    try {
      if (frame) {
        const news = await layFrame(table, whose, frame, about);
        told = [news, ...told].slice(0, TOLD);
        if (whose === seat) about = news.about;
      }
      if (whose === seat) laid = now;
      fill(log, eyeLog(told));
      await table.refresh();
    } catch (error) {
      const parts = openParts(error);
      const answer = parts.length && frame ? await whosePartIsWhich(table, whose, frame, parts) : undefined;
      if (answer) about = { ...about, ...answer };
      else {
        setFollowing(false);
        toast(error instanceof Error ? error.message : String(error));
      }
    }
    laying = false;
  }

  async function take() {
    use.disabled = true;
    const frame = await grab(video, Number.POSITIVE_INFINITY, 0.92);
    const about = await askBefore(table, seat);
    if (about && frame) await sendPhoto(table, seat, new File([frame], "live.jpg", { type: "image/jpeg" }), about);
    use.disabled = false;
  }

  async function start() {
    if (!navigator.mediaDevices?.getUserMedia) {
      fill(
        tally,
        h(
          "p.card.warn",
          t("The browser allows the live camera only over HTTPS. Start the host with --tls, or use Photo."),
        ),
      );
      return;
    }
    try {
      stream = await openCamera();
    } catch {
      fill(tally, h("p.card.warn", t("The camera cannot be used. Allow it in the browser, or use Photo.")));
      return;
    }
    if (closed) {
      stop();
      return;
    }
    for (const track of stream.getVideoTracks()) track.addEventListener("ended", lost);
    fill(controls, cameraControls(stream, again));
    video.srcObject = stream;
    await video.play().catch(() => {});
    stage.style.aspectRatio = `${video.videoWidth || 4} / ${video.videoHeight || 3}`;
    connect();
  }

  /** Another camera, or the same one anew. */
  function again() {
    line?.close();
    letGo();
    start();
  }

  /** The camera was unplugged, or the system took it away; it is used again as soon as one is there. */
  function lost() {
    line?.close();
    letGo();
    use.disabled = true;
    fill(overlay);
    fill(controls);
    fill(
      tally,
      h("p.card.warn", t("The camera is gone. Connect it again, or use Photo.")),
      h("button.button", { type: "button", onclick: again }, icon("camera"), t("Try again")),
    );
    navigator.mediaDevices.addEventListener("devicechange", back, { once: true }); // one, however often it is lost
  }

  const back = () => closed || stream?.active || again();

  /** Open the line for the chosen player; an older one is let go. */
  function connect() {
    line?.close();
    const opened = openLine(`/live?table=${table.id}&player=${seat}`, {
      hear: (message) => hear(message, opened),
      closed: () => {
        fill(tally, h("p.card.warn", t("The line to the host is cut. It is tried again …")));
        setTimeout(() => closed || opened !== line || !stream?.active || connect(), LINE_AGAIN);
      },
    });
    line = opened;
  }

  const letGo = () => {
    for (const track of stream?.getTracks() || []) track.stop();
  };

  function stop() {
    closed = true;
    line?.close();
    letGo();
    sent?.close();
  }

  refresh();
  fill(main, tabs, stage, controls, tally, log, h("div.photo-actions", follow, use));
  start();
  return { refresh, leave: stop };
}
