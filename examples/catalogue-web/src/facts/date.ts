import { parseUsDate } from "@svc/catalogue";
import { readText } from "./given.js";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `12 Jan 2026`, of a date as MM/DD/YY or ISO 8601; other text as it is. */
export function dateText(value: unknown): string | undefined {
  const text = readText(value);
  const date = text === undefined ? undefined : parseDateParts(text);
  return date ? `${date.day} ${date.month} ${date.year}` : text;
}

/** `12 Jan – 20 Mar 2026`, or as much of it as is known. */
export function datesText(start: unknown, end: unknown): string | undefined {
  const [first, last] = [dateText(start), dateText(end)];
  if (first === undefined || last === undefined) {
    return first === undefined ? last && `until ${last}` : `from ${first}`;
  }
  const year = / \d{4}$/.exec(last)?.[0];
  const isSameYear = year !== undefined && first.endsWith(year);
  return `${isSameYear ? first.slice(0, -year.length) : first} – ${last}`;
}

function parseDateParts(text: string): { day: number; month: string; year: number } | undefined {
  const iso = parseUsDate(text)?.iso ?? text;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ])/i.exec(iso) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? undefined : { day: Number(day), month: name, year: Number(year) };
}
