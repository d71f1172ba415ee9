// The single fields of a form: a choice, a switch, a number, a text. Each tells its new value and the change it means.

import { fill, h } from "../lib/dom.js";
import { t, words } from "../lib/i18n.js";
import { icon } from "./icons.js";
import { openSheet } from "./sheet.js";
import { toast } from "./toast.js";

/** @import { Step } from "../lib/changes.js" */
/** @import { Json, Schema } from "../lib/types.js" */
/** The whole new value, and the small change that leads to it. @typedef {(value: Json, step: Step) => void} OnStep */
/** @typedef {{ label?: (id: Json) => string | undefined }} Labels */

const LEAST = -999;
const MOST = 9999;
const FEW = 6; // options that fit as chips
const SEARCHABLE = 8; // options from which on a list can be searched

/** Another value for what was shown. @param {Json} value @param {Json} expect @returns {Step} */
export const setTo = (value, expect) => ({ kind: "set", path: "", value, expect });

/**
 * The same for a field that is changed again and again: each change names the one before.
 * @param {Json} value
 * @param {OnStep} onChange
 * @returns {(next: Json) => void}
 */
export function settingFrom(value, onChange) {
  let before = value;
  return (next) => {
    const step = setTo(next, before);
    before = next;
    onChange(next, step);
  };
}

/**
 * What a field is called: its own title in the page's language, or its name as words.
 * @param {string} name
 * @param {Schema} [schema]
 */
export function fieldName(name, schema = {}) {
  return schema.title &&
    schema.title.toLowerCase() !== name.replaceAll("_", " ").toLowerCase() &&
    !schema.properties &&
    !schema.enum
    ? schema.title
    : t(words(name));
}

/**
 * One of several values: chips for a few, a searchable sheet for many.
 * @param {Json[]} options
 * @param {Json} value
 * @param {Labels} context
 * @param {OnStep} onChange
 * @returns {HTMLElement}
 */
export function choiceEditor(options, value, context, onChange, name = "") {
  /** @param {Json} option @returns {string} */
  const label = (option) => context.label?.(option) ?? (option === null ? t("None") : t(words(option)));
  const choose = settingFrom(value, onChange);
  return options.length <= FEW
    ? choiceChips(options, value, label, choose, name)
    : choiceButton(options, value, label, choose, name);
}

/**
 * @param {Json[]} options
 * @param {Json} value
 * @param {(option: Json) => string} label
 * @param {(option: Json) => void} onChoose
 * @param {string} name
 */
function choiceChips(options, value, label, onChoose, name) {
  const box = h("div.chips.flow", { role: "radiogroup", "aria-label": t(words(name)) });
  for (const option of options) {
    const about = { type: "button", role: "radio", "aria-checked": String(option === value) };
    const chip = h("button.chip", about, label(option));
    chip.onclick = () => {
      for (const other of box.children) other.setAttribute("aria-checked", String(other === chip));
      onChoose(option);
    };
    box.append(chip);
  }
  return box;
}

/**
 * @param {Json[]} options
 * @param {Json} value
 * @param {(option: Json) => string} label
 * @param {(option: Json) => void} onChoose
 * @param {string} name
 */
function choiceButton(options, value, label, onChoose, name) {
  const button = h("button.button.wide.pick", { type: "button" }, h("span.grow", label(value)), icon("next"));
  button.onclick = async () => {
    const listed = options.map((option) => ({ value: option, label: label(option) }));
    const chosen = await searchSheet(fieldName(name), listed, value);
    if (!chosen) return;
    fill(button, h("span.grow", label(chosen.value)), icon("next"));
    onChoose(chosen.value);
  };
  return button;
}

/** As it is compared: without accents and capitals. @param {string} text */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A sheet with a long list that can be searched; resolves to { value } or undefined.
 * @template T
 * @param {string} title
 * @param {readonly { value: T, label: string, hint?: string }[]} options
 * @param {T} [chosen]
 * @returns {Promise<{ value: T } | undefined>}
 */
export function searchSheet(title, options, chosen) {
  return openSheet({
    title,
    body: (close) => {
      const list = h("div.list", { role: "listbox" });
      /** @param {string} wanted */
      const draw = (wanted) =>
        fill(
          list,
          options
            .filter((option) => !wanted || plain(option.label).includes(plain(wanted)))
            .map((option) =>
              h(
                "button.item",
                {
                  type: "button",
                  role: "option",
                  "aria-selected": String(option.value === chosen),
                  onclick: () => close({ value: option.value }),
                },
                h("span.grow", option.label),
                option.hint ? h("span.faint.small", option.hint) : null,
                option.value === chosen ? icon("check") : null,
              ),
            ),
        );
      draw("");
      return h("div.stack", options.length > SEARCHABLE ? searchInput(draw) : null, list);
    },
  });
}

