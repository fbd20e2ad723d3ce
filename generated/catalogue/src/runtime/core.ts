/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 24, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import type { readBodyText } from "./common.js";

const optionsErrorBrand = Symbol.for("stratus openapi OptionsError");

/**
 * Thrown for invalid options: those of a client in its constructor, those of a
 * call before anything is sent. The message names the option and the fix. It
 * contains no secret.
 */
export class OptionsError extends TypeError {
  /** The kind of mistake. */
  declare readonly code: OptionsErrorCode;
  /** The option that the error is about. */
  declare readonly option: string | undefined;

  constructor(code: OptionsErrorCode, message: string, option?: string) {
    super(message);
    Object.assign(this, { code, option });
    Object.defineProperty(this, optionsErrorBrand, { value: true });
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && optionsErrorBrand in value;
  }

  // On the prototype, the name is set before the stack is captured, and minifiers keep it.
  static {
    this.prototype.name = "OptionsError";
  }
}

export type PlaceName = (name: string) => string | undefined;

export function checkNames(given: object, known: readonly string[], prefix = "", place?: PlaceName): void {
  const [name] = findUnknown(given, known);
  if (name === undefined) return;
  const fix = place?.(name) ?? `the known names are ${known.join(", ") || "none"}`;
  throw new OptionsError("OPTION_UNKNOWN", `${prefix}${name} is unknown; ${fix}`, name);
}

export function findUnknown(given: object, known: readonly string[]): readonly string[] {
  return Object.keys(given).filter((name) => !known.includes(name));
}

export interface Target {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

export interface Violation {
  readonly name: string;
  readonly value?: unknown;
  readonly rule?: string;
  readonly cause?: unknown;
}

export function buildTarget(
  baseUrl: string,
  operation: Operation<unknown>,
  { values = [] }: Input,
  params: Readonly<Record<string, unknown>>,
  violations: Violation[],
  check: CheckArgument,
): Target {
  const { path: parts, parameters = [] } = operation;
  let headers: Record<string, string> | undefined;
  let path = parts[0] ?? "";
  let segments = 0;
  let query = "";
  let index = 0;
  for (const { name, location, isRequired, guard, rule, write } of parameters) {
    const value = location ? params[name] : values[index++];
    if (value === undefined && location && !isRequired) continue;
    check(name, value, guard, rule);
    if (value === undefined && location && !guard(value)) continue;
    for (const item of Array.isArray(value) && !write ? (value as unknown[]) : [value]) {
      if (item === null && location && !write) continue;
      if (!write && !isScalar(item)) {
        violations.push({ name, value: item });
        continue;
      }
      const text = tryWrite(violations, name, () => {
        if (write) return write(name, item, params, check);
        const text = String(item);
        if (location === "header") return text;
        return (location ? `${encodeURIComponent(name)}=` : "") + encodeURIComponent(text);
      });
      if (text === undefined) continue;
      if (location === "header") headers = { ...headers, [name]: text };
      else if (location) query += text && (query ? "&" : "?") + text;
      else if (/^\.{0,2}$/.test(text)) violations.push({ name, value: text });
      else path += text + (parts[++segments] ?? "");
    }
  }
  return { url: baseUrl + path + query, path, headers };
}

function isScalar(value: unknown): boolean {
  return /^(?:string|boolean|bigint)$/.test(typeof value) || Number.isFinite(value);
}

export function tryWrite<T>(violations: Violation[], name: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    violations.push({ name, cause });
    return undefined;
  }
}

/** A difference between a response and the API's description. */
export interface Issue {
  /** The path of the value, such as `toys[2].name`; empty for the whole response. */
  readonly path: string;
  /** The described value, such as `integer`. */
  readonly expected: string;
  /** The kind of the received value, such as `string`; never the value itself. */
  readonly actual: string;
  /**
   * `missing` is a required value that is absent, and `unexpected` one that is not allowed. `rounded` is an integer that JavaScript cannot represent, so it differs from the one that the server sent.
   * `tooDeep` is a value that is nested too deep to be compared. `tooDifferent` is one whose comparison was stopped,
   * because it differs in too many ways. `total` is a list whose pages have another number of items than they say.
   * `different` is every other difference.
   */
  readonly kind: "different" | "missing" | "unexpected" | "rounded" | "tooDeep" | "tooDifferent" | "total";
}

/** Details of a failed call. */
export interface ErrorDetails {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation?: string | undefined;
  /** The HTTP method and the path, without host and query. */
  readonly request?: string | undefined;
  /** The HTTP status, if a response arrived. */
  readonly status?: number | undefined;
  /** The headers of the response, if one arrived. */
  readonly headers?: Headers | undefined;
  /** The start of the response body, at most 500 characters. */
  readonly excerpt?: string | undefined;
  /** The response body, parsed if it is JSON. Undefined if it is longer than `maxErrorBody`. */
  readonly body?: unknown;
  /** The number of requests that were sent for this call. */
  readonly attempts?: number | undefined;
  /** The pause that the server requests (`Retry-After`), in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The differences between the response and the description; only with the code `VALIDATION`. */
  readonly issues?: readonly Issue[] | undefined;
  /** The reason if the client decided instead of the server. The default depends on the code. */
  readonly clientReason?: ClientReason | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

const defaultReasons: { readonly [Code in ErrorCode]?: ClientReason } = {
  DECODE: "RESPONSE_INVALID",
  INVALID_ARGUMENT: "REQUEST_INVALID",
  VALIDATION: "RESPONSE_INVALID",
};

const errorBrand = Symbol.for("stratus openapi CatalogueError");

/**
 * Thrown when a call fails; `code` is the reason. If the caller aborts the call,
 * it rejects with the signal's reason instead. The error contains no request
 * header, and so no credential. A generated package exports the class under
 * another name, such as `PetStoreError`.
 */
export class CatalogueError extends Error {
  /** The reason of the failure. */
  declare readonly code: ErrorCode;
  /** The reason if the client itself decided, such as `CONNECT_FAILED`; undefined if the server decided. */
  declare readonly clientReason: ClientReason | undefined;
  /** The operation by its name on the client: `pets.get`. */
  declare readonly operation: string | undefined;
  /** The HTTP method and the path, without host and query. */
  declare readonly request: string | undefined;
  /** The HTTP status, if a response arrived. */
  declare readonly status: number | undefined;
  /** The headers of the response, if one arrived. */
  declare readonly headers: Headers | undefined;
  /** The start of the response body, at most 500 characters. */
  declare readonly excerpt: string | undefined;
  /**
   * The response body: parsed if it is JSON, else its text. Undefined if there is
   * none or it is longer than `maxErrorBody`. The generated function of the
   * operation, such as `isGetPetError`, narrows its type.
   */
  declare readonly body: unknown;
  /** The number of requests that were sent for this call; 0 if none was. */
  declare readonly attempts: number;
  /** The pause that the server requests (`Retry-After`), in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The differences between the response and the description; empty unless `code` is `VALIDATION`. */
  declare readonly issues: readonly Issue[];

