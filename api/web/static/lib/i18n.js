// Texts in the chosen language. Every text of the page is written in English inside t("...").

/** @type {import("./types.js").Boot} */
export const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");

/**
 * Say a text in the page's language; {names} are filled in.
 * @param {string} text
 * @param {{ [name: string]: unknown }} [values]
 */
export function t(text, values) {
  const said = boot.texts[text] || text;
  return values ? said.replace(/\{(\w+)\}/g, (whole, name) => String(name in values ? values[name] : whole)) : said;
}

/** Choose another language; the page starts again in it. @param {string} lang */
export function speak(lang) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in some phones' browsers
  document.cookie = `tally_lang=${lang}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
}

const WHEN = new Intl.DateTimeFormat(boot.lang, { dateStyle: "medium", timeStyle: "short" });
const RELATIVE = new Intl.RelativeTimeFormat(boot.lang, { numeric: "auto" });

/** A moment as people say it: "5 minutes ago", or its date. @param {string} iso */
export function when(iso) {
  const at = new Date(iso);
  const seconds = (at.getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) < 60) return RELATIVE.format(Math.round(seconds), "second");
  if (Math.abs(seconds) < 3600) return RELATIVE.format(Math.round(seconds / 60), "minute");
  if (Math.abs(seconds) < 86400) return RELATIVE.format(Math.round(seconds / 3600), "hour");
  return WHEN.format(at);
}

/** An id as words: "leather_gloves" becomes "Leather gloves". @param {unknown} id */
export function words(id) {
  const text = String(id).replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
