// Building the page: h("button.primary", { onclick }, "Save") and small helpers around it.

const SVG = "http://www.w3.org/2000/svg";

/** An element from "tag.class.class#id", attributes (on* are listeners, null leaves out) and children. */
export function h(spec, attributes, ...children) {
  return build((tag) => document.createElement(tag), spec, attributes, children);
}

/** The same for SVG. */
export function s(spec, attributes, ...children) {
  return build((tag) => document.createElementNS(SVG, tag), spec, attributes, children);
}

function build(create, spec, attributes, children) {
  const [, tag, rest] = /^([a-z0-9-]*)(.*)$/i.exec(spec);
  const element = create(tag || "div");
  const classes = [...rest.matchAll(/\.([\w-]+)/g)].map((m) => m[1]);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const id = /#([\w-]+)/.exec(rest);
  if (id) element.id = id[1];
  if (attributes !== undefined && !isAttributes(attributes)) {
    children = [attributes, ...children];
    attributes = null;
  }
  for (const [name, value] of Object.entries(attributes || {})) set(element, name, value);
  append(element, children);
  return element;
}

function isAttributes(value) {
  return value === null || (typeof value === "object" && !(value instanceof Node) && !Array.isArray(value));
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.setAttribute("class", `${element.getAttribute("class") || ""} ${value}`.trim());
  else if (name === "style" && typeof value === "object") {
    for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
  } else if (name in PROPERTIES) element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

const PROPERTIES = { value: 1, checked: 1, innerHTML: 1, textContent: 1, disabled: 1, selected: 1, muted: 1 };

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Make something that is not a button work as one, for fingers, keys and screen readers. */
export function pressable(element, label, action) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  if (label) element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    action(event);
  });
  return element;
}

/** Run a function at most once per animation frame. */
export function onceAFrame(action) {
  let waiting = false;
  return (...values) => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      action(...values);
    });
  };
}
