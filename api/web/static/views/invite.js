// Inviting phones: the QR code, the PIN, what phones can do with this address, and which were let in.

import { go } from "../app.js";
import { h } from "../lib/dom.js";
import { addressOf, get, remove } from "../lib/door.js";
import { boot, t, when } from "../lib/i18n.js";
import { isHost } from "../lib/role.js";
import { helpLink, iconButton, page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";
import { confirmSheet } from "../parts/sheet.js";
import { toast, tried } from "../parts/toast.js";

/**
 * A phone that was let in.
 * @typedef {{ id: string, role: "host" | "guest", since: string, seen: string, about: string, name: string }} Phone
 */
/**
 * @typedef {object} Access
 * @property {string | null} pin
 * @property {string | null} address
 * @property {"none" | "self-signed" | "own"} certificate
 * @property {Phone[]} phones
 */

/** The address that was opened last from a phone without a server. */
const SERVER = "tally-server";

/** @param {HTMLElement} root */
export async function show(root) {
  if (!isHost) return void root.append(bar(), page(h("p.card", t("Only the host invites phones."))));
  if (boot.pocket) return void root.append(bar(), page(alone()));
  /** @type {Access} */
  const access = await get("/access");
  root.append(bar(), page(access.pin ? [code(access), allowed(access.certificate), phones(access.phones)] : closed()));
  return undefined;
}

const bar = () => topbar({ title: t("Invite phones"), actions: [helpLink("invite")] });

/** Where no server is: several phones need one, and its address can be opened from here. */
function alone() {
  const address = h("input.input", {
    type: "url",
    required: true,
    placeholder: "https://",
    value: localStorage.getItem(SERVER) ?? "",
    "aria-label": t("Address"),
  });
  return h(
    "form.card.stack",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        localStorage.setItem(SERVER, address.value);
        location.assign(address.value);
      },
    },
    h("p", t("This Tally lives on this phone alone. For several phones at one table, start Tally on a computer.")),
    h("code.block", "tally serve --host 0.0.0.0 --tls"),
    h("p", t("It shows an address and a QR code. Scan it, or type the address here:")),
    address,
    h("button.button.primary", { type: "submit" }, t("Open")),
  );
}

/** Only this machine is let in. */
const closed = () => [
  h("p.card", t("Only this machine can open Tally now.")),
  h(
    "section.card",
    h("p", t("Stop it, start it again so, and come back here:")),
    h("code.block", "tally serve --host 0.0.0.0"),
    h("p.small.faint", t("Or answer y when it asks on the terminal whether phones may join.")),
  ),
];

/** @param {Access} access */
function code({ pin, address }) {
  return h(
    "section.card.invitation",
    h("img.qr", { src: addressOf("/access/qr.svg"), alt: t("QR code that lets a phone in") }),
    h("p", t("Phones in the same network scan this, or open the address and type the PIN.")),
    h("a", { href: address, target: "_blank", rel: "noreferrer" }, address),
    h("p", h("span.small.faint", "PIN"), h("strong.pin.num", pin)),
  );
}

/** What browsers allow pages that come this way, told plainly. @param {Access["certificate"]} certificate */
export function allowed(certificate) {
  const told = {
    none: [
      t("This address is plain HTTP: playing and photos work."),
      t("Browsers refuse the live camera, a screen that stays on, and installing."),
    ],
    "self-signed": [
      t("Tally signed the certificate of this address itself; the browser warns once."),
      t("After that the live camera works and the screen stays on."),
      t("Browsers do not install from it, and the page does not open while the host is away."),
    ],
    own: [
      t("This address has a certificate of yours."),
      t("Phones that trust it can do everything: live camera, screen on, install, open while the host is away."),
    ],
  };
  return h(
    "section.card",
    h("h2", t("What phones can do with this address")),
    told[certificate].map((sentence) => h("p", sentence)),
    certificate === "own"
      ? null
      : h(
          "p.small.faint",
          t("How to get a certificate that phones trust: docs/CERTIFICATES.md, and --cert and --key."),
        ),
  );
}

/** @param {Phone[]} listed */
function phones(listed) {
  return h(
    "section.stack.tight",
    h("h2", t("Phones that were let in")),
    listed.length ? h("div.list", listed.map(phone)) : h("p.faint", t("None yet.")),
    listed.length
      ? h(
          "button.button.danger",
          { type: "button", onclick: () => tried(beginAnew) },
          icon("redo"),
          t("New PIN: everybody scans again"),
        )
      : null,
  );
}

/** The first words of what a browser says of itself. @param {string} about */
const device = (about) => /\(([^;)]+)/.exec(about)?.[1] ?? t("Browser");

/** @param {Phone} one */
function phone(one) {
  const name = one.name || t("A phone");
  return h(
    "div.item",
    icon("phone"),
    h(
      "span.grow",
      h("strong.block", name, one.role === "host" ? ` · ${t("Host")}` : ""),
      h("span.small.faint", device(one.about), " · ", when(one.seen)),
    ),
    iconButton("close", t("Send {name} away", { name }), () => tried(() => sendAway(one, name))),
  );
}

/** @param {Phone} one @param {string} name */
async function sendAway(one, name) {
  const sure = await confirmSheet(
    t("Send {name} away?", { name }),
    t("This phone needs the QR code or the PIN again."),
    t("Send away"),
  );
  if (!sure) return;
  await remove(`/access/${one.id}`);
  await go("/invite", { replace: true });
}

async function beginAnew() {
  const sure = await confirmSheet(
    t("A new PIN?"),
    t("Every phone needs the new QR code or the new PIN."),
    t("New PIN"),
  );
  if (!sure) return;
  await remove("/access");
  toast(t("The PIN and the QR code are new."));
  await go("/invite", { replace: true });
}
