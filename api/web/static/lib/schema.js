// Reading JSON Schema: what may lie at a place, and what to begin with.

/** @import { Json, Schema } from "./types.js" */

/**
 * Follow references and unions to the schema that people fill in; `optional` says whether null is allowed.
 * @param {Schema | undefined} schema
 * @param {Schema} root
 * @returns {Schema & { optional: boolean }}
 */
export function resolve(schema, root) {
  /** @type {Schema} */
  let found = schema || {};
  let optional = found.optional ?? false;
  let described = found.description;
  let fallback = found.default;
  for (let depth = 0; depth < 12; depth += 1) {
    if (found.$ref) found = { ...byRef(root, found.$ref), ...without(found, "$ref") };
    else if (found.allOf?.length === 1) found = { ...found.allOf[0], ...without(found, "allOf") };
    else if (found.anyOf || found.oneOf) {
      const choices = found.anyOf || found.oneOf || [];
      optional = optional || choices.some((choice) => choice.type === "null");
      const real = choices.filter((choice) => choice.type !== "null");
      const rich = real.find((choice) => choice.$ref || choice.type === "array" || choice.type === "object");
      found = { ...(rich || real[0] || {}), ...without(without(found, "anyOf"), "oneOf") };
    } else break;
    described = described ?? found.description;
    fallback = fallback === undefined ? found.default : fallback;
  }
  return { ...found, description: described ?? found.description, default: fallback, optional };
}

/** @param {Schema} object @param {string} key @returns {Schema} */
const without = (object, key) => Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

/** @param {Json} root @param {string} ref @returns {Schema} */
function byRef(root, ref) {
  return ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((part, step) => part[step], root);
}

/**
 * The schema of the place that a JSON pointer names.
 * @param {Schema} root
 * @param {string} path
 */
export function schemaAt(root, path) {
  let found = resolve(root, root);
  for (const step of path.split("/").slice(1)) {
    if (found.properties?.[step]) found = resolve(found.properties[step], root);
    else if (found.prefixItems?.[Number(step)]) found = resolve(found.prefixItems[Number(step)], root);
    else if (found.items) found = resolve(found.items, root);
    else if (found.additionalProperties) found = resolve(found.additionalProperties, root);
    else return null;
  }
  return found;
}

/**
 * The emptiest value that a schema allows.
 * @param {Schema | undefined} schema
 * @param {Schema} root
 * @returns {Json}
 */
export function blank(schema, root) {
  const found = resolve(schema, root);
  if (found.default !== undefined) return structuredClone(found.default);
  if (found.optional) return null;
  if (found.const !== undefined) return found.const;
  if (found.enum) return found.enum[0];
  if (found.type === "boolean") return false;
  if (found.type === "integer" || found.type === "number") return found.minimum ?? 0;
  if (found.type === "array") return (found.prefixItems || []).map((part) => blank(part, root));
  if (found.type === "object") {
    const required = found.required || [];
    return Object.fromEntries(required.map((name) => [name, blank(found.properties?.[name], root)]));
  }
  return "";
}

/**
 * Whether a value can be part of a state, as far as its schema tells; the service decides.
 * @param {Schema | undefined} schema
 * @param {Json} value
 * @param {Schema} root
 * @returns {boolean}
 */
export function fits(schema, value, root) {
  const found = resolve(schema, root);
  if (value === null || value === undefined) return found.optional;
  if (found.enum) return found.enum.includes(value);
  if (typeof value === "string")
    return value.length >= (found.minLength ?? 0) && (!found.pattern || new RegExp(found.pattern, "u").test(value));
  if (Array.isArray(value))
    return (
      value.length >= (found.minItems ?? 0) &&
      value.every((part, index) => fits(found.prefixItems?.[index] ?? found.items, part, root))
    );
  if (typeof value !== "object") return true;
  const named = Object.entries(found.properties ?? {}).filter(([name]) => name in value);
  return (
    (found.required ?? []).every((name) => name in value) &&
    named.every(([name, part]) => fits(part, value[name], root))
  );
}
