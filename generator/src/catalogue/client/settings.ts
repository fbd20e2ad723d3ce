import type { ResponseCache } from "./cache.js";
import type { Told } from "./drift.js";
import {
  checkedBaseUrl,
  checkedNumber,
  type ClientOptions,
  type DriftEvent,
  type HeadersSource,
  type PossibleMiss,
} from "./options.js";
import type { Backoff } from "./retry.js";

/** The options of a client, checked and with their defaults. */
export interface Settings {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly headers: HeadersSource | undefined;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly maxRetryAfterMs: number;
  readonly validate: "report" | "strict" | "off";
  readonly onDrift: ((event: DriftEvent) => void) | undefined;
  /** Which drift this client has told of. */
  readonly told: Told;
  readonly isMiss: ((answer: PossibleMiss) => boolean) | undefined;
  readonly cache: ResponseCache | undefined;
}

/** Checks options once, so that a call needs no look at them; throws `INVALID_ARGUMENT`. */
export function settingsOf(options: ClientOptions): Settings {
  const { retry = {}, validate = "report" } = options;
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    fetch: options.fetch,
    headers: options.headers,
    timeoutMs: checkedNumber("timeoutMs", options.timeoutMs, 60_000, 1),
    attemptTimeoutMs: checkedNumber("attemptTimeoutMs", options.attemptTimeoutMs, 20_000, 1),
    maxAttempts: checkedNumber("retry.maxAttempts", retry.maxAttempts, 4, 1),
    backoff: {
      baseDelayMs: checkedNumber("retry.baseDelayMs", retry.baseDelayMs, 100, 0),
      maxDelayMs: checkedNumber("retry.maxDelayMs", retry.maxDelayMs, 5000, 0),
      random: options.random ?? Math.random,
    },
    maxRetryAfterMs: checkedNumber("retry.maxRetryAfterMs", retry.maxRetryAfterMs, 30_000, 0),
    validate,
    onDrift: options.onDrift,
    told: new Set(),
    isMiss: options.isMiss,
    cache: options.cache,
  };
}