  /** The message begins with the operation and the request. */
  constructor(code: ErrorCode, what: string, { cause, ...details }: ErrorDetails = {}) {
    const { operation, request } = details;
    const message = [operation, request, what].filter(Boolean).join(": ");
    super(message, cause ? { cause } : undefined);
    Object.assign(this, { code, clientReason: defaultReasons[code], attempts: 0, issues: [] }, details);
    Object.defineProperty(this, errorBrand, { value: true });
  }

  /** Matches the errors of every copy of this package, such as one by `require` and one by `import` in a bundle. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && errorBrand in value;
  }

  /** Returns the properties of the error with its name and its message, for logs. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }

  // On the prototype, the name is set before the stack is captured, and minifiers keep it.
  static {
    this.prototype.name = "CatalogueError";
  }
}

export interface NamedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

interface RequestSettings {
  readonly baseUrl: string;
  readonly validateRequests: RequestChecks;
}

/** A request, as every attempt sends it. */
export interface PreparedRequest {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** The path without host and query, for messages. */
  readonly path: string;
  readonly url: string;
  readonly body: FetchBody | null;
  /** The request must be sent once, for example because its body can be read once. */
  readonly isSingleUse?: boolean;
  /** The sets of security schemes of which the operation requires one. */
  readonly security: Operation<unknown>["security"];
  /** Arguments that violate their description, that cannot be sent, or that the operation does not have. */
  readonly violations: readonly {
    readonly name: string;
    readonly value?: unknown;
    readonly rule?: string;
    readonly cause?: unknown;
  }[];
  /** Headers that do not identify the user. Redirects to another origin keep them. */
  readonly publicHeaders: HeaderRecord;
  /** Headers of the caller's arguments and options. Redirects to another origin drop them. */
  readonly callerHeaders: HeaderRecord | undefined;
}

export function prepareRequest(
  { baseUrl, validateRequests }: RequestSettings,
  operation: Operation<unknown>,
  input: Input,
  options: OperationOptions = {},
): PreparedRequest {
  const { name, method = "GET", accept = "application/json", security } = operation;
  const params = (options.params ?? {}) as Readonly<Record<string, unknown>>;
  const unknown = findUnknown(params, listParameterNames(operation));
  const violations: Violation[] = unknown.map((name) => ({ name }));
  const checks = options.validateRequests ?? validateRequests;
  const check: CheckArgument = (name, value, guard, rule) => {
    if (checks !== "off" && !guard(value)) violations.push({ name, value, rule });
  };
  const { url, path, headers } = buildTarget(baseUrl, operation, input, params, violations, check);
  const sent: Partial<SerializedBody> = {};
  return {
    operation: name,
    method,
    path,
    url: input.link?.(baseUrl, url) ?? url,
    body: null,
    ...sent,
    security,
    violations,
    publicHeaders: { accept: options.accept ?? accept, ...(sent.type && { "content-type": sent.type }) },
    callerHeaders: headers || options.headers ? { ...headers, ...options.headers } : undefined,
  };
}

export function listParameterNames({ parameters = [] }: Operation<unknown>): readonly string[] {
  return parameters.flatMap(({ name, location, write }) => write?.names ?? (location ? name : []));
}

export function makeRequestError(
  { operation, method, path }: NamedRequest,
  code: ErrorCode,
  what: string,
  more: ErrorDetails,
): CatalogueError {
  return new CatalogueError(code, what, { operation, request: `${method} ${path}`, ...more });
}

export const load = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: Error) => {
    throw new CatalogueError("UNAVAILABLE", cause.message, { clientReason: "MODULE_LOAD_FAILED", cause });
  });

export function makeUnavailableError(
  { baseUrl }: Pick<RequestSettings, "baseUrl">,
  request: NamedRequest,
  attempts: number,
  cause: unknown,
  clientReason: ClientReason,
  why = (cause as Error | undefined)?.message,
): CatalogueError {
  const what = `no complete response from ${baseUrl} (${why}); check baseUrl`;
  return makeRequestError(request, "UNAVAILABLE", what, { attempts, clientReason, cause });
}

export interface RawResponse {
  readonly response: Response;
  readonly text: string;
  readonly data: unknown;
  readonly isCached: boolean;
  readonly attempt: number;
}

