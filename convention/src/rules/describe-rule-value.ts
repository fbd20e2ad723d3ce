import type { RuleValue } from "./model.js";

/** Returns the name of an enum value, or the empty string if it has none. */
export type FormatEnumValue = (value: RuleValue) => string;

/** The maximum length of a formatted value, in UTF-16 code units. */
const maxLength = 200;

/** Formats the value of a rule for people: strings in quotes, times in RFC 3339, durations in seconds. */
export function describeRuleValue(kind: string, value: RuleValue, formatEnumValue: FormatEnumValue): string {
  const text = isList(value)
    ? value.map((one) => formatOne(kind, one, formatEnumValue)).join(", ")
    : formatOne(kind, value, formatEnumValue);
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

function formatOne(kind: string, value: RuleValue, formatEnumValue: FormatEnumValue): string {
  if (value instanceof Uint8Array)
    return Array.from(value, (one) => one.toString(16).padStart(2, "0")).join("");
  if (isList(value)) return value.map((one) => formatOne(kind, one, formatEnumValue)).join(", ");
  if (typeof value === "string") return JSON.stringify(value);
  if (kind === "enum") return formatEnumValue(value) || String(value);
  if (typeof value !== "bigint" || !/^(?:duration|timestamp)$/.test(kind)) return String(value);
  return kind === "timestamp" ? formatTime(value) : `${Number(value) / 1e9}s`;
}

function formatTime(nanoseconds: bigint): string {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  return Number.isNaN(date.getTime()) ? `${nanoseconds}ns` : date.toISOString();
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: RuleValue): value is readonly RuleValue[] {
  return Array.isArray(value);
}
