// Forms out of JSON Schema. Games give their own pickers for what deserves one (dice, cards, places).

import { fill, h } from "../lib/dom.js";
import { t, words } from "../lib/i18n.js";
import { blank, resolve } from "../lib/schema.js";
import { diceEditor } from "./dice.js";
import { icon } from "./icons.js";
import { openSheet } from "./sheet.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Json, OnChange, Picker, Schema } from "../lib/types.js" */

/**
 * What a form needs to know: the schema's root, the names of ids, the game's own editors, and what is told elsewhere.
 * @typedef {object} FormContext
 * @property {Schema} root
 * @property {(id: Json) => string | undefined} [label]
 * @property {Picker} [picker]
 * @property {(schema: Schema, name: string) => boolean} [skip]
 */

/**
 * An editor for a value; `onChange` gets the whole new value.
 * @param {Schema} schema
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnChange} onChange
 * @returns {HTMLElement}
 */
export function editor(schema, value, context, onChange, name = "") {
  const found = resolve(schema, context.root);
  const own = context.picker?.(found, value, onChange, name);
  if (own) return own;
  if (found.format === "dice") return diceEditor(found, value, onChange);
  if (found.optional) return optionalEditor(found, value, context, onChange, name);
  if (found.enum) return choiceEditor(found.enum, value, context, onChange, name);
  if (found.type === "boolean") return switchEditor(found, value, onChange, name);
  if (found.type === "integer" || found.type === "number") return numberEditor(found, value, onChange, name);
  if (found.type === "array")
    return found.prefixItems
      ? tupleEditor(found, value, context, onChange)
      : listEditor(found, value, context, onChange, name);
  if (found.type === "object" || found.properties)
    return found.properties
      ? objectEditor(found, value, context, onChange)
      : mapEditor(found, value, context, onChange);
  return textEditor(found, value, onChange, name);
}

/**
 * All fields of an object, each with its label.
 * @param {Schema} schema
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnChange} onChange
 */
export function objectEditor(schema, value, context, onChange) {
  const now = { ...(value || {}) };
  const required = new Set(schema.required || []);
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name, part]) => !context.skip?.(resolve(part, context.root), name),
  );
  /** @param {[string, Schema]} entry */
  const field = ([name, part]) => {
    const found = resolve(part, context.root);
    const inner = editor(
      part,
      now[name] ?? blank(part, context.root),
      context,
      (changed) => onChange(Object.assign(now, { [name]: changed })),
      name,
    );
    if (found.type === "boolean" && !found.optional) return inner;
    return h(
      "div.field",
      h("span.label", fieldName(name, found)),
      found.description && !found.properties ? h("span.hint", found.description) : null,
      inner,
    );
  };
  const [needed, others] = [
    fields.filter(([name]) => required.has(name)),
    fields.filter(([name]) => !required.has(name)),
  ];
  return h(
    "div.stack",
    needed.map(field),
    others.length && needed.length && others.length > 9 ? fold(t("More"), () => others.map(field)) : others.map(field),
  );
}

/** @param {string} title @param {() => Child} content */
function fold(title, content) {
  const box = h("details.fold", h("summary", title));
  box.addEventListener("toggle", () => box.open && box.children.length === 1 && box.append(h("div.stack", content())));
  return box;
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
 * @param {Schema} found
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnChange} onChange
 * @param {string} name
 */
function optionalEditor(found, value, context, onChange, name) {
  const inner = { ...found, optional: false };
  if (found.enum) return choiceEditor([null, ...found.enum], value ?? null, context, onChange, name);
  const box = h("div.stack.tight");
  /** @param {Json} now */
  const draw = (now) => {
    if (now === null || now === undefined) {
      fill(
        box,
        h(
          "button.button",
          { type: "button", onclick: () => set(blank({ ...inner, default: undefined }, context.root)) },
          icon("plus"),
          t("Say"),
        ),
      );
    } else {
      fill(
        box,
        editor(inner, now, context, onChange, name),
        h("button.button.quiet", { type: "button", onclick: () => set(null) }, t("Leave out")),
      );
    }
  };
  /** @param {Json} now */
  const set = (now) => {
    onChange(now);
    draw(now);
  };
  draw(value);
  return box;
}

