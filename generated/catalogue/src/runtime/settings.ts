/* Copied by `stratus openapi` from src/rest/runtime/settings.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { OperationOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { readNumbers, type OptionTable, type PlaceName } from "./option-table.js";
import { OptionsError } from "./options-error.js";
import type { ClientOptions, RequestChecks } from "./options.js";
import type { PreparedRequest } from "./request.js";
import { readRetryPolicy, resolveRetryPolicy, type RetryPolicy } from "./retry.js";

/** The limits of a call. */
export interface Limits {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retry: RetryPolicy;
}

/** The options of a client, checked and with their defaults. */
export interface Settings extends Omit<ClientOptions, keyof Limits | "baseUrl" | "maxErrorBody">, Limits {
  readonly baseUrl: string;
  /** The maximum length of the body that an error contains, in characters. */
  readonly maxErrorBody: number;
}

/** The options that a client and a call share. A pause may be 0 ms; a time limit is at least 1 ms. */
const shared = {
  timeoutMs: [60_000, 1],
  attemptTimeoutMs: [20_000, 1],
  maxBodyBytes: [undefined, 0],
  retry: null,
  headers: null,
  validateRequests: null,
} as const;

const clientTable: OptionTable<ClientOptions> = {
  ...shared,
  baseUrl: null,
  fetch: null,
  allowUnverifiedTls: null,
  maxErrorBody: [1e6, 0],
  validate: null,
  onDrift: null,
  isNotFound: null,
  cache: null,
  random: null,
  sign: null,
  hooks: null,
};

const callTable: OptionTable<OperationOptions> = {
  ...shared,
  signal: null,
  params: null,
  contentType: null,
  accept: null,
  as: null,
};

/** Returns a hint for a name that is not an option of a client. `more` has the additional options of the package. */
const placeClientOption =
  (more: Readonly<Record<string, null>> = {}): PlaceName =>
  (name) => {
    if (isCallOption(name)) return "it is an option of a call";
    const isCredential =
      Object.hasOwn(more, "auth") && /key|token|secret|password|user|credential|bearer/i.test(name);
    return isCredential ? "credentials belong in auth" : undefined;
  };

/** Returns a hint for a name that is not an option of a call. */
const placeCallOption =
  ({ parameters = [] }: Operation<unknown>): PlaceName =>
  (name) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter?.location) return `it is a parameter, so write params: { ${name}: ... }`;
    if (parameter) return "it is in the path, so it is an argument";
    return Object.hasOwn(clientTable, name) ? "it is an option of the client" : undefined;
  };

/** Reports whether calls have an option. */
export function isCallOption(name: string): boolean {
  return Object.hasOwn(callTable, name);
}

/**
 * Checks the options of a client once, so that calls need not check them. `more`
 * has the names of additional options of the package.
 * @throws An OptionsError for invalid options.
 */
export function readSettings(options: ClientOptions, more?: Readonly<Record<string, null>>): Settings {
  readRequestChecks(options);
  return {
    ...options,
    ...readNumbers(options, { ...clientTable, ...more }, {}, "", placeClientOption(more)),
    retry: readRetryPolicy(options.retry),
    baseUrl: readBaseUrl(options.baseUrl),
  } as Settings;
}

const requestChecks: readonly RequestChecks[] = ["default", "strict", "report", "off"];

/** Returns how the arguments of a call are checked. Throws an `OptionsError` for a value that does not exist. */
export function readRequestChecks(
  settings: Pick<Settings, "validateRequests">,
  operation?: Operation<unknown>,
  options?: OperationOptions,
): RequestChecks {
  const value = options?.validateRequests ?? settings.validateRequests ?? "default";
  if (requestChecks.includes(value)) return value;
  const prefix = operation ? `${operation.name}: ` : "";
  const what = `${prefix}validateRequests must be one of ${requestChecks.join(", ")}`;
  throw new OptionsError("OPTION_INVALID", what, "validateRequests");
}

/** Returns the limits of a call: those of its options, else those of the client. */
export function readLimits(
  settings: Settings,
  operation: Operation<unknown>,
  { method }: PreparedRequest,
  options: OperationOptions | undefined,
): Limits {
  const { timeoutMs, attemptTimeoutMs } = settings;
  const retry = resolveRetryPolicy(settings.retry, operation, method);
  if (!options) return { timeoutMs, attemptTimeoutMs, retry };
  const prefix = `${operation.name}: `;
  const numbers = readNumbers(options, callTable, settings, prefix, placeCallOption(operation));
  return { ...numbers, retry: readRetryPolicy(options.retry, retry, prefix) } as Limits;
}

/**
 * Returns the base URL without trailing slashes. Throws if paths cannot be appended to it. The message does not
 * contain the URL, which may contain a password.
 */
function readBaseUrl(baseUrl: string | URL): string {
  const url = URL.canParse(String(baseUrl)) && new URL(baseUrl);
  if (!url || !/^https?:/.test(url.href) || url.href !== url.origin + url.pathname) {
    throw new OptionsError("OPTION_INVALID", "baseUrl must have the form http(s)://host/path", "baseUrl");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
