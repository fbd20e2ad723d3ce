/* Copied by `stratus openapi` from src/rest/runtime/limits.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isExactText, isObject, isUnique, lengthOf } from "./guard.js";
import type { Shape } from "./shape.js";

/** The types that a shape allows; none where any may come. */
export function listTypes({ type = [] }: Shape): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

/** The bounds that a value breaks, in words; what it holds is looked at elsewhere. */
export function findBrokenLimits(value: unknown, shape: Shape): readonly string[] {
  if (typeof value === "string") {
    return listTypes(shape).includes("digits") && isExactText(value)
      ? brokenByNumber(BigInt(value), shape)
      : brokenByText(value, shape);
  }
  if (typeof value === "number" || typeof value === "bigint") return brokenByNumber(value, shape);
  if (Array.isArray(value)) {
    const repeats = shape.uniqueItems === true && !isUnique(value) ? ["items that differ"] : [];
    return [...brokenCount(value.length, shape.minItems, shape.maxItems, "items"), ...repeats];
  }
  const { minProperties: least, maxProperties: most } = shape;
  if (!isObject(value) || (least === undefined && most === undefined)) return [];
  return brokenCount(Object.keys(value).length, least, most, "properties");
}

function brokenByNumber(number: number | bigint, shape: Shape): readonly string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape;
  const broken: string[] = [];
  if (minimum !== undefined && number < minimum) broken.push(`at least ${minimum}`);
  if (maximum !== undefined && number > maximum) broken.push(`at most ${maximum}`);
  if (above !== undefined && number <= above) broken.push(`more than ${above}`);
  if (below !== undefined && number >= below) broken.push(`less than ${below}`);
  if (multipleOf !== undefined && !Number.isInteger(Number(number) / multipleOf)) {
    broken.push(`a multiple of ${multipleOf}`);
  }
  return broken;
}

function brokenByText(text: string, shape: Shape): readonly string[] {
  const { minLength: least, maxLength: most, pattern, isLoosePattern } = shape;
  const counts = least === undefined && most === undefined;
  const broken = counts ? [] : brokenCount(lengthOf(text), least, most, "characters");
  if (pattern === undefined || new RegExp(pattern, isLoosePattern ? "" : "u").test(text)) return broken;
  return [...broken, `text like ${pattern}`];
}

function brokenCount(size: number, least = 0, most = Infinity, of: string): string[] {
  if (size < least) return [`at least ${least} ${of}`];
  return size > most ? [`at most ${most} ${of}`] : [];
}
