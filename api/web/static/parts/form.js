// Forms out of JSON Schema. Games give their own pickers for what deserves one (dice, cards, places).

import { fill, h } from "../lib/dom.js";
import { t, words } from "../lib/i18n.js";
import { pointer } from "../lib/pointer.js";
import { blank, fits, resolve } from "../lib/schema.js";
import { diceEditor } from "./dice.js";
import {
  choiceEditor,
  fieldName,
  numberEditor,
  numberOrNothing,
  searchSheet,
  setTo,
  settingFrom,
  switchEditor,
  textEditor,
} from "./fields.js";
import { icon } from "./icons.js";

/** @import { Step } from "../lib/changes.js" */
/** @import { Child } from "../lib/dom.js" */
/** @import { Json, Picker, Schema } from "../lib/types.js" */
/** @import { OnStep } from "./fields.js" */

/**
 * What a form needs to know: the schema's root, the names of ids, the game's own editors, and what is told elsewhere.
 * @typedef {object} FormContext
 * @property {Schema} root
 * @property {(id: Json) => string | undefined} [label]
 * @property {Picker} [picker]
 * @property {(schema: Schema, name: string) => boolean} [skip]
 */

const FEW = 6;
const MANY_FIELDS = 9;

/** A step at a part of what a form is about. @param {string | number} key @param {Step} step @returns {Step} */
const under = (key, step) => ({ ...step, path: pointer([String(key)]) + step.path });

/**
 * An editor for a value; `onChange` gets the whole new value, and the small change that leads to it.
 * @param {Schema} schema
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnStep} onChange
 * @returns {HTMLElement}
 */
export function editor(schema, value, context, onChange, name = "") {
  const found = resolve(schema, context.root);
  const own = context.picker?.(found, value, settingFrom(value, onChange), name);
  if (own) return own;
  if (found.format === "dice") return diceEditor(found, value, settingFrom(value, onChange));
  if (found.optional && found.type === "integer") return numberOrNothing(found, value, onChange, name);
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
 * @param {OnStep} onChange
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
    const before = now[name] ?? blank(part, context.root);
    const inner = editor(
      part,
      before,
      context,
      (changed, step) => onChange(Object.assign(now, { [name]: changed }), under(name, step)),
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
  const needed = fields.filter(([name]) => required.has(name));
  const others = fields.filter(([name]) => !required.has(name));
  const folded = needed.length > 0 && others.length > MANY_FIELDS;
  return h("div.stack", needed.map(field), folded ? fold(t("More"), () => others.map(field)) : others.map(field));
}

/** @param {string} title @param {() => Child} content */
function fold(title, content) {
  const box = h("details.fold", h("summary", title));
  box.addEventListener("toggle", () => box.open && box.children.length === 1 && box.append(h("div.stack", content())));
  return box;
}

/**
 * @param {Schema} found
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnStep} onChange
 * @param {string} name
 */
function optionalEditor(found, value, context, onChange, name) {
  const inner = { ...found, optional: false };
  if (found.enum) return choiceEditor([null, ...found.enum], value ?? null, context, onChange, name);
  const box = h("div.stack.tight");
  /** @param {Json} now */
  const draw = (now) => {
    const said = now !== null && now !== undefined;
    /** @param {Json} next */
    const set = (next) => {
      onChange(next, setTo(next, now));
      draw(next);
    };
    const begin = () => set(blank({ ...inner, default: undefined }, context.root));
    fill(
      box,
      said
        ? [
            editor(inner, now, context, onChange, name),
            h("button.button.quiet", { type: "button", onclick: () => set(null) }, t("Leave out")),
          ]
        : h("button.button", { type: "button", onclick: begin }, icon("plus"), t("Say")),
    );
  };
  draw(value);
  return box;
}

/** @param {Schema} found @param {Json} value @param {FormContext} context @param {OnStep} onChange */
function tupleEditor(found, value, context, onChange) {
  const now = [...(value || [])];
  return h(
    "div.row.wrap",
    (found.prefixItems ?? []).map((part, index) =>
      editor(part, now[index] ?? blank(part, context.root), context, (changed, step) => {
        now[index] = changed;
        onChange([...now], under(index, step));
      }),
    ),
  );
}

/**
 * @param {Schema} found
 * @param {Json} value
 * @param {FormContext} context
 * @param {OnStep} onChange
 * @param {string} name
 */
function listEditor(found, value, context, onChange, name) {
  /** @type {Json[]} */
  const now = [...(value || [])];
  /** @type {Json} */
  let draft;
  const box = h("div.stack.tight");
  const items = found.items ?? {};
  const choices = resolve(items, context.root).enum;
  /** @param {Json} part @returns {string} */
  const says = (part) => context.label?.(part) ?? t(words(part));
  /** @param {number} index */
  const take = (index) => () => {
    const [gone] = now.splice(index, 1);
    onChange([...now], { kind: "take", path: "", index, value: gone });
    draw();
  };
  /** @param {number} index @returns {OnStep} */
  const changeAt = (index) => (changed, step) => {
    now[index] = changed;
    onChange([...now], under(index, step));
  };
  /** @param {Json} part */
  const put = (part) => {
    now.push(part);
    onChange([...now], { kind: "put", path: "", value: part });
    draw();
  };
  /** An entry that cannot be as it is stays here until a person has told enough of it. @param {Json} part */
  const begin = (part) => {
    if (fits(items, part, context.root)) put(part);
    else {
      draft = part;
      draw();
    }
  };
  const draftCard = () => {
    /** @type {OnStep | null} */
    let placed = null;
    /** @type {OnStep} */
    const change = (next, step) => {
      if (placed) placed(next, step);
      else if (fits(items, next, context.root)) {
        placed = changeAt(now.length);
        draft = undefined;
        put(next);
      } else draft = next;
    };
    return h("div.card.part", editor(items, draft, context, change, name));
  };
  const add = async () => {
    if (!choices || choices.length <= FEW) return begin(blank(items, context.root));
    const listed = choices.map((option) => ({ value: option, label: says(option) }));
    const chosen = await searchSheet(fieldName(name), listed);
    return chosen && put(chosen.value);
  };
  const draw = () => {
    fill(
      box,
      choices ? h("div.chips.flow", now.map(chip)) : now.map(card),
      draft === undefined ? null : draftCard(),
      h("button.button", { type: "button", onclick: add }, icon("plus"), t("Add")),
    );
  };
  /** @param {Json} part @param {number} index */
  const chip = (part, index) =>
    h(
      "button.chip",
      { type: "button", "aria-label": t("Take {what} away", { what: says(part) }), onclick: take(index) },
      says(part),
      " ×",
    );
  /** @param {Json} part @param {number} index */
  const card = (part, index) =>
    h(
      "div.card.part",
      editor(items, part, context, changeAt(index), name),
      h("button.button.quiet.danger", { type: "button", onclick: take(index) }, t("Take away")),
    );
  draw();
  return box;
}

/** @param {Schema} found @param {Json} value @param {FormContext} context @param {OnStep} onChange */
function mapEditor(found, value, context, onChange) {
  const now = { ...(value || {}) };
  const keys = resolve(found.propertyNames || {}, context.root).enum || Object.keys(now);
  const part = found.additionalProperties || {};
  return h(
    "div.stack.tight",
    keys.map((key) =>
      h(
        "div.row",
        h("span.grow", context.label?.(key) ?? t(words(key))),
        editor(
          part,
          now[key] ?? blank(part, context.root),
          context,
          (changed, step) => onChange(Object.assign(now, { [key]: changed }), under(key, step)),
          key,
        ),
      ),
    ),
  );
}
