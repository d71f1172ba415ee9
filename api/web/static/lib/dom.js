// Building the page: h("button.primary", { onclick }, "Save") and small helpers around it.

import { below } from "./home.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** What an element may hold; lists are laid flat, nothing is left out. @typedef {Leaf | readonly Child[]} Child */

/**
 * @template {Element} [E=Element]
 * @typedef {object} Listeners
 * @property {(event: MouseEvent) => unknown} [onclick]
 * @property {(event: Event & { target: E & HTMLInputElement }) => unknown} [onchange]
 * @property {(event: Event & { target: E & HTMLInputElement }) => unknown} [oninput]
 * @property {(event: SubmitEvent) => unknown} [onsubmit]
 * @property {(event: Event) => unknown} [ontoggle]
 * @property {(event: PointerEvent) => unknown} [onpointerenter]
 * @property {(event: FocusEvent) => unknown} [onfocus]
 */
/**
 * Attributes and listeners; null and false leave one out.
 * @typedef {Listeners & { [name: string]: unknown }} Attributes
 */

/**
 * The element that "tag.class.class#id" names.
 * @template {string} S
 * @typedef {S extends `${infer T}.${string}` ? Tag<T> : S extends `${infer T}#${string}` ? Tag<T> : Tag<S>} Made
 */
/**
 * @template {string} T
 * @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement} Tag
 */

/**
 * An element from "tag.class.class#id", attributes (on* are listeners, null leaves out) and children.
 * @template {string} S
 * @param {S} spec
 * @param {Attributes | Child} [attributes]
 * @param {...Child} children
 * @returns {Made<S>}
 */
export function h(spec, attributes, ...children) {
  return /** @type {Made<S>} */ (build((tag) => document.createElement(tag), spec, attributes, children));
}

/**
 * The same for SVG.
 * @param {string} spec
 * @param {Attributes | Child} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(spec, attributes, ...children) {
  return build((tag) => /** @type {SVGElement} */ (document.createElementNS(SVG, tag)), spec, attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {(tag: string) => E} create
 * @param {string} spec
 * @param {Attributes | Child} attributes
 * @param {Child[]} children
 */
function build(create, spec, attributes, children) {
  const [, tag, rest] = /^([a-z0-9-]*)(.*)$/i.exec(spec) || ["", "", ""];
  const element = create(tag || "div");
  const classes = [...rest.matchAll(/\.([\w-]+)/g)].map((found) => found[1]);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const id = /#([\w-]+)/.exec(rest);
  if (id) element.id = id[1];
  if (isAttributes(attributes)) for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  else append(element, [attributes]);
  append(element, children);
  return element;
}

/** @param {Attributes | Child} value @returns {value is Attributes} */
function isAttributes(value) {
  return typeof value === "object" && value !== null && !(value instanceof Node) && !Array.isArray(value);
}

/** @param {HTMLElement | SVGElement} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name === "class") element.setAttribute("class", `${element.getAttribute("class") || ""} ${value}`.trim());
  else if (name === "style" && typeof value === "object") {
    for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
  } else if (PROPERTIES.has(name)) Object.assign(element, { [name]: value });
  else if (name === "href" && String(value).startsWith("/")) element.setAttribute(name, below(String(value)));
  else element.setAttribute(name, value === true ? "" : String(value));
}

const PROPERTIES = new Set(["value", "checked", "innerHTML", "textContent", "disabled", "selected", "muted"]);

/** @param {Element} element @param {readonly Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

/**
 * Replace what an element holds.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Make something that is not a button work as one, for fingers, keys and screen readers.
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {string} label
 * @param {(event: Event) => void} action
 */
export function pressable(element, label, action) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  if (label) element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  element.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    action(event);
  });
  return element;
}

/**
 * The element that an event happened in, or the nearest around it that fits.
 * @param {Event} event
 * @param {string} selector
 */
export function closest(event, selector) {
  return event.target instanceof Element
    ? /** @type {HTMLElement | SVGElement | null} */ (event.target.closest(selector))
    : null;
}
