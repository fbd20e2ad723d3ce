import { capital } from "../../kit/text/casing.js";

/** The guards of the runtime by type. */
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

/** The functions of the runtime that guards use. */
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

/** Whether a guard is a function of the runtime. */
export function isRuntimeGuard(name: string): boolean {
  return runtimeGuards.has(name);
}

/** Converts any string to a part of a guard's name. */
export function toNamePart(text: string): string {
  const words = text.match(/(?:(?!_)\p{ID_Continue})+/gu) ?? ["Value"];
  return words.map(capital).join("");
}
