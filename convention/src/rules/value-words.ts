import type { RuleValue } from "./model.js";

/** Shows a value of an enum by its name; empty for what has none. */
export type EnumText = (value: RuleValue) => string;

/** Longest value of a rule in words, in UTF-16 code units. */
const longest = 200;

/** The value of a rule in words: text in quotes, times and durations as people write them. */
export function valueInWords(kind: string, value: RuleValue, enumText: EnumText): string {
  const text = isList(value)
    ? value.map((one) => showOne(kind, one, enumText)).join(", ")
    : showOne(kind, value, enumText);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function showOne(kind: string, value: RuleValue, enumText: EnumText): string {
  if (value instanceof Uint8Array)
    return Array.from(value, (one) => one.toString(16).padStart(2, "0")).join("");
  if (isList(value)) return value.map((one) => showOne(kind, one, enumText)).join(", ");
  if (typeof value === "string") return JSON.stringify(value);
  if (kind === "enum") return enumText(value) || String(value);
  if (typeof value !== "bigint" || !/^(?:duration|timestamp)$/.test(kind)) return String(value);
  return kind === "timestamp" ? timeText(value) : `${Number(value) / 1e9}s`;
}

function timeText(nanoseconds: bigint): string {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  return Number.isNaN(date.getTime()) ? `${nanoseconds}ns` : date.toISOString();
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: RuleValue): value is readonly RuleValue[] {
  return Array.isArray(value);
}