interface Host {
  readonly Deno?: unknown;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

let bodyReader: Promise<{ readonly readBodyText: typeof readBodyText }> | undefined;

export async function sendAttempt(
  settings: Settings,
  operation: Operation<unknown>,
  request: PreparedRequest,
  options: OperationOptions | undefined,
  attempt: number,
  signal: AbortSignal,
): Promise<RawResponse> {
  const { url, method, body, publicHeaders, callerHeaders } = request;
  const { Deno, process } = globalThis as Host;
  const isUnverified = !Deno && process?.env?.["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  const {
    fetch = isUnverified
      ? (await import("./headers.js")).verifyingFetch(settings, request)
      : globalThis.fetch,
  } = settings;
  const isCacheable = [(operation.method ?? "GET") === "GET"];
  const cache = isCacheable.every(Boolean) ? settings.cache : undefined;
  const cached = cache?.get(url);
  const headers = cached ? { ...publicHeaders, "if-none-match": cached.etag } : publicHeaders;
  let sent: HttpRequest = { url, method, headers, body, duplex: "half", redirect: "follow", signal };
  const isPrivate = (settings.headers ?? callerHeaders ?? settings.sign ?? body) !== null;
  const sameOrigin = isPrivate && (await load(import("./headers.js")));
  if (sameOrigin) sent = await sameOrigin.addPrivateHeaders(settings, fetch, request, sent, attempt);
  const maxBytes = options?.maxBodyBytes ?? settings.maxBodyBytes;
  let response: Response;
  let text = "";
  let data: unknown;
  try {
    response = await fetch(sent.url, sent);
    if (sameOrigin) response = await sameOrigin.followRedirects(fetch, request, sent, response, attempt);
    if (!response.bodyUsed && data === undefined) {
      bodyReader ??= load(import("./common.js"));
      text = await (await bodyReader).readBodyText(response, maxBytes);
    }
  } catch (cause) {
    bodyReader = undefined;
    if (cause instanceof CatalogueError || signal.aborted) throw cause;
    const { code, cause: reason = code } = (cause ?? {}) as FetchError;
    if (reason === undefined && !(cause instanceof RangeError))
      throw makeUnavailableError(settings, request, attempt, cause, "CONNECTION_LOST");
    throw (await import("./checks.js")).makeFetchError(settings, request, attempt, cause);
  }
  return { text, isCached: false, ...cache?.update(url, cached, response, text), response, data, attempt };
}

export interface AttemptRunner {
  run(
    attempt: number,
    request: PreparedRequest,
    send: (request: PreparedRequest) => Promise<RawResponse>,
  ): Promise<RawResponse>;
  pause(delayMs: number, caller: AbortSignal | undefined): Promise<void>;
}

/** A cached body. It is used if the server confirms that it is current. */
export interface CachedBody {
  /** The validator of the response (RFC 9110, section 8.8.3). */
  readonly etag: string;
  readonly text: string;
}

/**
 * Caches bodies by URL. Use one cache per client, and so per user, because a
 * response may depend on the user.
 */
export interface ResponseCache {
  /** Returns the cached body of a URL. */
  get(url: string): CachedBody | undefined;
  /** Stores the response to a GET. Returns the text to use, and whether it is the cached one. */
  update(
    url: string,
    cached: CachedBody | undefined,
    response: Response,
    text: string,
  ): { readonly text: string; readonly isCached: boolean };
}

/**
 * Makes a cache in memory. When it is full, it drops the least recently used body.
 * The server confirms each use of a body (`If-None-Match`, RFC 9110), so calls
 * never return stale data. Responses with `Cache-Control: no-store` are not
 * cached. In a browser the header causes a CORS preflight request.
 */
export function etagCache(options: { readonly maxEntries?: number } = {}): ResponseCache {
  checkNames(options, ["maxEntries"]);
  const { maxEntries = 100 } = options;
  const bodies = new Map<string, CachedBody>();
  const store = (url: string, body: CachedBody): void => {
    bodies.delete(url);
    bodies.set(url, body);
    const oldest = bodies.keys().next();
    if (bodies.size > maxEntries && !oldest.done) bodies.delete(oldest.value);
  };
  return {
    get: (url) => bodies.get(url),
    update(url, cached, response, text) {
      const { status, headers } = response;
      if (status === 304 && cached) {
        store(url, cached);
        return { text: cached.text, isCached: true };
      }
      const etag = headers.get("etag");
      const isCacheable = status === 200 && !/\bno-store\b/i.test(headers.get("cache-control") ?? "");
      if (etag && isCacheable) store(url, { etag, text });
      else bodies.delete(url);
      return { text, isCached: false };
    },
  };
}

/** The data of a call with its response. */
export interface CallResponse<T> {
  readonly data: T;
  /** HTTP status. */
  readonly status: number;
  /** The response: status, headers and final URL. Its body has been read. */
  readonly response: Response;
  /** The number of requests that were sent, at least 1. */
  readonly attempts: number;
  /** The server confirmed that the cached body is current (304). */
  readonly isCached: boolean;
}

/**
 * A call in progress. Awaiting it gives the data; awaiting it again sends nothing.
 * `ByStatus` pairs each status with its data if an operation describes several.
 */
export interface Call<T, ByStatus = unknown> extends Promise<T> {
  /** The data with status, response, headers and number of attempts. */
  withResponse(): Promise<CallResponse<T> & ByStatus>;
}

export function makeCall<T, ByStatus = unknown>(
  response: Promise<CallResponse<T> & ByStatus>,
): Call<T, ByStatus> {
  const call = response.then(({ data }) => data) as Call<T, ByStatus>;
  call.withResponse = () => {
    call.catch(() => undefined);
    return response;
  };
  return call;
}

/** The checks of arguments: see the option `validateRequests` of clients. */
export type RequestChecks = "default" | "strict" | "report" | "off";

export interface Input {
  readonly values?: readonly unknown[];
  readonly body?: unknown;
  readonly link?: (baseUrl: string, url: string) => string;
}

/** When and how often a failed request is sent again. */
export interface RetryOptions {
  /**
   * The maximum number of attempts, the first included. Default 4. POST and PATCH are sent once, unless the API
   * documents idempotency keys or the call itself sets `retry: { maxAttempts }`.
   */
  readonly maxAttempts?: number | undefined;
  /** The first pause is random between 0 and this, in milliseconds; the bound doubles each time. Default 100. */
  readonly baseDelayMs?: number | undefined;
  /** The longest pause, in milliseconds, unless the server requests a longer one. Default 5,000. */
  readonly maxDelayMs?: number | undefined;
  /** The call fails at once if the server requests a longer pause (`Retry-After`), in milliseconds. Default 30,000. */
  readonly maxRetryAfterMs?: number | undefined;
}

/** Options of one call. They override those of the client. */
export interface CallOptions {
  /** Aborts the call at any time; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call with all its attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of one attempt, until its body has been read, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Overrides each member of the client's; `false` sends the request once. `maxAttempts` makes POST and PATCH retry too. */
  readonly retry?: RetryOptions | false | undefined;
  /** The maximum size of the response in bytes, after decompression. */
  readonly maxBodyBytes?: number | undefined;
  /** How the arguments are checked before they are sent. Default: as the client does. */
  readonly validateRequests?: RequestChecks | undefined;
  /** Headers of this call. They override those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface OperationOptions extends CallOptions {
  readonly params?: object | undefined;
  readonly contentType?: string | undefined;
  readonly accept?: string | undefined;
  readonly as?: "stream" | undefined;
}

const maxTimerMs = 2 ** 31 - 1;

interface NodeTimer {
  unref?(): unknown;
}

export function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  caller: AbortSignal | undefined,
  limitMs = Infinity,
  timeoutError?: () => unknown,
  isAlive?: boolean,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (caller?.aborted) return reject(caller.reason);
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    };
    const abort = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => abort(caller?.reason);
    const timer = limitMs <= maxTimerMs ? setTimeout(() => abort(timeoutError?.()), limitMs) : undefined;
    if (isAlive) (timer as NodeTimer | undefined)?.unref?.();
    caller?.addEventListener("abort", onAbort);
    work(controller.signal).then((value) => {
      end();
      resolve(value);
    }, abort);
  });
}

export function pause(delayMs: number, caller: AbortSignal | undefined): Promise<void> {
  return withDeadline<void>(() => new Promise(() => undefined), caller, delayMs).catch((reason: unknown) => {
    if (reason !== undefined) throw reason;
  });
}

export const describeKey: unique symbol = Symbol.for("stratus.describeCall");

export interface CallDescription {
  readonly sdk: string;
  readonly cacheScope: string | undefined;
  readonly service: string;
  readonly method: string;
  readonly isRead: boolean;
  readonly baseUrl: string;
  readonly operation: Operation<unknown>;
  readonly request: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
}

type DescriptionReceiver = (description: CallDescription) => void;

export function findReceiver(options: OperationOptions | undefined): DescriptionReceiver | undefined {
  return (options as { readonly [describeKey]?: DescriptionReceiver } | undefined)?.[describeKey];
}

export function createDescription(
  settings: Settings,
  operation: Operation<unknown>,
  input: Input,
  options: OperationOptions,
): CallDescription {
  const { method, url, callerHeaders } = prepareRequest(settings, operation, input, {
    ...options,
    headers: undefined,
  });
  const dot = operation.name.lastIndexOf(".");
  return {
    sdk: CatalogueError.prototype.name.replace(/Error$/, ""),
    cacheScope: settings.cacheScope,
    service: operation.name.slice(0, Math.max(dot, 0)),
    method: operation.name.slice(dot + 1),
    isRead: method === "GET" || method === "HEAD",
    baseUrl: settings.baseUrl,
    operation,
    request: {
      url: url.startsWith(settings.baseUrl) ? url.slice(settings.baseUrl.length) : url,
      ...(callerHeaders && { headers: callerHeaders }),
    },
  };
}

export const errorCodes = {
  CANCELLED: "The server responded with 499: it reports that the client closed the request.",
  DEADLINE_EXCEEDED: "No complete response arrived within `timeoutMs` or `attemptTimeoutMs`.",
  DECODE: "The response is not JSON, or it is too large or nested too deep to be read.",
  HTTP_ERROR: "The server responded with another status that is not a success.",
  INVALID_ARGUMENT: "An argument, a header or a credential cannot be sent. Nothing was sent.",
  NOT_FOUND:
    "The resource does not exist: the server responded with 404, 410, or a response that the description or `isNotFound` names.",
  RESOURCE_EXHAUSTED: "The server responded with 429: too many requests. Wait as long as `retryAfterMs`.",
  SERVER_ERROR: "The server responded with a status from 500 to 599 other than 503.",
  UNAUTHENTICATED:
    'The operation requires a credential, and none is given. Nothing was sent. Set `auth`, or `auth: "external"` if something else adds the credential.',
  UNAVAILABLE: "The server responded with 503, or no complete response arrived.",
  VALIDATION:
    "The response has no body, or it differs from the description and `validate` is `strict`, or the pages of a list do not end. `issues` has the differences; regenerate the client or report them to the API's team.",
} as const;

/** One of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

export const clientReasons = {
  ATTEMPT_TIMEOUT: "One attempt took longer than `attemptTimeoutMs`, and the call was not retried.",
  CONNECTION_LOST:
    "No complete response arrived: the connection ended, or the platform does not report why, as in a browser. The server may have processed the request.",
  CONNECT_FAILED:
    "No connection could be made: the name does not resolve, nothing listens there, or the server did not accept it in time. Check `baseUrl`.",
  CREDENTIALS_REJECTED: "The authorization server rejected the credentials. Renew or replace them.",
  LINK_REFUSED:
    "A list links to a next page that does not have the origin and the path of `baseUrl`. Nothing was sent to it.",
  MESSAGE_TOO_LARGE: "The response, or a line of it, is larger than `maxBodyBytes`.",
  MODULE_LOAD_FAILED:
    "A part of the client that is loaded when it is needed could not be loaded. Check the bundle and the network.",
  NO_CREDENTIALS:
    "A credential of `auth` is missing, is empty or cannot be sent. Check the variable or the function that it comes from.",
  PAGES_INVALID:
    "The pages of a list contradict each other: one came twice, or there are more, but the server does not say where. The message says how many were read.",
  PAGE_LIMIT: "A list has more pages than `maxPages`. The message says how many were read.",
  REQUEST_INVALID: "An argument or a header cannot be sent. The message names it. Nothing was sent.",
  REQUEST_TIMEOUT: "The call, with its retries, took longer than `timeoutMs`.",
  RESPONSE_INVALID: "The response is not JSON, differs from the description, or redirects to an invalid URL.",
  TLS_FAILED:
    "The TLS handshake failed, for example because the certificate is not trusted, or the process does not verify certificates.",
  TOKEN_FAILED: "An access token could not be requested. The message has the reason.",
  UNSUPPORTED:
    "The platform does not support the call, such as a redirect with private headers in a browser.",
} as const;

/** One of {@link clientReasons}. */
export type ClientReason = keyof typeof clientReasons;

export const optionsErrorCodes = {
  ARGUMENT_INVALID:
    "A function got an argument of the wrong kind. The message shows the form that the function needs.",
  OPTION_CONFLICT: "Two options contradict each other. Give one of them.",
  OPTION_INVALID: "An option has a value that it cannot have. The message shows valid values.",
  OPTION_MISSING: "A required option is missing. Add it.",
  OPTION_UNKNOWN: "An option has a name that does not exist. Correct the name.",
  UNSUPPORTED: "A function does not work with this type. Use the alternative that the message names.",
} as const;

/** One of {@link optionsErrorCodes}. */
export type OptionsErrorCode = keyof typeof optionsErrorCodes;

const maxNesting = 700;

let level = 0;

export function enterLevel<T>(step: () => T): T {
  if (level >= maxNesting) throw new RangeError(`nested more than ${maxNesting} levels deep`);
  level++;
  try {
    return step();
  } finally {
    level--;
  }
}

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

export function isExactText(value: unknown): value is string {
  return typeof value === "string" && /^-?(0|[1-9]\d{0,19})$/.test(value);
}

export function isAny(value: unknown): boolean {
  return value !== undefined;
}

export function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

export function ownProperty(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

export function isMultipleOf(value: number | bigint, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % step === 0;
  const [digits, scale] = readDecimal(value);
  const [stepDigits, stepScale] = readDecimal(step);
  const common = Math.max(scale, stepScale);
  return (
    (digits * BigInt(10) ** BigInt(common - scale)) %
      (stepDigits * BigInt(10) ** BigInt(common - stepScale)) ===
    BigInt(0)
  );
}

function readDecimal(value: number | bigint): readonly [digits: bigint, scale: number] {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), fraction.length - Number(exponent)];
}

export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size === items.length;
}

