// The page: which view an address means, and how to get from one to the next without a reload.

import { keepAwake } from "./lib/awake.js";
import { replaces, wentBack } from "./lib/back.js";
import { closest, h } from "./lib/dom.js";
import { Refusal } from "./lib/door.js";
import { below, within } from "./lib/home.js";
import { t } from "./lib/i18n.js";
import { mark } from "./lib/letters.js";

/** @typedef {{ show(root: HTMLElement, ...parts: string[]): Promise<unknown> }} View */

/** @type {[RegExp, () => Promise<View>][]} */
const ROUTES = [
  [/^\/$/, () => import("./views/home.js")],
  [/^\/new$/, () => import("./views/newtable.js")],
  [/^\/t\/([\w-]+)(?:\/(\w+))?$/, () => import("./views/table.js")],
  [/^\/rules(?:\/(\w+))?$/, () => import("./views/rules.js")],
  [/^\/desk\/(\w+)$/, () => import("./views/deskpage.js")],
  [/^\/cards(?:\/(\w+))?$/, () => import("./views/cards.js")],
  [/^\/teach\/(\w+)$/, () => import("./views/teach.js")],
  [/^\/dice$/, () => import("./views/dice.js")],
  [/^\/invite$/, () => import("./views/invite.js")],
  [/^\/settings$/, () => import("./views/settings.js")],
  [/^\/evening$/, () => import("./views/evening.js")],
  [/^\/stats$/, () => import("./views/stats.js")],
  [/^\/help(?:\/(\w+))?$/, () => import("./views/help.js")],
];

/** What ends the view that is shown. @type {(() => void) | null} */
let leave = null;
let turn = 0;

/** Go to another view. @param {string} path */
export function go(path, { replace = false } = {}) {
  history[replaces() || replace ? "replaceState" : "pushState"](null, "", below(path));
  return show();
}

async function show() {
  const mine = ++turn;
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const path = within(location.pathname);
  const [pattern, load] = ROUTES.find(([candidate]) => candidate.test(path)) || ROUTES[0];
  const found = pattern.exec(path) || [];
  app.setAttribute("aria-busy", "true");
  try {
    const view = await load();
    if (mine !== turn) return;
    leave?.();
    leave = null;
    keepAwake(false);
    const root = h("div.view");
    const result = await view.show(root, ...found.slice(1));
    const end = typeof result === "function" ? () => result() : null;
    if (mine !== turn) {
      end?.();
      return;
    }
    leave = end;
    app.replaceChildren(...root.childNodes);
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  } catch (error) {
    if (mine === turn) app.replaceChildren(failure(error));
    if (!(error instanceof Refusal)) console.error(error);
  } finally {
    app.removeAttribute("aria-busy");
  }
}

/** @param {unknown} error */
function failure(error) {
  return h(
    "main#main",
    { tabindex: "-1" },
    h(
      "section.card",
      h("h1", t("That did not work")),
      h("p", error instanceof Error ? error.message : String(error)),
      h("a.button.primary", { href: "/" }, t("Home")),
    ),
  );
}

document.addEventListener("click", (event) => {
  const link = closest(event, "a[href]");
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin || link.hash) return;
  if (!ROUTES.some(([pattern]) => pattern.test(within(link.pathname)))) return;
  event.preventDefault();
  go(within(link.pathname) + link.search);
});
addEventListener("popstate", (event) => wentBack(event) || show());

mark();

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register(below("/sw.js")).catch(() => {});
}

show();
