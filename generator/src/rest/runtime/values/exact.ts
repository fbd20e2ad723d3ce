/**
 * JSON with all digits of its whole numbers, and with dates. Only packages that
 * were made with `--int64 bigint`, `--int64 text` or `--dates` have this.
 */
import type { BodyWriter } from "../body.js";
import { isObject } from "../guard.js";
import { changeAt, type Form, type Places } from "./places.js";

/** Reads an answer whose places depend on its status: `200`, `4XX`, `success` for any that is none, `default`. */
export const exactly =
  (byStatus: Readonly<Record<string, Places>>) =>
  (text: string, status: number): unknown => {
    const value: unknown = JSON.parse(text);
    const names = [`${status}`, `${Math.floor(status / 100)}XX`, status < 400 ? "success" : "default"];
    const name = names.find((one) => Object.hasOwn(byStatus, one));
    const places = name === undefined ? undefined : byStatus[name];
    return places ? changeAt(places, value, readDigits(text, value), read) : value;
  };

/** A body of JSON. */
export const exactBody =
  (places: Places, type = "application/json"): BodyWriter =>
  (body) => {
    if (body === undefined) return undefined;
    const text = writeJson(changeAt(places, body, body, written));
    if (text === undefined) throw new Error("it has no form in JSON");
    return { body: text, type };
  };

const moment = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i;

function read(form: Form, value: unknown, twin: unknown): unknown {
  if (form === "date" && typeof value === "string") {
    const date = new Date(moment.test(value) ? value.toUpperCase() : NaN);
    return Number.isNaN(date.getTime()) ? value : date;
  }
  if (typeof value !== "number" || (form !== "bigint" && form !== "digits")) return value;
  // A number with a fraction, or too large even for that, is left for the guard to tell.
  const whole = typeof twin === "bigint" ? twin : Number.isSafeInteger(value) ? BigInt(value) : value;
  return form === "digits" && typeof whole === "bigint" ? String(whole) : whole;
}

function written(form: Form, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return form === "digits" && typeof value === "string" && /^-?(0|[1-9]\d*)$/.test(value)
    ? BigInt(value)
    : value;
}

/** The reviver of platforms that give the source of a value. */
type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A value with all digits of its source: a bigint, if a number would be rounded. */
const withSource: Reviver = (_, value, context) => exactOf(value, context?.source);

function exactOf(value: unknown, source = ""): unknown {
  // An integer of 64 bits has 19 digits, or 20 without a sign.
  const isRounded = typeof value === "number" && !Number.isSafeInteger(value);
  return isRounded && /^-?\d{16,20}$/.test(source) ? BigInt(source) : value;
}

/** The platform's `JSON.parse` gives sources: Node does from version 21. */
const hasSources = (): boolean =>
  JSON.parse("1", ((_, __, context) => context?.source === "1") as Reviver) === true;

/**
 * The value of a text of JSON, with bigints for whole numbers that would be
 * rounded; `value`, which `JSON.parse` gives, is the result if nothing is rounded.
 */
export function readDigits(text: string, value: unknown, isNative = hasSources()): unknown {
  if (!/\d{16}/.test(text)) return value;
  if (isNative) return JSON.parse(text, withSource);
  // No string of the text has as many of these characters in a row.
  let mark = "\\u0000";
  while (text.includes(mark)) mark += "\\u0000";
  const start = mark.replaceAll("\\u0000", "\0");
  return JSON.parse(markDigits(text, mark), (_, part: unknown) =>
    typeof part === "string" && part.startsWith(start) ? BigInt(part.slice(start.length)) : part,
  );
}

/** The text with whole numbers that would be rounded as strings that begin with a mark. */
function markDigits(text: string, mark: string): string {
  const marked = (between: string): string =>
    between.replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, (number) =>
      typeof exactOf(Number(number), number) === "bigint" ? `"${mark}${number}"` : number,
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

/** An odd number of backslashes is before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** As `JSON.stringify` writes it, and bigints as numbers. */
function writeJson(given: unknown): string | undefined {
  if (typeof given === "bigint") return String(given);
  const { toJSON } = Object(given) as { readonly toJSON?: unknown };
  const value: unknown = typeof toJSON === "function" ? toJSON.call(given) : given;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item) ?? "null").join()}]`;
  if (!isObject(value)) return JSON.stringify(value) as string | undefined;
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const text = writeJson(part);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${parts.join()}}`;
}
