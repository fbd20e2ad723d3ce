import { parseOffsetDateTime } from "@svc/catalogue";
import { readText } from "./given.js";

/** Minutes of a day. */
export const dayMinutes = 24 * 60;

/** Letters of the days as the catalogue writes them, in the order of the week. */
export const weekdays = [
  ["M", "Monday"],
  ["T", "Tuesday"],
  ["W", "Wednesday"],
  ["R", "Thursday"],
  ["F", "Friday"],
  ["S", "Saturday"],
  ["U", "Sunday"],
] as const;

/** The letter of a day. */
export type Weekday = (typeof weekdays)[number][0];

/** Minutes since midnight by the clock on the wall of the campus, wherever the reader is. */
export function readWallMinute(value: unknown): number | undefined {
  const text = readText(value) ?? "";
  const moment = parseOffsetDateTime(text);
  if (moment) return moment.hour * 60 + moment.minute;
  // A time without an offset is a time on the wall already.
  const [, hour, minute] = /^(?:\d{4}-\d\d-\d\d[T ])?(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?$/i.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return Number(hour) * 60 + Number(minute);
}

/** `9:30`. */
export function clockText(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

/** The days of `MWF`, in the order of the week; none for text that is not all letters of days. */
export function readWeekdays(value: unknown): readonly Weekday[] {
  const text = (readText(value) ?? "").replaceAll(/[\s,/]+/g, "");
  return /^[MTWRFSU]+$/.test(text)
    ? weekdays.map(([letter]) => letter).filter((letter) => text.includes(letter))
    : [];
}

/** `Mon, Wed`. */
export function weekdaysText(days: readonly Weekday[]): string {
  return weekdays
    .filter(([letter]) => days.includes(letter))
    .map(([, name]) => name.slice(0, 3))
    .join(", ");
}
