/* Carried along by `stratus openapi` from rest-runtime/retry.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Settings } from "./settings.js";

/**
 * The wait after an attempt (counted from 1), with full jitter: anything from 0
 * to a bound that doubles, so that clients that failed together do not come
 * back together.
 */
export function backoffMs(settings: Settings, attempt: number): number {
  const { baseDelayMs, maxDelayMs, random = Math.random } = settings;
  return random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}
