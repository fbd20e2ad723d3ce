/** Tests of rules about single values, by the names of the rules. */
import type { Formats } from "./formats.js";
import type { RuleValue } from "../table/rules.js";

/** Text or bytes, which have the same rules. */
type Sized = string | Uint8Array;

/** A timestamp or duration in a message. */
interface Time {
  readonly seconds: bigint;
  readonly nanos: number;
}

/** Maximum length of text to match with a pattern or a format, in UTF-16 code units. Longer text is accepted. */
const maxMatchedUnits = 65_536;

/** Converts a value for comparison with rules: bytes to text, times to nanoseconds. */
export function toComparable(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return asText(value);
  // Messages with such rules are timestamps, durations and Anys.
  const { seconds, nanos, typeUrl } = value as Partial<Time> & { readonly typeUrl?: string };
  return typeUrl ?? (seconds ?? 0n) * 1_000_000_000n + BigInt(nanos ?? 0);
}

const isSame = (value: unknown, limit: unknown): boolean =>
  Array.isArray(limit) && Array.isArray(value)
    ? limit.length === value.length && limit.every((one, index) => one === value[index])
    : toComparable(value) === limit;

const isIn = (value: unknown, limits: readonly unknown[]): boolean => {
  const compared = toComparable(value);
  return limits.some((one) => one === compared);
};

const isUnder = (path: string, limits: readonly string[]): boolean =>
  limits.some((one) => path === one || path.startsWith(`${one}.`));

const hasLength = (value: Sized, ...lengths: number[]): boolean => lengths.includes(value.length);

/** Whether a value meets a rule. `nowMs` is the time in milliseconds since 1970. */
export type Test = (value: unknown, nowMs: number) => boolean;

/** Creates the test of a rule by its limit. */
type TestMaker = (limit: never) => (value: never, nowMs: number) => boolean;

/** Functions that create tests, by the name of the rule, with the kind of values before it if needed. */
const makers: { readonly [name: string]: TestMaker } = {
  const: (limit: unknown) => (value: unknown) => isSame(value, limit),
  in: (limits: readonly unknown[]) => (value: unknown) => isIn(value, limits),
  not_in: (limits: readonly unknown[]) => (value: unknown) => !isIn(value, limits),
  "field_mask.in": (limits: readonly string[]) => (paths: readonly string[]) =>
    paths.every((path) => isUnder(path, limits)),
  "field_mask.not_in": (limits: readonly string[]) => (paths: readonly string[]) =>
    !paths.some((path) => isUnder(path, limits)),
  finite: () => (value: number) => Number.isFinite(value),
  len: (limit: number) => (value: Sized) => countCharacters(value) === limit,
  // A text has at most as many characters as code units, and at least half as many.
  min_len: (limit: number) => (value: Sized) =>
    value.length >= 2 * limit || (value.length >= limit && countCharacters(value) >= limit),
  max_len: (limit: number) => (value: Sized) => value.length <= limit || countCharacters(value) <= limit,
  len_bytes: (limit: number) => (value: string) => countBytes(value) === limit,
  min_bytes: (limit: number) => (value: string) => countBytes(value) >= limit,
  max_bytes: (limit: number) => (value: string) => countBytes(value) <= limit,
  prefix: (limit: string) => (value: Sized) => asText(value.slice(0, limit.length)) === limit,
  suffix: (limit: string) => (value: Sized) =>
    asText(value.slice(Math.max(value.length - limit.length, 0))) === limit,
  contains: (limit: string) => (value: Sized) => asText(value).includes(limit),
  not_contains: (limit: string) => (value: string) => !value.includes(limit),
  "bytes.ip": () => (value: Uint8Array) => hasLength(value, 4, 16),
  "bytes.ipv4": () => (value: Uint8Array) => hasLength(value, 4),
  "bytes.ipv6": () => (value: Uint8Array) => hasLength(value, 16),
  "bytes.uuid": () => (value: Uint8Array) => hasLength(value, 16),
  min_items: (limit: number) => (value: readonly unknown[]) => value.length >= limit,
  max_items: (limit: number) => (value: readonly unknown[]) => value.length <= limit,
  unique: () => (value: readonly unknown[]) =>
    value.length < 2 || new Set(value.map(asKey)).size === value.length,
  min_pairs: (limit: number) => (value: readonly unknown[]) => value.length >= limit,
  max_pairs: (limit: number) => (value: readonly unknown[]) => value.length <= limit,
  lt_now: () => (value: Time, nowMs: number) => sinceNow(value, nowMs) <= 0n,
  gt_now: () => (value: Time, nowMs: number) => sinceNow(value, nowMs) >= 0n,
  within: (limit: bigint) => (value: Time, nowMs: number) => {
    const distance = sinceNow(value, nowMs);
    return distance <= limit && -distance <= limit;
  },
};

/** Creates the test of a rule; undefined for a rule with a format, and for an unknown one. */
export function createTest(kind: string, name: string, limit: RuleValue): Test | undefined {
  if (name === "pattern") {
    const expression = new RegExp(String(limit), "u");
    return matched((text) => expression.test(text));
  }
  const make = makers[`${kind}.${name}`] ?? makers[name];
  return make?.(limit as never) as Test | undefined;
}

/** Creates the test of a rule with a format; undefined if the format is unknown. */
export function createFormatTest(formats: Formats, name: string, limit: RuleValue): Test | undefined {
  const format = formats[name];
  return format && matched((text) => format(text, limit === true));
}

function matched(matches: (text: string) => boolean): Test {
  return (value) => {
    const text = String(value);
    return text.length > maxMatchedUnits || matches(text);
  };
}

/** Converts bytes to text with one character for each byte. */
function asText(value: Sized): string {
  if (typeof value === "string") return value;
  let text = "";
  for (const byte of value) text += String.fromCharCode(byte);
  return text;
}

/** Counts the code points of a text, or bytes. */
function countCharacters(value: Sized): number {
  if (typeof value !== "string") return value.length;
  let pairs = 0;
  for (let at = 0; at < value.length; at++) {
    if ((value.codePointAt(at) ?? 0) > 0xff_ff) {
      pairs++;
      at++;
    }
  }
  return value.length - pairs;
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Elements that are equal have the same key; NaN equals nothing. */
function asKey(value: unknown): unknown {
  if (value instanceof Uint8Array) return asText(value);
  return Number.isNaN(value) ? Symbol("NaN") : value;
}

/** Nanoseconds from now to a time. */
function sinceNow(time: Time, nowMs: number): bigint {
  return (toComparable(time) as bigint) - BigInt(Math.trunc(nowMs)) * 1_000_000n;
}
