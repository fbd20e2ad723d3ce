/* Copied by `stratus openapi` from src/rest/runtime/guard.ts of protoc-gen-stratus. DO NOT EDIT. */
/** A JSON object; not a list, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string. */
export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** A number that JSON can hold: not NaN, not infinite. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** A whole number, written in any way (`1.0` too). */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** A whole number that was not rounded: beyond these, several are one. */
export function isExactNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** A whole number of any length. */
export function isExactBigint(value: unknown): value is bigint {
  return typeof value === "bigint";
}

/** A whole number of up to 64 bits, as text. */
export function isExactText(value: unknown): value is string {
  return typeof value === "string" && /^-?(0|[1-9]\d{0,19})$/.test(value);
}

/** A moment in time. */
export function isExactDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/** True or false. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Null. */
export function isNull(value: unknown): value is null {
  return value === null;
}

/** Any value at all. */
export function isAny(value: unknown): boolean {
  return value !== undefined;
}

/** A list. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** A list of which every item passes. */
export function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

/** A property of the object itself, whatever its prototype has under that name. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The values of all properties but the named ones. */
export function others(value: object, names: readonly string[]): unknown[] {
  return Object.entries(value)
    .filter(([name]) => !names.includes(name))
    .map(([, item]) => item);
}

/** The length of a text as JSON Schema counts it: in code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** No two items are equal as JSON, whatever the order of their properties. */
export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size === items.length;
}

/** One of a few values, equal as JSON. */
export function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  return values.some((one) => isSame(one, value));
}

/** Equal as JSON, whatever the order of properties. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (isHolder(a) && isHolder(b) && canonical(a) === canonical(b));
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The same for values that are equal as JSON. Objects and lists alone are written out, since that takes long. */
function canonical(value: unknown): unknown {
  if (typeof value === "string") return `"${value}`;
  if (!isHolder(value)) return value;
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof part === "bigint"
        ? `${part}n`
        : part,
  );
}

/** The verdicts of guards on the parts of the value that is being looked at; empty between values. */
const verdicts = new Map<unknown, Map<unknown, boolean>>();

/**
 * The verdict of a guard on a value, reached once while a value is looked at. Alternatives that hold each other come to one
 * place by many ways, twice as many with each level: a few hundred bytes would keep a program busy for ever. A value
 * that is nested too deep to be looked at does not pass.
 */
export function once(guard: unknown, value: unknown, decide: () => boolean): boolean {
  if (typeof value !== "object") return decide();
  const isOutermost = verdicts.size === 0;
  const known = verdicts.get(value) ?? new Map<unknown, boolean>();
  verdicts.set(value, known);
  try {
    const verdict = known.get(guard) ?? decide();
    known.set(guard, verdict);
    return verdict;
  } catch (error) {
    // Guards throw nothing: the stack is full.
    if (isOutermost) return false;
    throw error;
  } finally {
    if (isOutermost) verdicts.clear();
  }
}
