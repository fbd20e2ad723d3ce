import { capital } from "../../kit/text/casing.js";

/** The runtime's guards that need no more than a type, by the type. */
export const typeGuards: Readonly<Record<string, string>> = {
  string: "isString",
  number: "isNumber",
  integer: "isInteger",
  boolean: "isBoolean",
  null: "isNull",
  array: "isList",
  object: "isObject",
  "safe integer": "isExactNumber",
  bigint: "isExactBigint",
  digits: "isExactText",
  date: "isExactDate",
};

/** The parts of guards. */
const runtimeGuards: ReadonlySet<string> = new Set([
  ...Object.values(typeGuards),
  "isAny",
  "isListOf",
  "isOneOf",
  "countCodePoints",
  "isUnique",
  "memoizeGuard",
  "otherValues",
  "ownProperty",
]);

/** The function is one of the runtime's. */
export function isRuntimeGuard(name: string): boolean {
  return runtimeGuards.has(name);
}

/** A part of a guard's name, whatever characters the thing has that it is called after. */
export function namePart(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? ["Value"];
  return words.map(capital).join("");
}
