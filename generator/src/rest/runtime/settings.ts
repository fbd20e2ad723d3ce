import type { OperationOptions, RequestChecks } from "./call-options.js";
import type { PlaceName } from "./names.js";
import { readValues, type OptionTable } from "./option-table.js";
import { OptionsError } from "./options-error.js";
import type { ClientOptions } from "./options.js";
import { readRetryPolicy, type RetryPolicy } from "./retry.js";

/** The names of options that a package adds. The function of `auth` recognizes credentials. */
export type MoreOptions = Readonly<Record<string, PlaceName | null>>;

/** The limits of a call. */
export interface Limits {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retry: RetryPolicy;
}

/** The options of a client, checked and with their defaults. */
export interface Settings
  extends Omit<ClientOptions, keyof Limits | "baseUrl" | "maxErrorBody" | "validateRequests">, Limits {
  readonly baseUrl: string;
  readonly validateRequests: RequestChecks;
  /** The maximum length of the body that an error contains, in characters. */
  readonly maxErrorBody: number;
}

/** Options by their names, whose values are not checked here. */
export const unchecked = <Name extends string>(
  ...names: readonly Name[]
): OptionTable<Record<Name, unknown>> =>
  Object.fromEntries(names.map((name) => [name, null])) as OptionTable<Record<Name, unknown>>;

/** The rules of the options that a client and a call share. A pause may be 0 ms; a time limit is at least 1 ms. */
export const shared = {
  ...unchecked("retry", "headers"),
  timeoutMs: [60_000, 1],
  attemptTimeoutMs: [20_000, 1],
  maxBodyBytes: [undefined, 0],
  validateRequests: ["default", "report", "off", "strict"],
} as const;

/** The rules of the options of clients. */
export const clientTable: OptionTable<ClientOptions> = {
  ...shared,
  ...unchecked("baseUrl", "fetch", "allowUnverifiedTls", "onDrift", "isNotFound"),
  ...unchecked("cache", "cacheScope", "random", "sign", "hooks"),
  maxErrorBody: [1e6, 0],
  validate: ["report", "off", "strict"],
};

/** The options of calls whose values are not checked. Of these, a client has `headers` alone. */
const callOptions = /^(?:accept|as|contentType|headers|params|signal)$/;

/**
 * Checks the options of a client once, so that calls need not check them. `more` has the names of additional options of
 * the package. The function of `auth` recognizes credentials.
 * @throws An OptionsError for invalid options.
 */
export function readSettings(options: ClientOptions, more: MoreOptions = {}): Settings {
  const place: PlaceName = (name) =>
    callOptions.test(name) ? "it is an option of a call" : more["auth"]?.(name);
  return {
    ...options,
    ...readValues(options, { ...clientTable, ...more }, {}, "", place),
    retry: readRetryPolicy(options.retry),
    baseUrl: readBaseUrl(options.baseUrl),
  } as Settings;
}

/** Reports whether an object has options of calls alone, whose names and values need no check. */
export function isPlain(options: OperationOptions): boolean {
  return Object.keys(options).every((name) => callOptions.test(name));
}

/**
 * Returns the base URL without trailing slashes. Throws if paths cannot be appended to it. The message does not
 * contain the URL, which may contain a password.
 */
function readBaseUrl(baseUrl: string | URL): string {
  const href = URL.canParse(String(baseUrl)) ? new URL(baseUrl).href : "";
  // Without user, query and fragment.
  const what = "baseUrl must be http(s)://host/path without ?, # and user";
  if (!/^https?:\/\/[^@/]+\/[^?#]*$/.test(href)) throw new OptionsError("OPTION_INVALID", what, "baseUrl");
  return href.replace(/\/+$/, "");
}
