import { enterLevel } from "./stack-overflow.js";

/** Reports whether a value is an object, and neither a list nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Reports whether a value is a finite number. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Reports whether a value is an integer, even if it was written as `1.0`. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Reports whether a value is a safe integer, which was not rounded. */
export function isExactNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Reports whether a value is a bigint. */
export function isExactBigint(value: unknown): value is bigint {
  return typeof value === "bigint";
}

/** Reports whether a value is text with an integer of up to 64 bits. */
export function isExactText(value: unknown): value is string {
  return typeof value === "string" && /^-?(0|[1-9]\d{0,19})$/.test(value);
}

/** Reports whether a value is a valid Date. */
export function isExactDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/** Reports whether a value is a boolean. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Reports whether a value is null. */
export function isNull(value: unknown): value is null {
  return value === null;
}

/** Reports whether there is a value. */
export function isAny(value: unknown): boolean {
  return value !== undefined;
}

/** Reports whether a value is a list. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Reports whether a value is a list and every item passes a guard. */
export function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

/** Returns an own property of an object, never one of its prototype. */
export function ownProperty(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns the values of all properties except the named ones and those whose names match a pattern. */
export function otherValues(value: object, names: readonly string[], ...patterns: RegExp[]): unknown[] {
  return Object.entries(value)
    .filter(([name]) => !names.includes(name) && !patterns.some((pattern) => pattern.test(name)))
    .map(([, item]) => item);
}

/** Returns the values of the properties whose names match a pattern. */
export function matchingValues(value: object, pattern: RegExp): unknown[] {
  return Object.entries(value)
    .filter(([name]) => pattern.test(name))
    .map(([, item]) => item);
}

/** Returns the length of a text in code points, as JSON Schema counts it. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** Reports whether a number is a multiple of another one by their decimal digits, so 19.99 is a multiple of 0.01. */
export function isMultipleOf(value: number | bigint, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % step === 0;
  const [digits, scale] = readDecimal(value);
  const [stepDigits, stepScale] = readDecimal(step);
  const common = Math.max(scale, stepScale);
  return (
    (digits * BigInt(10) ** BigInt(common - scale)) %
      (stepDigits * BigInt(10) ** BigInt(common - stepScale)) ===
    BigInt(0)
  );
}

/** Returns the digits of a number, and how many of them are after the point; negative for digits that are not shown. */
function readDecimal(value: number | bigint): readonly [digits: bigint, scale: number] {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), fraction.length - Number(exponent)];
}

/** Reports whether no two items are equal as JSON, in any order of properties. */
export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size === items.length;
}

/** Reports whether a value is equal to one of several as JSON. */
export function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  return values.some((one) => isJsonEqual(one, value));
}

/** Reports whether two values are equal as JSON, in any order of properties. */
export function isJsonEqual(a: unknown, b: unknown): boolean {
  return a === b || (isContainer(a) && isContainer(b) && canonical(a) === canonical(b));
}

/** Reports whether a value is an object or a list. */
export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns the same key for values that are equal as JSON. Scalars are their own key, because that is faster. */
function canonical(value: unknown): unknown {
  if (typeof value === "string") return `"${value}`;
  if (!isContainer(value)) return value;
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof part === "bigint"
        ? `${part}n`
        : part,
  );
}

/** The results of guards on the parts of the value that is being checked; empty between values. */
const results = new Map<unknown, Map<unknown, boolean>>();

/**
 * Calls a guard once per part of a value. Nested alternatives reach one part in many ways, whose number doubles with
 * each level, so a few hundred bytes could keep a program busy forever. A value that is nested too deep does not pass.
 */
export function memoizeGuard(guard: unknown, value: unknown, decide: () => boolean): boolean {
  if (typeof value !== "object") return decide();
  const isOutermost = results.size === 0;
  const known = results.get(value) ?? new Map<unknown, boolean>();
  results.set(value, known);
  try {
    const result = known.get(guard) ?? enterLevel(decide);
    known.set(guard, result);
    return result;
  } catch (error) {
    // Guards do not throw, so the value is nested too deep.
    if (isOutermost) return false;
    throw error;
  } finally {
    if (isOutermost) results.clear();
  }
}
