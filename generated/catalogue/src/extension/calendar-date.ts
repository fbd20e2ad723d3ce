/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from catalogue/calendar-date.ts. DO NOT EDIT. */
/** A day on the calendar, of no time zone. */
export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** The same as `2026-01-12`, which sorts by time and fits an input of type date. */
  readonly iso: string;
}

/** The day, or undefined where the calendar has none such. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { year, month, day, iso: date.toISOString().slice(0, 10) };
}
