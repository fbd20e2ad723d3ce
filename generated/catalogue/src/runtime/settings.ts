/* Copied by `stratus openapi` from src/rest/runtime/settings.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { SentOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { readNumbers, type OptionTable } from "./option-table.js";
import { OptionsError } from "./options-error.js";
import type { ClientOptions } from "./options.js";
import type { PreparedRequest } from "./request.js";
import { readRetry, retryFor, type RetryPolicy } from "./retry.js";

/** The limits of a call. */
export interface Limits {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retry: RetryPolicy;
}

/** The options of a client, checked and with their defaults. */
export interface Settings extends Omit<ClientOptions, keyof Limits | "baseUrl" | "maxErrorBody">, Limits {
  readonly baseUrl: string;
  /** In characters. */
  readonly maxErrorBody: number;
}

/** Options of both a client and a call. A wait may be nothing at all; a time limit may not. */
const shared = {
  timeoutMs: [60_000, 1],
  attemptTimeoutMs: [20_000, 1],
  maxBodyBytes: [undefined, 0],
  retry: null,
  headers: null,
} as const;

const clientTable: OptionTable<ClientOptions> = {
  ...shared,
  baseUrl: null,
  fetch: null,
  allowUnverifiedTls: null,
  maxErrorBody: [1e6, 0],
  validate: null,
  onDrift: null,
  isMiss: null,
  cache: null,
  random: null,
  sign: null,
  hooks: null,
};

const callTable: OptionTable<SentOptions> = {
  ...shared,
  signal: null,
  params: null,
  contentType: null,
  accept: null,
  as: null,
};

/**
 * Checks options once, so that a call needs no look at them. `more` has the
 * names of options that a package has besides.
 * @throws An OptionsError for options that cannot work.
 */
export function readSettings(options: ClientOptions, more?: Readonly<Record<string, null>>): Settings {
  return {
    ...options,
    ...readNumbers(options, { ...clientTable, ...more }),
    retry: readRetry(options.retry),
    baseUrl: readBaseUrl(options.baseUrl),
  } as Settings;
}

/** What holds for a call: its own options, else those of the client. */
export function readLimits(
  settings: Settings,
  operation: Operation<unknown>,
  { method }: PreparedRequest,
  options: SentOptions | undefined,
): Limits {
  const { timeoutMs, attemptTimeoutMs } = settings;
  const retry = retryFor(settings.retry, operation, method);
  if (!options) return { timeoutMs, attemptTimeoutMs, retry };
  const place = `${operation.name}: `;
  const numbers = readNumbers(options, callTable, settings, place);
  return { ...numbers, retry: readRetry(options.retry, retry, place) } as Limits;
}

/** The base URL without trailing slashes; refuses what paths cannot be put behind. It is not shown: it may hold a password. */
function readBaseUrl(baseUrl: string | URL): string {
  const url = URL.canParse(String(baseUrl)) && new URL(baseUrl);
  if (!url || !/^https?:/.test(url.href) || url.href !== url.origin + url.pathname) {
    throw new OptionsError("OPTION_INVALID", "baseUrl must be http(s)://host/path", "baseUrl");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
