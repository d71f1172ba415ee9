// Tally without a server: chooses the language, fetches the parts with progress, starts the worker, shows the page.

import { below } from "../lib/home.js";
import { needed, storeParts } from "./parts.js";

/** @typedef {import("./parts.js").Part} Part */
/**
 * What the pocket consists of; written by `make pocket`.
 * @typedef {{ [name: string]: string }} Addresses
 * @typedef {{ [form: string]: Part[] }} Forms
 * @typedef {{ start: Part[], eyes: Part[], cards: Part[], runtimes: Forms, boot: Addresses, address: Addresses }} Plan
 */

/** Enough of a language for the first seconds. @type {{ [lang: string]: { [text: string]: string } }} */
const FIRST_WORDS = JSON.parse(document.getElementById("first-words")?.textContent ?? "{}");
const COOKIE = /(?:^|; )tally_lang=(\w+)/;
const MEGABYTE = 1e6;

/** @param {Plan} plan */
function chosenLanguage(plan) {
  const asked = COOKIE.exec(document.cookie)?.[1];
  return (
    [asked, ...navigator.languages.map((lang) => lang.slice(0, 2))].find((lang) => lang && lang in plan.boot) ?? "en"
  );
}

/** @param {string} lang */
const speaker = (lang) => (/** @type {string} */ text) => FIRST_WORDS[lang]?.[text] ?? text;

/** @param {string} text @param {number} [share] */
function show(text, share) {
  const main = document.getElementById("main");
  if (!main) return;
  const title = document.createElement("h1");
  title.textContent = "Tally";
  const line = document.createElement("p");
  line.className = "num";
  line.textContent = text;
  const bar = document.createElement("progress");
  if (share !== undefined) bar.value = share;
  const card = document.createElement("section");
  card.className = "card";
  card.setAttribute("role", "status");
  card.append(title, line, ...(share === undefined ? [] : [bar]));
  main.replaceChildren(card);
}

/** Whether this browser lacks what is needed; it was told so by `too-old.js`. */
const isTooOld = () => document.documentElement.dataset.pocket === "too-old";

class TooOld extends Error {}

/** Modules that this browser may be unable to read. @template T @param {Promise<T>} module @returns {Promise<T>} */
const readable = (module) =>
  module.catch((error) => {
    throw error instanceof SyntaxError ? new TooOld(error.message) : error;
  });

/** From now on a service worker answers what the page and its worker ask for. */
async function underServiceWorker() {
  const registered = navigator.serviceWorker.register(below("/sw.js"));
  if (navigator.serviceWorker.controller) {
    registered.catch(() => {}); // a newer one is looked for; a slow network or none keeps nobody waiting
    return;
  }
  await registered;
  await new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, 20_000); // a reload that skips it is not controlled, and works without
  });
}

/** One page at a time holds what is kept here; the others say so. */
const alone = () =>
  new Promise((resolve) => {
    navigator.locks
      .request("tally-pocket", { ifAvailable: true }, (lock) => {
        resolve(Boolean(lock));
        return lock ? new Promise(() => {}) : undefined;
      })
      .catch(() => resolve(true));
  });

/** What the pocket consists of, with addresses on this host. @returns {Plan} */
function plannedHere() {
  const written = JSON.parse(document.getElementById("plan")?.textContent ?? "{}");
  const here = (/** @type {Part[]} */ parts) => parts.map((part) => ({ ...part, address: below(part.address) }));
  const all = (/** @type {Addresses} */ named) =>
    Object.fromEntries(Object.entries(named).map(([name, address]) => [name, below(address)]));
  return {
    start: here(written.start),
    eyes: here(written.eyes),
    cards: here(written.cards),
    runtimes: Object.fromEntries(
      Object.entries(/** @type {Forms} */ (written.runtimes)).map(([form, parts]) => [form, here(parts)]),
    ),
    boot: all(written.boot),
    address: all(written.address),
  };
}

/** The head was found by the folder that the address names; links within the page are to mean the page again. */
function forgetBase() {
  for (const link of document.querySelectorAll("link")) link.href = `${link.href}`;
  for (const script of document.querySelectorAll("script")) if (script.src) script.src = `${script.src}`;
  document.querySelector("base")?.remove();
}

async function start() {
  if (isTooOld()) return;
  forgetBase();
  const plan = plannedHere();
  const lang = chosenLanguage(plan);
  const say = speaker(lang);
  document.documentElement.lang = lang;
  if (!isSecureContext) return show(say("Tally needs an address that begins with https."));
  if (!(await alone())) return show(say("Tally is open in another tab. Close it there, then reload."));
  show(say("Starting …"));
  await underServiceWorker();
  const missing = await needed(plan.start);
  if (missing.length) {
    await storeParts(missing, (done, all) => {
      /** @type {{ [name: string]: string }} */
      const values = { done: (done / MEGABYTE).toFixed(1), all: (all / MEGABYTE).toFixed(1) };
      show(
        say("Fetching Tally, once: {done} of {all} MB").replace(/\{(\w+)\}/g, (_, name) => values[name]),
        done / all,
      );
    });
  }
  show(say("Starting …"));
  await setBoot(plan.boot[lang]);
  const [{ openSide }, { answerFrom }] = await readable(Promise.all([import("./side.js"), import("../lib/door.js")]));
  answerFrom(await openSide(plan.address, plan.cards, (step) => show(say(step))));
  await readable(import("../app.js"));
  const { fetchLater } = await import("./later.js");
  fetchLater(plan.eyes, plan.runtimes);
}

/** What a server writes into the page. @param {string} address */
async function setBoot(address) {
  const written = await (await fetch(address)).json();
  const boot = document.createElement("script");
  boot.type = "application/json";
  boot.id = "boot";
  boot.textContent = JSON.stringify(written);
  document.head.append(boot);
}

start().catch((error) => {
  console.error(error);
  const say = speaker(document.documentElement.lang);
  if (error instanceof TooOld) document.dispatchEvent(new Event("too-old"));
  else show(say("Tally could not be started. Is this phone online? Reload to try again."));
});
