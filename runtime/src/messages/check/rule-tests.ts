/** Whether values meet rules: a test for the name of each rule that is about one value alone. */
import type { Formats } from "./formats.js";
import type { RuleValue } from "../table/rules.js";

/** Text, or bytes, of which rules say the same. */
type Sized = string | Uint8Array;

/** Moments and spans of time, as messages hold them. */
interface Time {
  readonly seconds: bigint;
  readonly nanos: number;
}

/** Longest text that is held against a pattern or a format, in UTF-16 code units; longer ones are left to the server. */
const longestMatched = 65_536;

/** A value in the form in which rules are compared with it: bytes as text, times as nanoseconds. */
export function comparable(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return asText(value);
  // Rules of messages are for the types that hold a time, or a URL.
  const { seconds, nanos, typeUrl } = value as Partial<Time> & { readonly typeUrl?: string };
  return typeUrl ?? (seconds ?? 0n) * 1_000_000_000n + BigInt(nanos ?? 0);
}

const isSame = (value: unknown, limit: unknown): boolean =>
  Array.isArray(limit) && Array.isArray(value)
    ? limit.length === value.length && limit.every((one, index) => one === value[index])
    : comparable(value) === limit;

const isIn = (value: unknown, limits: readonly unknown[]): boolean => {
  const compared = comparable(value);
  return limits.some((one) => one === compared);
};

const isUnder = (path: string, limits: readonly string[]): boolean =>
  limits.some((one) => path === one || path.startsWith(`${one}.`));

const hasLength = (value: Sized, ...lengths: number[]): boolean => lengths.includes(value.length);

/** Tells whether a value meets a rule; the milliseconds are those of now, since 1970. */
export type Test = (value: unknown, nowMs: number) => boolean;

/** Makes the test of a rule by its limit. */
type TestMaker = (limit: never) => (value: never, nowMs: number) => boolean;

/** Makers of tests by name; one for a single kind of rules has the kind before it. A rule of the name `x` has the value of `x`. */
const makers: { readonly [name: string]: TestMaker } = {
  const: (limit: unknown) => (value: unknown) => isSame(value, limit),
  in: (limits: readonly unknown[]) => (value: unknown) => isIn(value, limits),
  not_in: (limits: readonly unknown[]) => (value: unknown) => !isIn(value, limits),
  "field_mask.in": (limits: readonly string[]) => (paths: readonly string[]) =>
    paths.every((path) => isUnder(path, limits)),
  "field_mask.not_in": (limits: readonly string[]) => (paths: readonly string[]) =>
    !paths.some((path) => isUnder(path, limits)),
  finite: () => (value: number) => Number.isFinite(value),
  len: (limit: number) => (value: Sized) => charactersOf(value) === limit,
  // There are at most as many characters as code units, and at least half as many.
  min_len: (limit: number) => (value: Sized) =>
    value.length >= 2 * limit || (value.length >= limit && charactersOf(value) >= limit),
  max_len: (limit: number) => (value: Sized) => value.length <= limit || charactersOf(value) <= limit,
  len_bytes: (limit: number) => (value: string) => bytesOf(value) === limit,
  min_bytes: (limit: number) => (value: string) => bytesOf(value) >= limit,
  max_bytes: (limit: number) => (value: string) => bytesOf(value) <= limit,
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

/** The test of a rule; undefined for one that asks for a format, or that this version does not know. */
export function testOf(kind: string, name: string, limit: RuleValue): Test | undefined {
  if (name === "pattern") {
    const expression = new RegExp(String(limit), "u");
    return matched((text) => expression.test(text));
  }
  const make = makers[`${kind}.${name}`] ?? makers[name];
  return make?.(limit as never) as Test | undefined;
}

/** The test of a rule that asks for a format; undefined if there is no such format. */
export function formatTest(formats: Formats, name: string, limit: RuleValue): Test | undefined {
  const format = formats[name];
  return format && matched((text) => format(text, limit === true));
}

function matched(matches: (text: string) => boolean): Test {
  return (value) => {
    const text = String(value);
    return text.length > longestMatched || matches(text);
  };
}

/** Text of bytes, a character for each. */
function asText(value: Sized): string {
  if (typeof value === "string") return value;
  let text = "";
  for (const byte of value) text += String.fromCharCode(byte);
  return text;
}

/** Code points of a text, or bytes. */
function charactersOf(value: Sized): number {
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

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Elements that are equal have the same key; NaN equals nothing. */
function asKey(value: unknown): unknown {
  if (value instanceof Uint8Array) return asText(value);
  return Number.isNaN(value) ? Symbol("NaN") : value;
}

/** Nanoseconds from now to a time. */
function sinceNow(time: Time, nowMs: number): bigint {
  return (comparable(time) as bigint) - BigInt(Math.trunc(nowMs)) * 1_000_000n;
}
