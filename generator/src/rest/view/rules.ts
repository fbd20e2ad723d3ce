import type { Shape } from "../runtime/shape.js";

/** What a shape asks of an argument, in words that fit behind "it must be". */
export function describeRule(shape: Shape, resolve: (name: string) => Shape): string {
  const known = rules.get(shape);
  if (known !== undefined) return known;
  const rule = writtenRule(shape, resolve);
  rules.set(shape, rule);
  return rule;
}

/** One parameter may serve a thousand operations. */
const rules = new WeakMap<Shape, string>();

function writtenRule(shape: Shape, resolve: (name: string) => Shape): string {
  const whole = shape.ref === undefined ? shape : { ...resolve(shape.ref), ...shape };
  const { type, minimum, maximum, minLength, pattern } = whole;
  if (whole.enum) return `one of ${whole.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  const kinds = [type ?? []].flat().map((name) => kindNames[name] ?? name);
  const parts = [
    kinds.join(" or ") || "as the API describes it",
    ...(minLength === undefined || (minLength === 1 && pattern !== undefined)
      ? []
      : [`of at least ${minLength} characters`]),
    ...(whole.maxLength === undefined ? [] : [`of at most ${whole.maxLength} characters`]),
    ...(pattern === undefined ? [] : [`that matches ${pattern}`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(whole.exclusiveMinimum === undefined ? [] : [`above ${whole.exclusiveMinimum}`]),
    ...(whole.exclusiveMaximum === undefined ? [] : [`below ${whole.exclusiveMaximum}`]),
    ...(whole.items === undefined ? [] : [`whose items are each ${describeRule(whole.items, resolve)}`]),
  ];
  return parts.join(" ");
}

const kindNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  "safe integer": "a whole number that is exact, from -(2 ** 53 - 1) to 2 ** 53 - 1",
  bigint: "a bigint",
  digits: "the digits of a whole number, as text",
  date: "a Date that is valid",
};
