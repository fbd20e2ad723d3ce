/**
 * What only the catalogue has: readers of its own formats. Written by hand, and joined to the generated
 * package by `stratus openapi openapi/catalogue.yaml --extend openapi/catalogue`.
 */
export type { CalendarDate } from "./calendar-date.js";
export { parseCredits, type CreditRange } from "./credits.js";
export { parseUsDate } from "./us-date.js";
