import type { Shape } from "../runtime/shape.js";

/** Describes the requirements of a shape, as words after "it must be". */
export function describeShape(shape: Shape, resolve: (name: string) => Shape): string {
  const known = descriptions.get(shape);
  if (known !== undefined) return known;
  const rule = createDescription(shape, resolve);
  descriptions.set(shape, rule);
  return rule;
}

/** Descriptions by shape, because thousands of operations may share a parameter. */
const descriptions = new WeakMap<Shape, string>();

function createDescription(shape: Shape, resolve: (name: string) => Shape): string {
  const whole = shape.ref === undefined ? shape : { ...resolve(shape.ref), ...shape };
  const { type, minimum, maximum, pattern } = whole;
  if (whole.enum?.length === 0) return "left out, since no value is allowed";
  if (whole.enum)
    return `one of ${whole.enum.map((value) => (typeof value === "bigint" ? String(value) : JSON.stringify(value))).join(", ")}`;
  const kinds = [type ?? []].flat().map((name) => kindNames[name] ?? name);
  const parts = [
    kinds.join(" or ") || "as the API describes it",
    ...describeLength(whole),
    ...(pattern === undefined ? [] : [`that matches ${pattern}`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(whole.exclusiveMinimum === undefined ? [] : [`above ${whole.exclusiveMinimum}`]),
    ...(whole.exclusiveMaximum === undefined ? [] : [`below ${whole.exclusiveMaximum}`]),
    ...(whole.multipleOf === undefined ? [] : [`that is a multiple of ${whole.multipleOf}`]),
    ...describeCount("items", whole.minItems, whole.maxItems),
    ...describeCount("properties", whole.minProperties, whole.maxProperties),
    ...(whole.uniqueItems ? ["without equal items"] : []),
    ...(whole.items ? [`whose items are each ${describeShape(whole.items, resolve)}`] : []),
  ];
  return parts.join(" ");
}

/** Describes the length of a string. Beside a pattern, `minLength: 1` is omitted. */
function describeLength({ minLength, maxLength, pattern }: Shape): readonly string[] {
  const least = minLength === 1 && pattern !== undefined ? undefined : minLength;
  if (least === undefined)
    return maxLength === undefined ? [] : [`of at most ${formatCharacters(maxLength)}`];
  if (maxLength === undefined) return [`of at least ${formatCharacters(least)}`];
  return [
    least === maxLength ? `of ${formatCharacters(least)}` : `of ${least} to ${formatCharacters(maxLength)}`,
  ];
}

/** Describes how many items or properties a value has. */
function describeCount(unit: string, min: number | undefined, max: number | undefined): readonly string[] {
  if (min === undefined) return max === undefined ? [] : [`with at most ${max} ${unit}`];
  return [max === undefined ? `with at least ${min} ${unit}` : `with ${min} to ${max} ${unit}`];
}

const formatCharacters = (count: number): string => `${count} ${count === 1 ? "character" : "characters"}`;

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
