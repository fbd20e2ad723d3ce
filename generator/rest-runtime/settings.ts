import { ApiError } from "./error.js";
import { checkNames } from "./names.js";
import type { CallOptions } from "./operation.js";
import type { ClientOptions } from "./options.js";
import type { PreparedRequest } from "./request.js";

/** Numbers that steer a call. */
export interface Limits {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxAttempts: number;
}

/** The options of a client, checked and with their defaults. */
export interface Settings extends Omit<ClientOptions, keyof Limits | "baseUrl" | "maxErrorBody">, Limits {
  readonly baseUrl: string;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxRetryAfterMs: number;
  /** In characters. */
  readonly maxErrorBody: number;
}

const presets = {
  timeoutMs: 60_000,
  attemptTimeoutMs: 20_000,
  maxAttempts: 4,
  baseDelayMs: 100,
  maxDelayMs: 5000,
  maxRetryAfterMs: 30_000,
  maxErrorBody: 1e6,
};

/** Options that are no numbers. */
const ofClient = "baseUrl fetch headers retry validate onDrift isMiss cache random sign".split(" ");
const ofCall = "signal headers params contentType accept as".split(" ");

/**
 * Checks options once, so that a call needs no look at them; throws
 * `INVALID_ARGUMENT`. `more` are names of options that a package has besides.
 */
export function settingsOf(options: ClientOptions, more: readonly string[] = []): Settings {
  const numbers = numbersOf({ ...options, ...options.retry }, presets, [...ofClient, ...more]);
  return { ...options, ...numbers, baseUrl: checkedBaseUrl(options.baseUrl) };
}

/** What holds for a call: its own options, else those of the client. Methods that are not idempotent are sent once. */
export function limitsOf(
  { timeoutMs, attemptTimeoutMs, maxAttempts }: Settings,
  { method, operation }: Pick<PreparedRequest, "method" | "operation">,
  options: CallOptions | undefined,
): Limits {
  // RFC 9110, section 9.2.2: no one knows whether a request that got no answer has arrived.
  const isOnce = /^P(OST|ATCH)$/.test(method);
  const limits = { timeoutMs, attemptTimeoutMs, maxAttempts: isOnce ? 1 : maxAttempts };
  return options ? numbersOf(options, limits, ofCall, operation) : limits;
}

/**
 * Numbers of options, or their presets. What timers and comparisons cannot stand
 * on is refused, and so is what is neither a number nor one of the `others`.
 */
function numbersOf<T extends Readonly<Record<string, number>>>(
  given: object,
  presets: T,
  others: readonly string[],
  operation?: string,
): T {
  const numbers: Record<string, number> = { ...presets };
  checkNames(given, [...others, ...Object.keys(presets)], operation);
  for (const name in presets) {
    const value = (given as Record<string, number | undefined>)[name];
    if (value === undefined) continue;
    // A wait may be nothing at all; a time limit may not.
    const least = /Delay|After|Body/.test(name) ? 0 : 1;
    if (!(value >= least))
      throw new ApiError("INVALID_ARGUMENT", `${name} is ${value}; give at least ${least}`);
    numbers[name] = value;
  }
  return numbers as T;
}

/** The base URL without trailing slashes; refuses what paths cannot be put behind. It is not shown: it may hold a password. */
function checkedBaseUrl(baseUrl: string | URL): string {
  const url = URL.canParse(String(baseUrl)) && new URL(baseUrl);
  if (!url || !/^https?:/.test(url.href) || url.href !== url.origin + url.pathname) {
    throw new ApiError("INVALID_ARGUMENT", "baseUrl must be http(s)://host/path");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
