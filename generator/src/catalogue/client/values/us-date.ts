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

/**
 * Reads a date as MM/DD/YY, such as `01/12/26`. Two digits leave the century
 * open: the year is the one from `firstYear` (default 2000) to 99 years later.
 * Gives undefined for anything else, days that do not exist included.
 */
export function parseUsDate(
  text: string,
  options: { readonly firstYear?: number } = {},
): CalendarDate | undefined {
  const { firstYear = 2000 } = options;
  const [, month, day, digits] = /^(\d\d)\/(\d\d)\/(\d\d)$/.exec(text) ?? [];
  if (month === undefined || day === undefined || digits === undefined) return undefined;
  const year = firstYear + ((((Number(digits) - firstYear) % 100) + 100) % 100);
  return calendarDate(year, Number(month), Number(day));
}

/** The day, or undefined where the calendar has none such. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { year, month, day, iso: date.toISOString().slice(0, 10) };
}