export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function canonical(value: unknown): unknown {
  if (typeof value === "string") return `"${value}`;
  if (!isContainer(value)) return value;
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof part === "bigint"
        ? `${part}n`
        : part,
  );
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type NumberOf<Text extends string> = Text extends `${infer Value extends number}` ? Value : never;

/** The HTTP statuses of a class: `StatusOf<4>` is 400 to 499. */
export type StatusOf<Class extends 4 | 5> = NumberOf<`${Class}${Digit}${Digit}`>;

/** An HTTP status of an error. */
export type ErrorStatus = StatusOf<4> | StatusOf<5>;

/** An error whose status and body match the description. */
export type Failure<Status extends number, Body> = CatalogueError & {
  readonly status: Status;
  readonly body: Body;
};

export function isFailure(
  error: unknown,
  operation: string,
  guards: Readonly<Record<string, (body: unknown) => boolean>>,
): boolean {
  if (!(error instanceof CatalogueError) || error.operation !== operation || !error.status) return false;
  const { status, body } = error;
  const names = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  const name = names.find((one) => Object.hasOwn(guards, one));
  const guard = (name !== undefined && guards[name]) || (() => false);
  return status >= 400 && status < 600 && (guard === isAny || guard(body));
}

/** A call, as hooks receive it. It contains no argument, query, header or secret. */
export interface CallEvent {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with the names of its parameters: `/pets/{petId}`. */
  readonly route: string;
  /** Host and port of the base URL: `api.example.com:443`. */
  readonly endpoint: string;
}

