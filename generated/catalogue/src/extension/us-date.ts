/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from catalogue/us-date.ts. DO NOT EDIT. */
import { calendarDate, type CalendarDate } from "./calendar-date.js";

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
