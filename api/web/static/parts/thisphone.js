// What this browser allows the page here, as it really is, and letters for those who do not tell colours apart.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { lettersShown, showLetters } from "../lib/letters.js";
import { isHost } from "../lib/role.js";

/** Whether the page opens while the host is away. */
async function keepsPages() {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return Boolean(found?.active);
}

/** @param {boolean} yes @param {string} text */
const line = (yes, text) => h("li", { class: yes ? "yes" : "no" }, h("strong", yes ? t("Yes") : t("No")), " ", text);

export function thisPhone() {
  const lines = h("ul.abilities");
  const draw = async () => {
    const kept = await keepsPages();
    fill(
      lines,
      line(Boolean(navigator.mediaDevices?.getUserMedia), t("live camera")),
      line(Boolean(navigator.wakeLock), t("screen stays on at the table")),
      line(kept, t("can be installed, opens while the host is away")),
    );
  };
  draw();
  return h(
    "section.card",
    h("p.small.faint", isHost ? t("You are the host here.") : t("You are a guest here.")),
    lines,
    isSecureContext
      ? null
      : h(
          "p.small.faint",
          t("Browsers give these to pages with a certificate only. Ask the host: Invite phones says how."),
        ),
    h(
      "label.switch",
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: lettersShown(),
        onchange: (event) => showLetters(event.target.checked),
      }),
      h(
        "span",
        h("strong.block", t("Letters on colours")),
        h("span.small.faint", t("Dice, dwarves and players carry the first letters of their colour.")),
      ),
    ),
  );
}