/** How a call or an attempt ended. */
export interface EndEvent {
  /** The time from its start until the response has been read, or until a stream begins, in milliseconds. */
  readonly durationMs: number;
  /**
   * The error of the package, or the reason of the caller's abort. Undefined after a success. Its message and `request`
   * have the path template instead of the arguments of the call.
   */
  readonly error: unknown;
  /** Whether the caller aborted it by its signal. */
  readonly isCancelled: boolean;
  /** The HTTP status of the last response; undefined if none arrived. */
  readonly status: number | undefined;
}

/** The end of a call. Its duration includes credentials, attempts and pauses. */
export interface CallEndEvent extends CallEvent, EndEvent {}

/** One attempt of a call. */
export interface AttemptEvent extends CallEvent {
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
}

/** The end of an attempt. */
export interface AttemptEndEvent extends AttemptEvent, EndEvent {}

/** A retry: an attempt failed, and another one follows. */
export interface RetryEvent extends AttemptEvent {
  /** The error of the failed attempt. */
  readonly error: CatalogueError;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/**
 * Functions that receive the events of calls, for logs and metrics. A hook cannot
 * change a call: its errors and rejections are ignored. A call with invalid
 * arguments or options has a start and an end, and no attempt.
 */
export interface Hooks {
  /** A call starts. Its arguments have not been checked yet. */
  onCallStart?(event: CallEvent): void;
  /** A call ended: its response has been read, or it failed. */
  onCallEnd?(event: CallEndEvent): void;
  /** An attempt starts. */
  onAttemptStart?(event: AttemptEvent): void;
  /** An attempt ended. */
  onAttemptEnd?(event: AttemptEndEvent): void;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /**
   * Returns an observer for a call. Called at the start of each call, after
   * `onCallStart`. The observer receives the events of this call only, so it can
   * keep state between them, as traces need.
   */
  observe?(event: CallEvent): CallObserver | undefined;
}

/** Receives the events of one call. */
export interface CallObserver {
  /**
   * Runs the rest of the call in an active context. It must call `work` once, synchronously.
   * If it does not, or if it throws, the call continues without the context.
   */
  run?(work: () => void): void;
  /** Called at the start of each attempt. */
  onAttempt?(event: AttemptEvent): AttemptObserver | undefined;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /** The call ended. */
  onEnd?(event: CallEndEvent): void;
}

/** Receives the events of one attempt. */
export interface AttemptObserver {
  /**
   * Headers of this attempt, such as `traceparent`. They do not replace headers of
   * the call. Redirects send them to any host, so they must not contain a secret.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs the attempt in an active context, like `run` of a {@link CallObserver}. */
  run?(work: () => void): void;
  /** The attempt ended. */
  onEnd?(event: AttemptEndEvent): void;
}

export type HeaderRecord = Readonly<Record<string, string>>;

/** A request to one URL, without its redirects. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderRecord;
  readonly body: FetchBody | null;
  /** `fetch` requires this for bodies that are read while they are sent. */
  readonly duplex: "half";
  readonly redirect: "manual" | "follow";
  readonly signal: AbortSignal;
}

