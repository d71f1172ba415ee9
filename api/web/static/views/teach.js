// Teach my copy: photograph cards, tap their names; how much is taught, and what comes next.

import { fill, h } from "../lib/dom.js";
import { addressOf, get, post, put, remove, upload } from "../lib/door.js";
import { gameCard } from "../lib/game.js";
import { t } from "../lib/i18n.js";
import { redraw } from "../parts/follow.js";
import { page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { chooseSheet, openSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";
import { pickPicture } from "./capture.js";

/** @import { Json } from "../lib/types.js" */
/**
 * Something that can be taught, and the pictures there are of it.
 * @typedef {object} Teachable
 * @property {string} id
 * @property {string} kind
 * @property {string} kind_name
 * @property {string} name
 * @property {boolean} board
 * @property {string[]} pictures
 */
/**
 * A card that was cut out of a photo.
 * @typedef {object} Cut
 * @property {string} picture
 * @property {string | null} named
 * @property {string | null} titled
 * @property {string[]} likely
 */
/** @typedef {Cut & { chosen: string | null, known: string | null, passed?: boolean }} NamedCut */

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {HTMLElement} root @param {string} game */
export async function show(root, game) {
  const gallery = `/games/${game}/gallery`;
  const progress = h("section.card");
  const found = h("div.stack");
  const pieces = h("div.stack");
  /** @type {{ pieces: Teachable[], taught: number }} */
  let known = { pieces: [], taught: 0 };

  /** @param {string} id */
  const named = (id) => known.pieces.find((piece) => piece.id === id)?.name ?? id;

  async function load() {
    known = await get(`${gallery}/pieces`);
    drawProgress();
    drawPieces();
  }

  function drawProgress() {
    const all = known.pieces.length;
    const next = known.pieces.find((piece) => !piece.pictures.length && !piece.board);
    fill(
      progress,
      h("p", h("strong", t("{taught} of {all} taught", { taught: known.taught, all }))),
      h("div.progress", h("i", { style: `width:${(100 * known.taught) / Math.max(1, all)}%` })),
      next ? h("p.small.faint", t("Next: {name}", { name: next.name })) : null,
      h(
        "button.button.primary",
        { type: "button", onclick: () => tried(photograph) },
        icon("camera"),
        t("Photograph cards"),
      ),
      h(
        "p.small.faint",
        t("One card, or up to twenty in rows with a little space between them. Boards are taught once, empty."),
      ),
    );
  }

  function drawPieces() {
    const kinds = [...new Set(known.pieces.map((piece) => piece.kind))].map((kind) =>
      known.pieces.filter((piece) => piece.kind === kind),
    );
    redraw(pieces, () => kinds.map(kindList));
  }

  /** @param {Teachable[]} group */
  function kindList(group) {
    const taught = group.filter((piece) => piece.pictures.length).length;
    const head = h(
      "summary.row",
      h("strong.grow", group[0].kind_name),
      h("span.num.small.faint", `${taught} / ${group.length}`),
    );
    return h("details.fold.card", head, h("div.list", group.map(pieceRow)));
  }

  /** @param {Teachable} piece */
  function pieceRow(piece) {
    const picture = piece.pictures.at(-1);
    return h(
      "button.item",
      { type: "button", onclick: () => tried(() => (picture ? showPicture(piece, picture) : teachOne(piece))) },
      picture ? h("img.cutout.small", { src: addressOf(`${gallery}/pictures/${picture}`), alt: "" }) : null,
      h("span.grow", piece.name),
      icon(picture ? "check" : "camera"),
    );
  }

  /** @param {Teachable} piece @param {string} picture @returns {Promise<void>} */
  async function showPicture(piece, picture) {
    /** @type {"forget" | "again" | undefined} */
    const gone = await openSheet({
      title: piece.name,
      body: h("img.cutout", { src: addressOf(`${gallery}/pictures/${picture}`), alt: piece.name }),
      footer: (close) => [
        h("button.button.danger", { type: "button", onclick: () => close("forget") }, t("Forget it")),
        h("button.button", { type: "button", onclick: () => close("again") }, icon("camera"), t("One more picture")),
      ],
    });
    if (gone === "forget") await remove(`${gallery}/pictures/${picture}`);
    if (gone === "again") return teachOne(piece);
    if (gone) await load();
  }

  /** @param {File} file @returns {Promise<Cut[]>} */
  async function send(file) {
    const form = new FormData();
    form.append("photo", file);
    return upload(`${gallery}/cut-outs`, form);
  }

  /** @param {string} id @param {Blob} blob */
  async function keep(id, blob) {
    const form = new FormData();
    form.append("photo", blob, "cut-out.jpg");
    await post(`${gallery}/${id}`, form);
  }

  /** Walk through the pieces: one photo of this one alone. @param {Teachable} piece */
  async function teachOne(piece) {
    const file = await pickPicture();
    if (!file) return;
    if (piece.board) await keep(piece.id, file);
    else {
      const cuts = await send(file);
      await keep(piece.id, blobOf(cuts[0].picture));
    }
    toast(t("{name} is taught.", { name: piece.name }));
    await load();
  }

  async function photograph() {
    const file = await pickPicture();
    if (!file) return;
    fill(found, h("div.progress.busy", h("i")), h("p.faint", t("Cutting out and reading …")));
    try {
      drawCuts((await send(file)).map((cut) => ({ ...cut, chosen: cut.named ? null : cut.titled, known: cut.named })));
    } catch (error) {
      fill(found);
      throw error;
    }
    found.scrollIntoView({ behavior: "smooth" });
  }

  /** @param {NamedCut[]} cuts */
  function drawCuts(cuts) {
    /** One after the other from what was tapped on; a sheet that is put away ends it. @param {NamedCut} first */
    const nameInTurn = async (first) => {
      const alone = Boolean(first.chosen || first.known);
      /** @type {NamedCut | undefined} */
      let cut = first;
      while (cut) {
        const name = await askName(cut, cuts);
        if (name === undefined) return draw(); // it may have been turned
        Object.assign(cut, { chosen: name, passed: name === null });
        draw();
        const after = cuts.slice(cuts.indexOf(cut) + 1);
        cut = alone ? undefined : after.find((one) => !one.chosen && !one.known && !one.passed);
      }
    };
    const draw = () => {
      const ready = cuts.filter((cut) => cut.chosen);
      fill(
        found,
        h("h2", t("Tap a picture to name it")),
        h(
          "div.cutouts",
          cuts.map((cut) => cutButton(cut, () => nameInTurn(cut))),
        ),
        h(
          "button.button.primary",
          { type: "button", disabled: !ready.length, onclick: () => tried(() => keepAll(ready)) },
          icon("check"),
          t("Keep {count}", { count: ready.length }),
        ),
      );
    };
    draw();
  }

  /** @param {NamedCut} cut @param {() => Promise<void>} ask */
  function cutButton(cut, ask) {
    const name = cut.chosen
      ? named(cut.chosen)
      : cut.known
        ? t("{name}, known", { name: named(cut.known) })
        : t("Which one?");
    return h(
      "button.cut",
      {
        type: "button",
        "aria-pressed": String(Boolean(cut.chosen)),
        onclick: () => tried(ask),
      },
      h("img.cutout", { src: cut.picture, alt: "" }),
      h("span.small", name),
    );
  }

  /**
   * A name, null to leave it out, nothing if the sheet was put away.
   * @param {NamedCut} cut @param {NamedCut[]} cuts @returns {Promise<string | null | undefined>}
   */
  async function askName(cut, cuts) {
    const taken = new Set(cuts.filter((other) => other !== cut).map((other) => other.chosen));
    const list = h("div.list");
    const input = h("input.input", {
      type: "search",
      placeholder: t("Search"),
      "aria-label": t("Search"),
      oninput: () => fillNames(),
    });
    const all = [...new Set([...cut.likely, ...known.pieces.map((piece) => piece.id)])];
    const order = [...all.filter((id) => !taken.has(id)), ...all.filter((id) => taken.has(id))];
    /** @type {(id: string) => void} */
    let done = () => {};
    const fillNames = () => {
      const wanted = plain(input.value);
      const shown = order.filter((id) => !wanted || plain(named(id)).includes(wanted)).slice(0, wanted ? 40 : 12);
      fill(
        list,
        shown.map((id, place) =>
          h(
            "button.item",
            { type: "button", autofocus: !place, onclick: () => done(id) }, // a phone's keyboard stays down
            h("span.grow", named(id)),
            id === cut.chosen ? icon("check") : null,
          ),
        ),
      );
    };
    const picture = h("img.cutout.wide", { src: cut.picture, alt: "" });
    const turn = async () => {
      cut.picture = await turned(cut.picture);
      picture.src = cut.picture;
    };
    return openSheet({
      title: t("Which one is it?"),
      body: (close) => {
        done = close;
        fillNames();
        return h("div.stack", picture, input, list);
      },
      footer: (close) => [
        h("button.button", { type: "button", onclick: () => tried(turn) }, icon("redo"), t("Turn it")),
        h("button.button", { type: "button", onclick: () => close(null) }, t("Leave it out")),
      ],
    });
  }

  /** @param {NamedCut[]} cuts */
  async function keepAll(cuts) {
    for (const cut of cuts) if (cut.chosen) await keep(cut.chosen, blobOf(cut.picture));
    fill(found);
    await load(); // what is told is on the page by then
    toast(t("{count} taught.", { count: cuts.length }));
  }

  /** @param {string} address */
  function blobOf(address) {
    const letters = atob(address.slice(address.indexOf(",") + 1));
    return new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))], { type: "image/jpeg" });
  }

  /** A picture turned to the right by a quarter: it is taught as it stands. @param {string} address */
  async function turned(address) {
    const picture = await createImageBitmap(blobOf(address));
    const canvas = h("canvas", { width: picture.height, height: picture.width });
    const pen = canvas.getContext("2d");
    pen?.translate(picture.height, 0);
    pen?.rotate(Math.PI / 2);
    pen?.drawImage(picture, 0, 0);
    return canvas.toDataURL("image/jpeg", 0.95);
  }

  async function missingValues() {
    /** @type {{ item: string, field: string, values: Json[] }[]} */
    const told = await get(`${gallery}/proposals`);
    if (!told.length) toast(t("No missing value can be read on the taught pictures."));
    for (const one of told) {
      const fact = await get(`/games/${game}/catalogue/${one.item}/${one.field}`);
      const options = one.values.map((value) => ({ value, label: String(value) }));
      const value = await chooseSheet(`${fact.name}: ${fact.ask}`, options);
      if (value !== undefined) await put(`/games/${game}/catalogue/${one.item}/${one.field}`, { value });
    }
  }

  /** @param {HTMLInputElement} input */
  async function takeFile({ files }) {
    if (!files?.[0]) return;
    const form = new FormData();
    form.append("pictures", files[0]);
    const { pictures } = await post(`${gallery}/import`, form);
    toast(t("{count} pictures taken over.", { count: pictures }));
    await load();
  }

  await load();
  root.append(
    topbar({ title: t("Teach my copy"), subtitle: gameCard(game)?.title, back: `/cards/${game}` }),
    page(
      progress,
      found,
      pieces,
      h(
        "div.stack",
        h(
          "button.button",
          { type: "button", onclick: () => tried(missingValues) },
          icon("search"),
          t("Read missing values"),
        ),
        h(
          "a.button",
          { href: addressOf(`${gallery}/export`), download: `tally-${game}-gallery.zip` },
          icon("share"),
          t("Save as a file"),
        ),
        h(
          "label.button",
          icon("plus"),
          t("Take over a file"),
          h("input.sr", {
            type: "file",
            accept: "application/zip,.zip",
            onchange: (event) => tried(() => takeFile(event.target)),
          }),
        ),
      ),
    ),
  );
}
