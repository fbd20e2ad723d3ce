/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/constraints.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isExactText, isMultipleOf, isObject, isUnique, countCodePoints } from "./guard.js";
import type { Shape } from "./shape.js";

/** Returns the types that a shape allows; none if it allows any. */
export function listTypes({ type = [] }: Shape): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

/** Describes the constraints that a value violates, not those of its items and properties. */
export function findViolations(value: unknown, shape: Shape): readonly string[] {
  if (typeof value === "string") {
    return listTypes(shape).includes("digits") && isExactText(value)
      ? checkNumber(BigInt(value), shape)
      : checkText(value, shape);
  }
  if (typeof value === "number" || typeof value === "bigint") return checkNumber(value, shape);
  if (Array.isArray(value)) {
    const repeats = shape.uniqueItems === true && !isUnique(value) ? ["items that differ"] : [];
    return [...checkCount(value.length, shape.minItems, shape.maxItems, "items"), ...repeats];
  }
  const { minProperties, maxProperties } = shape;
  if (!isObject(value) || (minProperties === undefined && maxProperties === undefined)) return [];
  return checkCount(Object.keys(value).length, minProperties, maxProperties, "properties");
}

function checkNumber(number: number | bigint, shape: Shape): readonly string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape;
  const violations: string[] = [];
  if (minimum !== undefined && number < minimum) violations.push(`at least ${minimum}`);
  if (maximum !== undefined && number > maximum) violations.push(`at most ${maximum}`);
  if (above !== undefined && number <= above) violations.push(`more than ${above}`);
  if (below !== undefined && number >= below) violations.push(`less than ${below}`);
  if (multipleOf !== undefined && !isMultipleOf(number, multipleOf)) {
    violations.push(`a multiple of ${multipleOf}`);
  }
  return violations;
}

function checkText(text: string, shape: Shape): readonly string[] {
  const { minLength, maxLength, pattern, isLoosePattern } = shape;
  const isUnbounded = minLength === undefined && maxLength === undefined;
  const violations = isUnbounded ? [] : checkCount(countCodePoints(text), minLength, maxLength, "characters");
  if (pattern === undefined || makePattern(pattern, isLoosePattern).test(text)) return violations;
  return [...violations, `text like ${pattern}`];
}

/** Compiles a pattern, without the flag `u` if it is loose. */
export function makePattern(pattern: string, isLoose = false): RegExp {
  return new RegExp(pattern, isLoose ? "" : "u");
}

function checkCount(size: number, min = 0, max = Infinity, unit: string): string[] {
  if (size < min) return [`at least ${min} ${unit}`];
  return size > max ? [`at most ${max} ${unit}`] : [];
}