/** @param {(wanted: string) => void} onInput */
export function searchInput(onInput) {
  return h("input.input", {
    type: "search",
    placeholder: t("Search"),
    "aria-label": t("Search"),
    oninput: (event) => onInput(event.target.value),
  });
}

/** @param {Schema} found @param {Json} value @param {OnStep} onChange @param {string} name */
export function switchEditor(found, value, onChange, name) {
  const set = settingFrom(value, onChange);
  return h(
    "label.switch",
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: Boolean(value),
      onchange: (event) => set(event.target.checked),
    }),
    h(
      "span.grow",
      h("span", fieldName(name, found)),
      found.description ? h("span.hint.small.faint", { style: "display:block" }, found.description) : null,
    ),
  );
}

/** @param {Schema} found @returns {[least: number, most: number]} */
function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) {
  const least = minimum ?? (exclusiveMinimum === undefined ? LEAST : exclusiveMinimum + 1);
  const most = maximum ?? (exclusiveMaximum === undefined ? MOST : exclusiveMaximum - 1);
  return [least, most];
}

/**
 * What was written as a number within limits; null if it is none, which is told.
 * @param {string} written
 * @param {Schema} found
 */
function numberIn(written, found) {
  const [least, most] = limitsOf(found);
  const number = /^[-+−]?\d{1,9}$/.test(written) ? Number(written.replace("−", "-")) : Number.NaN;
  if (number >= least && number <= most) return number;
  toast(t("{written} is not taken: it must be a whole number from {least} to {most}.", { written, least, most }));
  return null;
}

/**
 * A number with large minus and plus, which count from whatever others made of it. What cannot be is not taken,
 * stays on the screen as it was typed, and is told.
 * @param {Schema} found
 * @param {number | null | undefined} value
 * @param {OnStep} onChange
 */
export function numberEditor(found, value, onChange, name = "") {
  return numberField(found, value ?? 0, onChange, name, false);
}

/**
 * The same for a number that may also be left out: an empty field is nothing, not 0.
 * @param {Schema} found
 * @param {number | null | undefined} value
 * @param {OnStep} onChange
 * @param {string} name
 */
export function numberOrNothing(found, value, onChange, name) {
  const field = numberField(found, value ?? null, onChange, name, true);
  field.classList.add("wide");
  field.querySelector("input")?.setAttribute("autofocus", "");
  return field;
}

/**
 * @param {Schema} found
 * @param {number | null} value
 * @param {OnStep} onChange
 * @param {string} name
 * @param {boolean} optional whether an empty field means something
 */
function numberField(found, value, onChange, name, optional) {
  let now = value;
  const input = h("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: optional ? "–" : null,
    value: now === null ? "" : String(now),
    "aria-label": fieldName(name),
  });
  /** @param {number | null} next @param {Step} step */
  const take = (next, step) => {
    input.setAttribute("aria-invalid", "false");
    if (next === now) return;
    now = next;
    input.value = next === null ? "" : String(next);
    onChange(next, step);
  };
  /** @param {number} n */
  const count = (n) => () => {
    const next = numberIn(String((now ?? 0) + n), found);
    if (next !== null) take(next, now === null ? setTo(next, null) : { kind: "add", path: "", n });
  };
  input.onchange = () => {
    const written = input.value.trim();
    const empty = optional && written === "";
    const next = empty ? null : numberIn(written, found);
    if (next === null && !empty) input.setAttribute("aria-invalid", "true");
    else take(next, setTo(next, now));
  };
  return h(
    "div.stepper",
    h("button", { type: "button", "aria-label": t("Less"), onclick: count(-1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": t("More"), onclick: count(1) }, "+"),
  );
}

/** @param {Schema} found @param {Json} value @param {OnStep} onChange @param {string} name */
export function textEditor(found, value, onChange, name) {
  const set = settingFrom(value, onChange);
  return h("input.input", {
    type: "text",
    value: value ?? "",
    maxlength: found.maxLength,
    autocomplete: "off",
    "aria-label": fieldName(name),
    onchange: (event) => set(event.target.value),
  });
}