/**
 * One of several values: chips for a few, a searchable sheet for many.
 * @param {Json[]} options
 * @param {Json} value
 * @param {{ label?: (id: Json) => string | undefined }} context
 * @param {OnChange} onChange
 * @returns {HTMLElement}
 */
export function choiceEditor(options, value, context, onChange, name = "") {
  /** @param {Json} option @returns {string} */
  const label = (option) => context.label?.(option) ?? (option === null ? t("None") : t(words(option)));
  if (options.length <= 6) {
    const box = h("div.chips.flow", { role: "radiogroup", "aria-label": t(words(name)) });
    for (const option of options) {
      const chip = h(
        "button.chip",
        { type: "button", role: "radio", "aria-checked": String(option === value) },
        label(option),
      );
      chip.onclick = () => {
        for (const other of box.children) other.setAttribute("aria-checked", String(other === chip));
        onChange(option);
      };
      box.append(chip);
    }
    return box;
  }
  const button = h("button.button.wide.pick", { type: "button" }, h("span.grow", label(value)), icon("next"));
  button.onclick = async () => {
    const chosen = await searchSheet(
      fieldName(name),
      options.map((option) => ({ value: option, label: label(option) })),
      value,
    );
    if (chosen === undefined) return;
    value = chosen.value;
    fill(button, h("span.grow", label(value)), icon("next"));
    onChange(value);
  };
  return button;
}

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
      /** @param {string} text */
      const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
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
      const search =
        options.length > 8
          ? h("input.input", {
              type: "search",
              placeholder: t("Search"),
              "aria-label": t("Search"),
              oninput: (event) => draw(event.target.value),
            })
          : null;
      return h("div.stack", search, list);
    },
  });
}

/** @param {Schema} found @param {Json} value @param {OnChange} onChange @param {string} name */
function switchEditor(found, value, onChange, name) {
  return h(
    "label.switch",
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: Boolean(value),
      onchange: (event) => onChange(event.target.checked),
    }),
    h(
      "span.grow",
      h("span", fieldName(name, found)),
      found.description ? h("span.hint.small.faint", { style: "display:block" }, found.description) : null,
    ),
  );
}

/**
 * A number with large minus and plus.
 * @param {Schema} found
 * @param {number | null | undefined} value
 * @param {(value: number) => void} onChange
 */
