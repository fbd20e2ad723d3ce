/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from catalogue/index.ts. DO NOT EDIT. */
/**
 * Readers for formats that only the catalogue uses, and its rule for missing resources. They are written by hand and
 * added to the generated package with `stratus openapi openapi/catalogue.yaml --extend openapi/catalogue`.
 */
export type { CalendarDate } from "./calendar-date.js";
export { parseCredits, type CreditRange } from "./credits.js";
export { isNotFound } from "./is-not-found.js";
export { parseUsDate } from "./us-date.js";