export type KeyAdder = (options: OperationOptions | undefined) => OperationOptions;

export interface Operation<T> {
  readonly name: string;
  readonly method?: string;
  readonly path: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly isResource?: boolean;
  readonly notFound?: readonly number[];
  readonly guard?: (value: unknown, status: number) => boolean;
  readonly described?: () => Promise<Description>;
  readonly isEmptyAllowed?: boolean;
  readonly accept?: string;
  readonly write?: BodyWriter;
  readonly addKey?: KeyAdder;
  readonly parse?: (text: string, status: number) => unknown;
  readonly read?: ResponseReader;
  readonly security?: readonly (readonly string[])[];
  readonly server?: string;
  readonly data?: T;
}

export interface Parameter {
  readonly name: string;
  readonly location?: "query" | "header";
  readonly isRequired?: boolean;
  readonly write?: ParameterWriter;
  readonly guard: (value: unknown) => boolean;
  readonly rule: string;
}

export type Rule = readonly [defaultValue: number | undefined, min: number] | readonly string[] | null;

export type OptionTable<Options> = Readonly<Record<keyof Options, Rule>>;

type Values = Readonly<Record<string, number | string | undefined>>;

export function readValues(
  given: object,
  table: Readonly<Record<string, Rule>>,
  inherited: object = {},
  prefix = "",
  place?: PlaceName,
): Values {
  checkNames(given, Object.keys(table), prefix, place);
  const values: Record<string, number | string> = {};
  for (const [name, rule] of Object.entries(table)) {
    if (!Array.isArray(rule)) continue;
    const value = (given as Values)[name] ?? (inherited as Values)[name] ?? (rule[0] as Values[string]);
    if (value === undefined) continue;
    const fix = findFix(value, rule);
    if (fix) throw new OptionsError("OPTION_INVALID", `${prefix}${name} must ${fix}`, name);
    values[name] = value;
  }
  return values;
}

function findFix(value: unknown, rule: NonNullable<Rule>): string | undefined {
  const [first, min] = rule;
  if (typeof first !== "string")
    return (value as number) >= (min as number) ? undefined : `be at least ${min}, got ${value}`;
  const isAllowed = min === undefined || (rule as readonly unknown[]).includes(value);
  return isAllowed ? undefined : `be one of ${rule.join(", ")}`;
}

/** The request for which the function `headers` returns headers. */
export interface RequestContext {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Aborted when the attempt ends early. */
  readonly signal: AbortSignal;
}

type HeaderValues = Headers | Readonly<Record<string, string>>;

/** Headers for every request, or a function that returns them for each attempt. */
export type HeadersSource =
  | HeaderValues
  | ((context: RequestContext) => HeaderValues | Promise<HeaderValues>);

/** A difference between a response, or an argument, and the API's description. */
export interface DriftEvent extends Issue {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  /** The difference is in an argument of the call, not in the response; `path` is the name of the parameter. */
  readonly isRequest?: true;
}

/** A response of the server that may mean that a resource does not exist. */
export interface PossibleNotFound {
  readonly operation: string;
  readonly status: number;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
  /** The body as received. */
  readonly text: string;
}

/** Options of a client. */
export interface ClientOptions {
  /** The absolute URL of the API, without query: `https://api.example.com` or `https://example.com/api/`. */
  readonly baseUrl: string | URL;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Allows calls to `https:` URLs although the variable `NODE_TLS_REJECT_UNAUTHORIZED=0` disables the verification of
   * certificates. Without it, such calls throw. The option `fetch` disables this check. Default false.
   */
  readonly allowUnverifiedTls?: boolean | undefined;
  /** Headers of each request, such as `authorization`. A redirect to another origin does not send them. */
  readonly headers?: HeadersSource | undefined;
  /** The time limit of a call with all its attempts and pauses, in milliseconds. Default 60,000; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of one attempt, until its body has been read, in milliseconds. Default 20,000; `Infinity` for none. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * The retry policy; `false` sends each request once. POST and PATCH are sent once, unless the API documents
   * idempotency keys or the call itself sets `retry: { maxAttempts }`.
   */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The maximum size of a response in bytes, after decompression. A larger response throws an error with the code
   * `DECODE`. Default: 64 MB (67,108,864) for JSON, text and each line of a stream, and no limit for a Blob.
   */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum length of the body that an error contains, in characters. Default 1,000,000; 0 for none. */
  readonly maxErrorBody?: number | undefined;
  /**
   * How responses are compared with the description. `"report"` (default) returns a differing response as received
   * and calls `onDrift` once per operation and path. `"strict"` throws `VALIDATION` with the paths. `"off"` compares
   * nothing.
   */
  readonly validate?: "report" | "strict" | "off" | undefined;
  /**
   * How the arguments of calls are checked before they are sent. `"default"` refuses a missing required value and a
   * wrong JSON type, and reports violations of limits to `onDrift`: `enum`, `pattern`, `multipleOf` and bounds, where
   * descriptions are wrong most often. `"strict"` refuses every violation, `"report"` reports every one, and `"off"`
   * checks nothing. An argument that cannot be sent is always refused.
   */
  readonly validateRequests?: RequestChecks | undefined;
  /** Receives differences from the description. Errors that it throws are ignored. Default: `console.warn`. */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /**
   * Reports whether a response to `get` or `find` means that the resource does not exist, in addition to 404, 410 and
   * the responses that the description marks with `x-not-found`.
   */
  readonly isNotFound?: ((response: PossibleNotFound) => boolean) | undefined;
  /**
   * Separates the cache entries of this client from those of other logins: `@stratus/query` puts it into every key. Use
   * the ID of a user, never a token, because keys are shown. Servers that serve several users need it. Default: none.
   */
  readonly cacheScope?: string | undefined;
  /** A cache such as `etagCache()`, which saves the transfer of unchanged bodies. Default: none. */
  readonly cache?: ResponseCache | undefined;
  /** Returns a number from 0 to 1, for the pauses between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Hooks, such as `openTelemetryHooks()`, that receive events of calls, attempts and retries. Default: none. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Adds credentials to each attempt. If the API describes its credentials, use the option `auth` instead. */
  readonly sign?: Signer | undefined;
}

