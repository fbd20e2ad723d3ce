import type { Reply } from "./exchange.js";
import type { Settings } from "./settings.js";

/** Statuses that may be gone a moment later. */
const passing = /^(408|429|50[0234])$/;

/**
 * How long a reply asks to wait before the next attempt, in milliseconds; 0 where
 * it asks for nothing, NaN where there shall be no other attempt.
 */
export function askedMs({ maxRetryAfterMs }: Settings, { response }: Reply): number {
  const waitMs = retryAfterMs(response.headers) ?? 0;
  return passing.test(String(response.status)) && waitMs <= maxRetryAfterMs ? waitMs : Number.NaN;
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
