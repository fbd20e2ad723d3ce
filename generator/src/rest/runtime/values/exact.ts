/**
 * Parses and writes JSON with exact integers and dates. Only packages that were
 * generated with `--int64 bigint`, `--int64 text` or `--dates` have this module.
 */
import type { BodyWriter } from "../body.js";
import { isObject } from "../guard.js";
import { checkJson } from "../json-text.js";
import { enterLevel } from "../stack-overflow.js";
import { convertValues, formatDate, type Representation, type Representations } from "./representations.js";

/**
 * Makes a parser of responses. The representations depend on the status: its number, its class such as `4XX`, else
 * `success` or `default`.
 */
export const parseExact =
  (byStatus: Readonly<Record<string, Representations>>) =>
  (text: string, status: number): unknown => {
    const value: unknown = JSON.parse(text);
    const names = [`${status}`, `${Math.floor(status / 100)}XX`, status < 400 ? "success" : "default"];
    const name = names.find((one) => Object.hasOwn(byStatus, one));
    const representations = name === undefined ? undefined : byStatus[name];
    return representations
      ? convertValues(representations, value, readDigits(text, value), parseValue)
      : value;
  };

/** Makes a writer of JSON bodies. */
export const exactBody =
  (representations: Representations, type = "application/json"): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const value = convertValues(representations, body, body, serialize);
    checkJson(value, "", true);
    const text = writeJson(value);
    if (text === undefined) throw new Error("it cannot be represented in JSON");
    return { body: text, type };
  };

const dateTime = /^(\d{4}-\d\d)-(\d\d)t\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i;

/** Reads a moment. Returns undefined for other text, also for a day that its month does not have, such as February 30. */
function readDate(text: string): Date | undefined {
  const [, month = "", day = ""] = dateTime.exec(text) ?? [];
  const date = new Date(month && text.toUpperCase());
  // Date changes a day that does not exist into one of the next month.
  const isDay = new Date(`${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return isDay && !Number.isNaN(date.getTime()) ? date : undefined;
}

function parseValue(representation: Representation, value: unknown, exact: unknown): unknown {
  if (representation === "date" && typeof value === "string") {
    return readDate(value) ?? value;
  }
  if (typeof value !== "number" || (representation !== "bigint" && representation !== "digits")) return value;
  // The guard reports a fraction, and a number that is too large even for a bigint of 64 bits.
  const whole = typeof exact === "bigint" ? exact : Number.isSafeInteger(value) ? BigInt(value) : value;
  return representation === "digits" && typeof whole === "bigint" ? String(whole) : whole;
}

function serialize(representation: Representation, value: unknown): unknown {
  if (value instanceof Date) return formatDate(value);
  return representation === "digits" && typeof value === "string" && /^-?(0|[1-9]\d*)$/.test(value)
    ? BigInt(value)
    : value;
}

/** A reviver of `JSON.parse` with the source text of a value (ECMAScript 2026). */
type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Returns a bigint for an integer that would be rounded. */
const withSource: Reviver = (_, value, context) => toExact(value, context?.source);

function toExact(value: unknown, source = ""): unknown {
  // An integer of 64 bits has at most 19 digits, or 20 if it is unsigned.
  const isRounded = typeof value === "number" && !Number.isSafeInteger(value);
  return isRounded && /^-?\d{16,20}$/.test(source) ? BigInt(source) : value;
}

/** Reports whether `JSON.parse` passes the source to revivers, as Node does from version 21. */
const hasSources = (): boolean =>
  JSON.parse("1", ((_, __, context) => context?.source === "1") as Reviver) === true;

/**
 * Parses JSON with bigints for integers that would be rounded. Returns `value`, the
 * result of `JSON.parse`, if nothing is rounded.
 */
export function readDigits(text: string, value: unknown, isNative = hasSources()): unknown {
  if (!/\d{16}/.test(text)) return value;
  if (isNative) return JSON.parse(text, withSource);
  // Longer than any run of this character in a string of the text.
  let mark = "\\u0000";
  while (text.includes(mark)) mark += "\\u0000";
  const start = mark.replaceAll("\\u0000", "\0");
  return JSON.parse(markDigits(text, mark), (_, part: unknown) =>
    typeof part === "string" && part.startsWith(start) ? BigInt(part.slice(start.length)) : part,
  );
}

/** Replaces integers that would be rounded by strings that begin with a mark. */
function markDigits(text: string, mark: string): string {
  const marked = (between: string): string =>
    between.replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, (number) =>
      typeof toExact(Number(number), number) === "bigint" ? `"${mark}${number}"` : number,
    );
  let whole = "";
  for (let at = 0; ;) {
    const open = text.indexOf('"', at);
    if (open < 0) return whole + marked(text.slice(at));
    let close = open;
    do close = text.indexOf('"', close + 1);
    while (isEscaped(text, close));
    whole += marked(text.slice(at, open)) + text.slice(open, close + 1);
    at = close + 1;
  }
}

/** Reports whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** Writes JSON like `JSON.stringify`, with bigints as numbers. */
function writeJson(given: unknown): string | undefined {
  if (typeof given === "bigint") return String(given);
  const { toJSON } = Object(given) as { readonly toJSON?: unknown };
  const value: unknown = typeof toJSON === "function" ? toJSON.call(given) : given;
  if (Array.isArray(value))
    return `[${value.map((item) => enterLevel(() => writeJson(item)) ?? "null").join()}]`;
  if (!isObject(value)) return JSON.stringify(value) as string | undefined;
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = enterLevel(() => writeJson(part));
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${parts.join()}}`;
}
