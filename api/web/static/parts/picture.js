// The result as a picture to share: drawn here, shared or saved by the phone.

import { h } from "../lib/dom.js";
import { gameCard } from "../lib/game.js";
import { boot, t } from "../lib/i18n.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("../lib/table.js").Table} Table */

const [WIDE, HIGH, EDGE, ROW] = [1080, 1080, 80, 118];
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const COLOURS = { paper: "#f6f3ec", ink: "#22282f", faint: "#5f5a4b", bar: "#dcebe4", first: "#1f6f5c" };

/** @param {Table} table @param {string[]} winners */
export async function sharePicture(table, winners) {
  const blob = await pictureOf(table, winners);
  const name = `${table.document.title.replace(/[^\p{L}\p{N}]+/gu, "-") || "tally"}.png`;
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: table.document.title }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(blob);
  await openSheet({
    title: t("The result as a picture"),
    body: h("img.result-picture", { src: address, alt: t("The result as a picture") }),
    footer: h("a.button.primary", { href: address, download: name }, t("Save the picture")),
  });
  URL.revokeObjectURL(address);
}

/** @param {Table} table @param {string[]} winners @returns {Promise<Blob>} */
function pictureOf(table, winners) {
  const { places } = table.score.standing;
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = Math.max(HIGH, 420 + places.length * ROW + 120);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error(t("This browser cannot draw the picture."));
  pen.fillStyle = COLOURS.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  drawHead(pen, table, winners);
  const most = Math.max(1, ...places.map((place) => Math.abs(place.total ?? 0)));
  for (const [index, place] of places.entries()) drawPlace(pen, table, place, 380 + index * ROW, most);
  pen.fillStyle = COLOURS.faint;
  pen.font = `34px ${FONT}`;
  const day = new Intl.DateTimeFormat(boot.lang, { dateStyle: "long" }).format(new Date());
  pen.fillText(`Tally · ${day}`, EDGE, canvas.height - 60);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t("This browser cannot draw the picture.")))));
  });
}

/** @param {CanvasRenderingContext2D} pen @param {Table} table @param {string[]} winners */
function drawHead(pen, table, winners) {
  const { letters, colours } = gameCard(table.game)?.emblem ?? { letters: "?", colours: ["#555", "#555"] };
  const ground = pen.createLinearGradient(EDGE, 80, EDGE + 120, 200);
  ground.addColorStop(0, colours[0]);
  ground.addColorStop(1, colours[1]);
  pen.fillStyle = ground;
  pen.beginPath();
  pen.roundRect(EDGE, 80, 120, 120, 28);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.font = `700 52px ${FONT}`;
  pen.textAlign = "center";
  pen.fillText(letters, EDGE + 60, 158);
  pen.textAlign = "start";
  pen.fillStyle = COLOURS.faint;
  pen.font = `40px ${FONT}`;
  pen.fillText(table.document.title, EDGE + 150, 155, WIDE - 2 * EDGE - 150);
  pen.fillStyle = COLOURS.ink;
  pen.font = `700 76px ${FONT}`;
  const says = winners.length > 1 ? winners.join(", ") : t("{name} wins", { name: winners[0] });
  pen.fillText(`★ ${says}`, EDGE, 310, WIDE - 2 * EDGE);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Table} table
 * @param {import("../lib/types.js").Place} place
 * @param {number} top
 * @param {number} most
 */
function drawPlace(pen, table, place, top, most) {
  const seat = table.state.players.findIndex((player) => player.name === place.player);
  const width = WIDE - 2 * EDGE;
  pen.fillStyle = COLOURS.bar;
  pen.beginPath();
  pen.roundRect(EDGE, top, Math.max(24, (width * Math.max(0, place.total ?? 0)) / most), ROW - 18, 24);
  pen.fill();
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--tally-${table.colourOf(seat)}`);
  pen.beginPath();
  pen.arc(EDGE + 110, top + 50, 18, 0, Math.PI * 2);
  pen.fill();
  pen.fillStyle = place.rank === 1 ? COLOURS.first : COLOURS.ink;
  pen.font = `700 52px ${FONT}`;
  pen.fillText(String(place.rank), EDGE + 30, top + 68);
  pen.fillText(place.player, EDGE + 150, top + 68, width - 330);
  pen.textAlign = "end";
  pen.fillText(String(place.total ?? "?"), WIDE - EDGE - 24, top + 68);
  pen.textAlign = "start";
}