export function numberEditor(found, value, onChange, name = "") {
  const low = found.minimum ?? (found.exclusiveMinimum !== undefined ? found.exclusiveMinimum + 1 : -999);
  const high = found.maximum ?? (found.exclusiveMaximum !== undefined ? found.exclusiveMaximum - 1 : 9999);
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    min: low,
    max: high,
    value: value ?? 0,
    "aria-label": fieldName(name),
  });
  /** @param {number} now */
  const set = (now) => {
    const number = Math.min(high, Math.max(low, Number.isFinite(now) ? Math.round(now) : low));
    input.value = String(number);
    onChange(number);
  };
  input.onchange = () => set(Number(input.value));
  return h(
    "div.stepper",
    h("button", { type: "button", "aria-label": t("Less"), onclick: () => set(Number(input.value) - 1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": t("More"), onclick: () => set(Number(input.value) + 1) }, "+"),
  );
}

/**
 * A number that may also be left out: an empty field is nothing, not 0.
 * @param {Json} value
 * @param {OnChange} onChange
 * @param {string} name
 */
export function numberOrNothing(value, onChange, name) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "number",
      inputmode: "numeric",
      value: value ?? "",
      placeholder: "–",
      autofocus: true,
      "aria-label": fieldName(name),
    })
  );
  const tell = () => onChange(input.value === "" ? null : Math.round(Number(input.value)));
  /** @param {number} by */
  const step = (by) => {
    input.value = String(Math.round(Number(input.value) || 0) + by);
    tell();
  };
  input.oninput = tell;
  return h(
    "div.stepper.wide",
    h("button", { type: "button", "aria-label": t("Less"), onclick: () => step(-1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": t("More"), onclick: () => step(1) }, "+"),
  );
}

/** @param {Schema} found @param {Json} value @param {OnChange} onChange @param {string} name */
function textEditor(found, value, onChange, name) {
  return h("input.input", {
    type: "text",
    value: value ?? "",
    maxlength: found.maxLength,
    autocomplete: "off",
    "aria-label": fieldName(name),
    onchange: (event) => onChange(event.target.value),
  });
}

/** @param {Schema} found @param {Json} value @param {FormContext} context @param {OnChange} onChange */
function tupleEditor(found, value, context, onChange) {
  const now = [...(value || [])];
  return h(
    "div.row.wrap",
    (found.prefixItems ?? []).map((part, index) =>
      editor(part, now[index] ?? blank(part, context.root), context, (changed) => {
        now[index] = changed;
        onChange([...now]);
      }),
    ),
  );
}

/**
 * @param {Schema} found
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnChange} onChange
 * @param {string} name
 */
function listEditor(found, value, context, onChange, name) {
  /** @type {Json[]} */
  const now = [...(value || [])];
  const box = h("div.stack.tight");
  const change = () => {
    onChange([...now]);
    draw();
  };
  const simple = resolve(found.items, context.root);
  const items = found.items ?? {};
  const draw = () =>
    fill(
      box,
      simple.enum
        ? h(
            "div.chips.flow",
            now.map((part, index) =>
              h(
                "button.chip",
                {
                  type: "button",
                  "aria-label": t("Take {what} away", { what: summary(part) }),
                  onclick: () => {
                    now.splice(index, 1);
                    change();
                  },
                },
                summary(part),
                " ×",
              ),
            ),
          )
        : now.map((part, index) =>
            h(
              "div.card.part",
              editor(
                items,
                part,
                context,
                (changed) => {
                  now[index] = changed;
                  onChange([...now]);
                },
                name,
              ),
              h(
                "button.button.quiet.danger",
                {
                  type: "button",
                  onclick: () => {
                    now.splice(index, 1);
                    change();
                  },
                },
                t("Take away"),
              ),
            ),
          ),
      adder(),
    );
  /** @param {Json} part @returns {string} */
  const summary = (part) => context.label?.(part) ?? t(words(part));
  const adder = () => h("button.button", { type: "button", onclick: add }, icon("plus"), t("Add"));
  async function add() {
    if (simple.enum && simple.enum.length > 6) {
      const chosen = await searchSheet(
        fieldName(name),
        simple.enum.map((option) => ({ value: option, label: context.label?.(option) ?? t(words(option)) })),
      );
      if (chosen === undefined) return;
      now.push(chosen.value);
    } else now.push(blank(found.items, context.root));
    change();
  }
  draw();
  return box;
}

/** @param {Schema} found @param {Json} value @param {FormContext} context @param {OnChange} onChange */
function mapEditor(found, value, context, onChange) {
  const now = { ...(value || {}) };
  const keys = resolve(found.propertyNames || {}, context.root).enum || Object.keys(now);
  return h(
    "div.stack.tight",
    keys.map((key) =>
      h(
        "div.row",
        h("span.grow", context.label?.(key) ?? t(words(key))),
        editor(
          found.additionalProperties || {},
          now[key] ?? blank(found.additionalProperties || {}, context.root),
          context,
          (changed) => {
            if (changed) now[key] = changed;
            else delete now[key];
            onChange({ ...now });
          },
          key,
        ),
      ),
    ),
  );
}