/** Returns a request with credentials. The option `auth` makes it if the API describes its credentials. */
export interface Signer {
  (
    request: PreparedRequest,
    sent: HttpRequest,
    fetch: typeof globalThis.fetch,
  ): HttpRequest | Promise<HttpRequest>;
  /** It has no credential, and only checks whether the operation needs one. */
  readonly isEmpty?: boolean;
}

export type MakeError = (code: ErrorCode, what: string, more?: ErrorDetails) => CatalogueError;

export interface Outcome<T> {
  readonly data?: T;
  readonly notFound?: CatalogueError;
}

export const noSuchResource = "no such resource";

export function readOutcome<T>(
  settings: Settings,
  operation: Operation<T>,
  request: PreparedRequest,
  raw: RawResponse,
): Outcome<T> | Promise<Outcome<T>> {
  const { response, text, data, isCached } = raw;
  const { isResource, isEmptyAllowed, guard, notFound } = operation;
  const { status } = response;
  let body: unknown;
  if ((response.ok || isCached) && !notFound?.includes(status)) {
    if (data !== undefined || (isEmptyAllowed && !text)) return { data: data as T };
    try {
      body ??= JSON.parse(text);
      const isValid = !guard || settings.validate === "off" || guard(body, status);
      if (
        isValid &&
        !(isResource && settings.isNotFound?.({ operation: operation.name, status, body, text }))
      )
        return { data: body as T };
    } catch {}
  }
  return load(import("./checks.js")).then(({ validateResponse }) =>
    validateResponse(settings, operation, request, raw, body),
  );
}

export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

const table: OptionTable<RetryOptions> = {
  maxAttempts: [4, 1],
  baseDelayMs: [100, 0],
  maxDelayMs: [5000, 0],
  maxRetryAfterMs: [30_000, 0],
};

export function readRetryPolicy(
  given: RetryOptions | false = {},
  inherited?: RetryPolicy,
  prefix = "",
): RetryPolicy {
  return readValues(given || { maxAttempts: 1 }, table, inherited, `${prefix}retry.`) as RetryPolicy;
}

const retryable = /^(?:408|429|50[0234]|UNAVAILABLE|DEADLINE_EXCEEDED)$/;

interface Ending {
  readonly code?: ErrorCode;
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
}

