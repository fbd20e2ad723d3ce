/* Copied by `stratus openapi` from src/rest/runtime/retry-after.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) in milliseconds
 * from now; undefined where there is none or it cannot be read.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // A date by RFC 9110 begins with the name of a day; Date.parse alone takes nearly anything.
  const dateMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - Date.now());
}
