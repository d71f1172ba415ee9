// What was read from a photo: every piece outlined, the least certain first, everything changeable.

import { go } from "../app.js";
import { gameModule } from "../games/index.js";
import { fill, h, pressable, s } from "../lib/dom.js";
import { fileOf, get, getOnce, post } from "../lib/door.js";
import { boot, t } from "../lib/i18n.js";
import { isUnsure } from "../lib/sure.js";
import { icon } from "../parts/icons.js";
import { pictureOf } from "../parts/proof.js";
import { totalText } from "../parts/score.js";
import { chooseSheet, openSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";
import { lastFile, sendPhoto, takePhoto } from "./capture.js";
import { playerTabs, seats } from "./enter.js";

export const bare = true;

export async function show(main, table) {
  const module = await gameModule(table.game);
  if (!module.piece) return go(`/t/${table.id}`, { replace: true }); // this game is typed, not read from photos
  const kind = await module.piece();
  const { places, turns } = boot.games.find((game) => game.id === table.game).photo;
  let seat = seats.get(table);
  let adding = false;
  const tabs = h("div");
  const stage = h("div.photo-stage");
  const list = h("div.pieces", { role: "list", "aria-label": t("Pieces, the least certain first") });
  const head = h("div");
  const open = h("div");
  const actions = h("div.photo-actions");

  const entry = () => table.view.document.photos.find((photo) => photo.player === seat);
  const choose = (chosen) => {
    seat = chosen;
    seats.set(table, seat);
    refresh();
  };

  async function refresh() {
    fill(tabs, playerTabs(table, seat, choose));
    const photo = entry();
    if (!photo) {
      fill(head, h("p.faint", t("There is no photo of this player's pieces yet.")));
      fill(open);
      fill(stage);
      fill(list);
      fill(
        actions,
        h(
          "button.button.primary.grow",
          { type: "button", onclick: () => takePhoto(table, seat) },
          icon("camera"),
          t("Take a photo"),
        ),
      );
      return;
    }
    const { width, height } = await getOnce(`/photos/${photo.id}`);
    drawHead(photo);
    drawQuestions(photo);
    drawStage(photo, width, height);
    drawList(photo);
    fill(
      actions,
      h(
        "button.button",
        { type: "button", "aria-pressed": String(adding), onclick: startAdding },
        icon("plus"),
        t("Missed one"),
      ),
      turns.length
        ? h("button.button", { type: "button", onclick: () => tried(() => turnAround(photo)) }, icon("redo"), t("Turn"))
        : h("button.button", { type: "button", onclick: () => takePhoto(table, seat) }, icon("camera"), t("Again")),
      h(
        "button.button.primary.grow",
        { type: "button", onclick: () => go(`/t/${table.id}/score`) },
        icon("check"),
        t("All right"),
      ),
    );
  }

  function drawHead(photo) {
    const unsure = photo.pieces.filter((piece) => isUnsure(piece)).length;
    const sheet = table.view.score.sheets[seat];
    fill(
      head,
      h(
        "div.row",
        h(
          "div.grow",
          h(
            "strong",
            photo.pieces.length ? t("{count} pieces found", { count: photo.pieces.length }) : t("No piece found"),
          ),
          h(
            "div.small.faint",
            adding
              ? t("Tap the photo where the piece lies.")
              : unsure
                ? t("{count} to look at; tap to change", { count: unsure })
                : t("Tap a piece to change it."),
          ),
        ),
        h("div.running", h("span.small.faint", t("Total")), h("strong.num", sheet ? totalText(sheet) : "–")),
      ),
    );
  }

  /** What the photo leaves open. Unsure pieces have their own marks; offline nothing is asked. */
  async function drawQuestions(photo) {
    const { questions } = await get(`/photos/${photo.id}`).catch(() => ({ questions: [] }));
    if (entry()?.id !== photo.id) return;
    const advice = questions.filter((question) => question.id === "again");
    const asked = questions.filter((question) => !["piece", "again"].includes(question.id));
    const answered = asked.filter((question) => question.choices.length);
    const told = asked.filter((question) => !question.choices.length);
    fill(
      open,
      advice.length
        ? h(
            "div.card.warn.stack",
            { "data-question": "again" },
            advice.map((one) => h("p", one.text)),
            h(
              "button.button",
              { type: "button", onclick: () => takePhoto(table, seat) },
              icon("camera"),
              t("Take a photo"),
            ),
          )
        : null,
      answered.map((question) =>
        h(
          "div.card.warn.stack",
          { "data-question": question.id },
          h("strong", question.text),
          h(
            "div.chips.flow",
            question.choices.map((choice) =>
              h(
                "button.chip",
                { type: "button", onclick: () => tried(() => readAgain(photo, { [question.id]: choice.value })) },
                choice.label,
              ),
            ),
          ),
        ),
      ),
      told.length
        ? h(
            "details.fold.card",
            h("summary", t("What the photo leaves open")),
            h(
              "ul.small",
              told.map((question) => h("li", question.text)),
            ),
            h("button.button", { type: "button", onclick: () => go(`/t/${table.id}`) }, t("Tell it")),
          )
        : null,
    );
  }

  function drawStage(photo, width, height) {
    const overlay = s("svg.overlay", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" });
    for (const piece of photo.pieces) overlay.append(outline(photo, piece, width));
    overlay.addEventListener("click", (event) => adding && addAt(photo, overlay, event, width));
    const image = h("img", { src: pictureOf(photo.id), alt: t("Photo of the pieces"), draggable: "false" });
    image.onerror = () => stage.classList.add("no-picture");
    stage.style.aspectRatio = `${width} / ${height}`;
    fill(stage, image, overlay);
  }

  function outline(photo, piece, width) {
    const [left, top, right, bottom] = piece.box;
    const sure = !isUnsure(piece);
    const group = s(
      "g.piece",
      { class: piece.by_hand ? "by-hand" : sure ? "sure" : "unsure", "data-piece": piece.id },
      s("rect", {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
        rx: (right - left) * 0.16,
        "vector-effect": "non-scaling-stroke",
      }),
      sure
        ? null
        : s("text", { x: right, y: top, "font-size": Math.max(width / 26, 12), "text-anchor": "middle" }, "?"),
    );
    pressable(group, kind.name(piece), (event) => {
      event.stopPropagation();
      if (!adding) openPiece(photo.id, piece.id);
    });
    return group;
  }

  function drawList(photo) {
    fill(
      list,
      photo.pieces
        .toSorted((one, other) => one.confidence - other.confidence)
        .map((piece) =>
          h(
            "button.piece-chip",
            {
              type: "button",
              role: "listitem",
              class: isUnsure(piece) ? "unsure" : "",
              "aria-label": `${kind.name(piece)}${isUnsure(piece) ? `, ${t("not certain")}` : ""}`,
              onclick: () => openPiece(photo.id, piece.id),
            },
            kind.image(piece, 38),
            h("span.small.num", `${Math.round(piece.confidence * 100)} %`),
          ),
        ),
    );
  }

  const correct = async (photoId, body) => {
    table.accept(await post(`/photos/${photoId}/corrections`, { ...body, by: table.by }));
  };

  function openPiece(photoId, pieceId) {
    const piece = entry()?.pieces.find((one) => one.id === pieceId);
    if (!piece) return;
    const crop = cropOf(photoId, piece);
    const total = h("strong.num");
    const redraw = () => {
      const sheet = table.view.score.sheets[seat];
      total.textContent = sheet ? totalText(sheet) : "";
    };
    redraw();
    openSheet({
      title: kind.name(piece),
      body: (close) =>
        h(
          "div.stack",
          h(
            "div.row",
            crop,
            h("div.grow", alternatives(piece, photoId, redraw, close)),
            h("div.running", h("span.small.faint", t("Total")), total),
          ),
          kind.wheel(piece, (value) =>
            tried(async () => {
              await correct(photoId, { action: "change", piece: pieceId, value });
              await redraw();
            }),
          ),
        ),
      footer: (close) => [
        h(
          "button.button.danger",
          {
            type: "button",
            class: places.length ? "only-icon" : "",
            "aria-label": t("Not a piece"),
            onclick: () => {
              close();
              tried(() => correct(photoId, { action: "delete", piece: pieceId }));
            },
          },
          icon("trash"),
          places.length ? null : t("Not a piece"),
        ),
        h(
          "button.button.only-icon",
          {
            type: "button",
            "aria-label": t("Move its edges"),
            title: t("Move its edges"),
            onclick: () => {
              close();
              moveCorners(photoId, pieceId);
            },
          },
          icon("corners"),
        ),
        places.length
          ? h(
              "button.button",
              {
                type: "button",
                onclick: () => {
                  close();
                  tried(() => movePlace(photoId, piece));
                },
              },
              t("Place"),
            )
          : null,
        h("button.button.primary", { type: "button", onclick: () => close() }, t("Done")),
      ],
    });
  }

  function alternatives(piece, photoId, redraw, close) {
    const others = (piece.options || []).slice(0, 3);
    if (!others.length)
      return h(
        "span.small.faint",
        piece.by_hand ? t("Your word.") : t("{share} % sure", { share: Math.round(piece.confidence * 100) }),
      );
    return h(
      "div.chips.flow",
      others.map((option) =>
        h(
          "button.chip",
          {
            type: "button",
            onclick: () =>
              tried(async () => {
                await correct(photoId, { action: "change", piece: piece.id, value: { code: option.code } });
                redraw();
                close();
              }),
          },
          kind.image(option, 26),
        ),
      ),
    );
  }

  function cropOf(photoId, piece) {
    const [left, top, right, bottom] = piece.box;
    const view = s("svg.crop", {
      viewBox: `${left - 6} ${top - 6} ${right - left + 12} ${bottom - top + 12}`,
      width: 72,
      height: 72,
      "aria-hidden": "true",
    });
    getOnce(`/photos/${photoId}`).then(({ width, height }) =>
      view.append(s("image", { href: pictureOf(photoId), width, height, preserveAspectRatio: "none" })),
    );
    return view;
  }

  async function movePlace(photoId, piece) {
    const chosen = await chooseSheet(t("Where does it lie?"), places, piece.place);
    if (chosen) await correct(photoId, { action: "change", piece: piece.id, value: { place: chosen } });
  }

  async function turnAround(photo) {
    const chosen = await chooseSheet(t("Where is the first row?"), turns);
    if (chosen) await readAgain(photo, { first_row: chosen });
  }

  async function readAgain(photo, about) {
    const file = lastFile.get(photo.id) || (await fileOf(`/photos/${photo.id}/picture`));
    await sendPhoto(table, seat, new File([file], "photo.jpg", { type: file.type }), about);
  }

  function startAdding() {
    adding = !adding;
    refresh();
    if (adding) toast(t("Tap the photo where the piece lies."));
  }

  function addAt(photo, overlay, event, width) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM().inverse());
    const sides = photo.pieces.map((piece) => piece.box[2] - piece.box[0]).sort((a, b) => a - b);
    const half = (sides[Math.floor(sides.length / 2)] || width / 10) / 2;
    const id = `h${Date.now().toString(36)}`;
    adding = false;
    tried(async () => {
      await correct(photo.id, {
        action: "add",
        piece: id,
        value: { ...kind.fresh, box: [point.x - half, point.y - half, point.x + half, point.y + half] },
      });
      openPiece(photo.id, id);
    });
  }

  function moveCorners(photoId, pieceId) {
    const piece = entry().pieces.find((one) => one.id === pieceId);
    const overlay = stage.querySelector("svg.overlay");
    const group = overlay.querySelector(`[data-piece="${pieceId}"]`);
    const box = [...piece.box];
    const rect = group.querySelector("rect");
    const radius = (overlay.viewBox.baseVal.width / stage.clientWidth) * 16;
    const handles = [
      [0, 1],
      [2, 1],
      [2, 3],
      [0, 3],
    ].map(([x, y]) => {
      const handle = s("circle.handle", { r: radius, cx: box[x], cy: box[y] });
      handle.addEventListener("pointerdown", (event) => {
        handle.setPointerCapture(event.pointerId);
        handle.onpointermove = (move) => {
          const point = new DOMPoint(move.clientX, move.clientY).matrixTransform(overlay.getScreenCTM().inverse());
          box[x] = point.x;
          box[y] = point.y;
          draw();
        };
      });
      handle.addEventListener("pointerup", () => {
        handle.onpointermove = null;
        const sorted = [
          Math.min(box[0], box[2]),
          Math.min(box[1], box[3]),
          Math.max(box[0], box[2]),
          Math.max(box[1], box[3]),
        ];
        tried(() =>
          correct(photoId, {
            action: "move",
            piece: pieceId,
            value: { box: sorted.map((edge) => Math.round(edge * 10) / 10) },
          }),
        );
      });
      return [handle, x, y];
    });
    const draw = () => {
      for (const [handle, x, y] of handles) {
        handle.setAttribute("cx", box[x]);
        handle.setAttribute("cy", box[y]);
      }
      rect.setAttribute("x", Math.min(box[0], box[2]));
      rect.setAttribute("y", Math.min(box[1], box[3]));
      rect.setAttribute("width", Math.abs(box[2] - box[0]));
      rect.setAttribute("height", Math.abs(box[3] - box[1]));
    };
    overlay.append(...handles.map(([handle]) => handle));
    toast(t("Drag a corner."));
  }

  await refresh();
  fill(main, tabs, head, open, stage, list, actions);
  return { refresh };
}
