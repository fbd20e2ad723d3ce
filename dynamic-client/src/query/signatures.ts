/**
 * The functions of JMESPath and their arguments (jmespath.org/specification.html, "Built-in Functions").
 *
 * @module
 */
import { isQueryArray, type QueryType, queryType, type QueryValue } from "./query-value.js";

/** The kind of an argument. `comparable[]` is an array of numbers or an array of texts; `&` is an expression reference. */
export type Parameter =
  | "any"
  | QueryType
  | "number[]"
  | "string[]"
  | "comparable[]"
  | "sequence"
  | "measurable"
  | "&";

/** The parameters of each function. A function whose last parameter is `...` takes more of the one before it. */
export const signatures = {
  abs: ["number"],
  avg: ["number[]"],
  ceil: ["number"],
  contains: ["sequence", "any"],
  ends_with: ["string", "string"],
  floor: ["number"],
  join: ["string", "string[]"],
  keys: ["object"],
  length: ["measurable"],
  map: ["&", "array"],
  max: ["comparable[]"],
  max_by: ["array", "&"],
  merge: ["object", "..."],
  min: ["comparable[]"],
  min_by: ["array", "&"],
  not_null: ["any", "..."],
  reverse: ["sequence"],
  sort: ["comparable[]"],
  sort_by: ["array", "&"],
  starts_with: ["string", "string"],
  sum: ["number[]"],
  to_array: ["any"],
  to_number: ["any"],
  to_string: ["any"],
  type: ["any"],
  values: ["object"],
} as const satisfies Readonly<Record<string, readonly (Parameter | "...")[]>>;

/** The name of a function. */
export type FunctionName = keyof typeof signatures;

/** Whether a function exists. */
export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(signatures, name);
}

/** Returns the parameter at a place, or undefined if the function takes no such argument. */
export function parameterAt(name: FunctionName, at: number): Parameter | undefined {
  const all: readonly (Parameter | "...")[] = signatures[name];
  const one = all[Math.min(at, all.length - 1)];
  if (one === "...") return all[all.length - 2] as Parameter;
  return at < all.length ? one : undefined;
}

/** Describes a wrong number of arguments. Undefined if a call has the right one. */
export function arityFault(name: FunctionName, count: number): string | undefined {
  const all: readonly string[] = signatures[name];
  const isOpen = all.at(-1) === "...";
  const need = isOpen ? all.length - 1 : all.length;
  if (count === need || (isOpen && count > need)) return undefined;
  return `${name}() takes ${isOpen ? "at least " : ""}${need} ${need === 1 ? "argument" : "arguments"}, not ${count},`;
}

const words: Readonly<Record<Parameter, string>> = {
  any: "a value",
  null: "null",
  boolean: "a boolean",
  number: "a number",
  string: "text",
  array: "an array",
  object: "an object",
  "number[]": "an array of numbers",
  "string[]": "an array of texts",
  "comparable[]": "an array of numbers or an array of texts",
  sequence: "text or an array",
  measurable: "text, an array or an object",
  "&": "an expression such as &name",
};

/** Describes an argument of the wrong type. Undefined if a value fits. */
export function typeFault(name: FunctionName, at: number, value: QueryValue): string | undefined {
  const parameter = parameterAt(name, at);
  if (parameter === undefined || fits(parameter, value)) return undefined;
  return `${name}() needs ${words[parameter]}, not ${describeValue(value)}`;
}

function describeValue(value: QueryValue): string {
  if (!isQueryArray(value)) return value === null ? "null" : words[queryType(value)];
  const types = [...new Set(value.map(queryType))];
  return types.length === 0
    ? "an empty array"
    : `an array of ${types.map((type) => (type === "string" ? "text" : type)).join(" and ")}`;
}

function fits(parameter: Parameter, value: QueryValue): boolean {
  const type = queryType(value);
  switch (parameter) {
    case "any":
      return true;
    case "sequence":
      return type === "string" || type === "array";
    case "measurable":
      return type === "string" || type === "array" || type === "object";
    case "number[]":
    case "string[]":
      return isQueryArray(value) && isArrayOf(value, parameter === "number[]" ? "number" : "string");
    case "comparable[]":
      return isQueryArray(value) && (isArrayOf(value, "number") || isArrayOf(value, "string"));
    default:
      return parameter === type;
  }
}

/** Whether every element of an array has a type. */
export function isArrayOf(values: readonly QueryValue[], type: QueryType): boolean {
  return values.every((one) => queryType(one) === type);
}