export async function findRetryDelayMs(
  { maxAttempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: RetryPolicy,
  attempt: number,
  { isSingleUse }: Pick<PreparedRequest, "isSingleUse">,
  { code, status, headers }: Ending,
  random = Math.random,
): Promise<number> {
  if (isSingleUse || attempt >= maxAttempts || !retryable.test(String(code ?? status))) return Infinity;
  const requestedMs = (headers && (await import("./checks.js")).readRetryAfterMs(headers)) ?? 0;
  if (requestedMs > maxRetryAfterMs) return Infinity;
  return Math.max(requestedMs, random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}

export type MoreOptions = Readonly<Record<string, PlaceName | null>>;

export interface Limits {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retry: RetryPolicy;
}

export interface Settings
  extends Omit<ClientOptions, keyof Limits | "baseUrl" | "maxErrorBody" | "validateRequests">, Limits {
  readonly baseUrl: string;
  readonly validateRequests: RequestChecks;
  readonly maxErrorBody: number;
}

export const shared = {
  timeoutMs: [60_000, 1],
  attemptTimeoutMs: [20_000, 1],
  maxBodyBytes: [undefined, 0],
  retry: null,
  headers: null,
  validateRequests: ["default", "report", "off", "strict"],
} as const;

export const clientTable: OptionTable<ClientOptions> = {
  ...shared,
  maxErrorBody: [1e6, 0],
  baseUrl: null,
  validate: ["report", "off", "strict"],
  fetch: null,
  allowUnverifiedTls: null,
  onDrift: null,
  isNotFound: null,
  cache: null,
  cacheScope: null,
  random: null,
  sign: null,
  hooks: null,
};

const callOptions = /^(?:accept|as|contentType|headers|params|signal)$/;

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

export function isPlain(options: OperationOptions): boolean {
  return Object.keys(options).every((name) => callOptions.test(name));
}

function readBaseUrl(baseUrl: string | URL): string {
  const href = URL.canParse(String(baseUrl)) ? new URL(baseUrl).href : "";
  if (!/^https?:\/\/[^@/]+\/[^?#]*$/.test(href))
    throw new OptionsError(
      "OPTION_INVALID",
      "baseUrl must be http(s)://host/path without ?, # and user",
      "baseUrl",
    );
  return href.replace(/\/+$/, "");
}

const plainRunner: AttemptRunner = { run: (_, request, send) => send(request), pause };

export async function runCall<T>(
  settings: Settings,
  operation: Operation<T>,
  input: Input,
  given: OperationOptions | undefined,
  isNotFoundAllowed: boolean,
  runner = plainRunner,
): Promise<CallResponse<T | undefined>> {
  if (settings.hooks && runner === plainRunner) {
    const observation = await import("./observation.js").catch(() => undefined);
    if (observation)
      return observation.observeCall(settings, operation, given?.signal, isNotFoundAllowed, (observed) =>
        runCall(settings, operation, input, given, isNotFoundAllowed, observed),
      );
  }
  const options = operation.addKey?.(given) ?? given;
  const { timeoutMs, attemptTimeoutMs, retry } = await findLimits(settings, operation, options);
  const request = prepareRequest(settings, operation, input, options);
  if (request.violations.length > 0)
    await (await load(import("./checks.js"))).validateRequest(settings, operation, options, request);
  const endMs = performance.now() + timeoutMs;
  let remainingMs = timeoutMs;
  let result: RawResponse | CatalogueError;
  for (let attempt = 1; ; attempt++) {
    const timeoutError = (): CatalogueError => {
      const isOfCall = remainingMs < attemptTimeoutMs;
      const what = `no complete response within ${isOfCall ? timeoutMs : attemptTimeoutMs} ms`;
      const clientReason = isOfCall ? "REQUEST_TIMEOUT" : "ATTEMPT_TIMEOUT";
      return makeRequestError(request, "DEADLINE_EXCEEDED", what, { attempts: attempt, clientReason });
    };
    const send = (sent: PreparedRequest): Promise<RawResponse> =>
      withDeadline(
        (inner) => sendAttempt(settings, operation, sent, options, attempt, inner),
        options?.signal,
        Math.min(remainingMs, attemptTimeoutMs),
        timeoutError,
        settings.fetch === undefined,
      );
    try {
      result = await runner.run(attempt, request, send);
      if (result.response.ok || result.isCached) break;
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      result = error;
    }
    const ended = result instanceof CatalogueError ? result : result.response;
    const delayMs = await findRetryDelayMs(retry, attempt, request, ended, settings.random);
    if (!(delayMs < Math.floor(endMs - performance.now()))) break;
    await runner.pause(delayMs, options?.signal);
    remainingMs = endMs - performance.now();
  }
  if (result instanceof CatalogueError) throw result;
  const { data, notFound } = await readOutcome(settings, operation, request, result);
  if (notFound && !isNotFoundAllowed) throw notFound;
  const { response, attempt, isCached } = result;
  return { data, status: response.status, response, attempts: attempt, isCached };
}

function findLimits(
  settings: Settings,
  operation: Operation<unknown>,
  options: OperationOptions | undefined,
): Limits | Promise<Limits> {
  const limits = { ...settings };
  if (!options || isPlain(options)) return limits;
  return load(import("./checks.js")).then(({ readLimits }) => readLimits(limits, operation, options));
}

export interface ServerChoice {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

const prefix = "server variable ";

export function readVariables(
  { variables = {} }: Partial<ServerChoice> = {},
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  checkNames(variables, names, prefix);
  return variables;
}

export class Session {
  readonly #settings: Settings;

  constructor(options: ClientOptions, more?: MoreOptions) {
    this.#settings = readSettings(options, more);
  }

  call<T, ByStatus = unknown>(
    operation: Operation<T>,
    input: Input,
    options?: OperationOptions,
  ): Call<T, ByStatus> {
    const receive = findReceiver(options);
    if (receive) return this.#describe(receive, operation, input, options);
    return makeCall(
      runCall(this.#settings, operation, input, options, false) as Promise<CallResponse<T> & ByStatus>,
    );
  }

  find<T>(operation: Operation<T>, input: Input, options?: OperationOptions): Call<T | undefined> {
    const receive = findReceiver(options);
    if (receive) return this.#describe(receive, operation, input, options);
    return makeCall(runCall(this.#settings, operation, input, options, true));
  }

  #describe<T, ByStatus>(
    receive: NonNullable<ReturnType<typeof findReceiver>>,
    operation: Operation<unknown>,
    input: Input,
    options: OperationOptions | undefined,
  ): Call<T, ByStatus> {
    receive(createDescription(this.#settings, operation, input, options ?? {}));
    return makeCall(new Promise(() => undefined));
  }
}

export interface Shape {
  readonly ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly isLoosePattern?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | false;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | false;
  readonly prefixItems?: readonly Shape[];
  readonly notEnum?: readonly unknown[];
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

export type Shapes = Readonly<Record<string, Shape>>;

export interface Description {
  readonly shapes: Shapes;
  readonly responses: Shapes;
  readonly parameters?: Shapes;
}

export interface FetchError extends Error {
  readonly code?: string;
  readonly cause?: { readonly code?: string; readonly syscall?: string; readonly errors?: unknown };
}

export interface ParameterWriter {
  (
    name: string,
    value: unknown,
    params: Readonly<Record<string, unknown>>,
    check?: CheckArgument,
  ): string | undefined;
  readonly names?: readonly string[];
}

export type CheckArgument = (
  name: string,
  value: unknown,
  guard: (value: unknown) => boolean,
  rule: string,
) => void;

export type FetchBody = NonNullable<RequestInit["body"]>;

export interface SerializedBody {
  readonly body: FetchBody;
  readonly type?: string | undefined;
  readonly isSingleUse?: boolean;
}

export type BodyWriter = (
  body: unknown,
  contentType: string | undefined,
  check?: CheckArgument,
) => SerializedBody | undefined;

export type ResponseReader = (
  response: Response,
  options: OperationOptions | undefined,
  maxBytes: number | undefined,
  request: NamedRequest,
  attempt: number,
) => Promise<unknown>;
