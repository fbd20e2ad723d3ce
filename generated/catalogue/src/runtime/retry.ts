/* Carried along by `stratus openapi` from rest-runtime/retry.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Settings } from "./settings.js";

/** Statuses that may be gone a moment later. */
export const passing = /^(408|429|50[0234])$/;

/**
 * The wait after an attempt (counted from 1), with full jitter: anything from 0
 * to a bound that doubles, so that clients that failed together do not come
 * back together.
 */
export function backoffMs(settings: Settings, attempt: number): number {
  const { baseDelayMs, maxDelayMs, random = Math.random } = settings;
  return Math.floor(random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}

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
