/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/retry-after.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * Returns the delay that the header `Retry-After` requests in seconds or as a date
 * (RFC 9110, section 10.2.3), in milliseconds. Returns undefined if the header is
 * missing or invalid.
 */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // A date by RFC 9110 begins with the name of a day. Date.parse itself accepts nearly any text.
  const dateMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - Date.now());
}
