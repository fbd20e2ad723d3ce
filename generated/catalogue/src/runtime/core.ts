/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import type { readBodyText } from "./common.js";

export interface Target {
  path: string;
  query: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Violation {
  readonly name: string;
  readonly value?: unknown;
  readonly rule?: string;
  readonly cause?: unknown;
}

export interface Arguments {
  readonly values?: readonly unknown[] | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly violations: Violation[];
  readonly check: CheckArgument;
}

export function buildTarget({ path, parameters = [] }: Operation<unknown>, given: Arguments): Target {
  const { values = [], violations, check } = given;
  const target: Target = { path: path[0] ?? "", query: "" };
  let index = 0;
  for (const parameter of parameters) {
    const { name, guard, rule } = parameter;
    const value = values[index++];
    check(name, value, guard, rule);
    const text = serialize(parameter, value, given);
    if (text !== undefined && /^\.{0,2}$/.test(text)) violations.push({ name, value: text });
    target.path += (text ?? "") + (path[index] ?? "");
  }
  return target;
}

function serialize(
  parameter: Parameter,
  value: unknown,
  given: Arguments,
  encode: (text: string) => string = encodeURIComponent,
): string | undefined {
  const { name } = parameter;
  const { violations } = given;
  const { write } = parameter;
  if (write) return tryWrite(violations, name, () => write(name, value, given.params, given.check));
  if (isScalar(value)) return tryWrite(violations, name, () => encode(String(value)));
  violations.push({ name, value });
  return undefined;
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
   * `missing`: a required value is absent. `unexpected`: a value is not allowed. `rounded`: JavaScript cannot represent
   * an integer. `tooDeep`, `tooDifferent`: a value was not compared to its end. `total`: a list has another number of
   * items than its pages say. `different`: every other difference.
   */
  readonly kind: "different" | "missing" | "unexpected" | "rounded" | "tooDeep" | "tooDifferent" | "total";
}

function findReason(code: ErrorCode): ClientReason | undefined {
  if (code === "INVALID_ARGUMENT") return "REQUEST_INVALID";
  return code === "DECODE" || code === "VALIDATION" ? "RESPONSE_INVALID" : undefined;
}

const errorBrand = Symbol.for("stratus openapi CatalogueError");

/** Thrown when a call fails. An abort by the caller rejects with the signal's reason instead. It has no credential. */
export class CatalogueError extends Error {
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
  /** The body, parsed if it is JSON; undefined if longer than `maxErrorBody`. `isGetPetError` narrows its type. */
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
    Object.assign(this, { code, clientReason: findReason(code), attempts: 0, issues: [] }, details);
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

  static {
    this.prototype.name = "CatalogueError";
  }
}

/** Details of a failed call. */
export type ErrorDetails = Partial<Omit<CatalogueError, "code" | "message" | "name" | "stack" | "toJSON">>;

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
  const { validateRequests: checks = validateRequests } = options;
  const params = (options.params ?? {}) as Readonly<Record<string, unknown>>;
  const known: string[] = [];
  const unknown = Object.keys(params).filter((one) => !known.includes(one));
  const violations: Violation[] = unknown.map((one) => ({ name: one }));
  const check: CheckArgument = (argument, value, guard, rule) => {
    if (checks !== "off" && !guard(value)) violations.push({ name: argument, value, rule });
  };
  const given = { values: input.values, params, violations, check };
  const { path, query, headers } = buildTarget(operation, given);
  const request: { -readonly [Name in keyof PreparedRequest]: PreparedRequest[Name] } = {
    operation: name,
    method,
    path,
    url: baseUrl + path + query,
    body: null,
    security,
    violations,
    publicHeaders: { accept: options.accept ?? accept },
    callerHeaders: headers || options.headers ? { ...headers, ...options.headers } : undefined,
  };
  return request;
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

export interface ActiveCall<T = unknown> {
  readonly settings: Settings;
  readonly operation: Operation<T>;
  readonly options: OperationOptions | undefined;
  readonly request: PreparedRequest;
}

export interface Attempt extends ActiveCall {
  readonly attempt: number;
}

export interface RawResponse {
  readonly response: Response;
  readonly text: string;
  readonly data: unknown;
  readonly isCached: boolean;
  readonly attempt: number;
}

export function makeUnavailableError(
  { settings, request, attempt: attempts }: Attempt,
  cause: unknown,
  clientReason: ClientReason,
  why = (cause as Error | undefined)?.message,
): CatalogueError {
  const what = `no complete response from ${settings.baseUrl} (${why}); check baseUrl`;
  return makeRequestError(request, "UNAVAILABLE", what, { attempts, clientReason, cause });
}

let bodyReader: Promise<{ readonly readBodyText: typeof readBodyText }> | undefined;

export async function sendAttempt(call: Attempt, signal: AbortSignal): Promise<RawResponse> {
  const { settings, options, request, attempt } = call;
  const { url, method, body, publicHeaders, callerHeaders } = request;
  const { Deno, process } = globalThis as { Deno?: unknown; process?: { env?: Record<string, unknown> } };
  const isUnverified = !Deno && process?.env?.["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  const { fetch = isUnverified ? (await import("./headers.js")).verifyingFetch(call) : globalThis.fetch } =
    settings;
  const cache = method === "GET" ? settings.cache : undefined;
  const cached = cache?.get(url);
  const headers = cached ? { ...publicHeaders, "if-none-match": cached.etag } : publicHeaders;
  let sent: HttpRequest = { url, method, headers, body, duplex: "half", redirect: "follow", signal };
  const isPrivate = (settings.headers ?? callerHeaders ?? settings.sign ?? body) !== null;
  const sameOrigin = isPrivate && (await load(import("./headers.js")));
  if (sameOrigin) sent = await sameOrigin.addPrivateHeaders(call, fetch, sent);
  const maxBytes = options?.maxBodyBytes ?? settings.maxBodyBytes;
  let response: Response;
  let text = "";
  let data: unknown;
  try {
    response = await fetch(sent.url, sent);
    if (sameOrigin) response = await sameOrigin.followRedirects(call, fetch, sent, response);
    if (!response.bodyUsed && data === undefined) {
      bodyReader ??= load(import("./common.js"));
      text = await (await bodyReader).readBodyText(response, maxBytes);
    }
  } catch (cause) {
    bodyReader = undefined;
    if (cause instanceof CatalogueError || signal.aborted) throw cause;
    const { code, cause: reason = code } = (cause ?? {}) as FetchError;
    if (reason === undefined && !(cause instanceof RangeError))
      throw makeUnavailableError(call, cause, "CONNECTION_LOST");
    throw (await import("./checks.js")).makeFetchError(call, cause);
  }
  return { text, isCached: false, ...cache?.update(url, cached, response, text), response, data, attempt };
}

export interface AttemptRunner {
  run(call: Attempt, send: (call: Attempt) => Promise<RawResponse>): Promise<RawResponse>;
  pause(delayMs: number, caller: AbortSignal | undefined): Promise<void>;
}

const optionsErrorBrand = Symbol.for("stratus openapi OptionsError");

/** Thrown for invalid options, before anything is sent. The message names the option and the fix, and no secret. */
export class OptionsError extends TypeError {
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

  static {
    this.prototype.name = "OptionsError";
  }
}

export type PlaceName = (name: string) => string | undefined;

export function checkNames(given: object, known: readonly string[], prefix = "", place?: PlaceName): void {
  const name = Object.keys(given).find((one) => !known.includes(one));
  if (name === undefined) return;
  const fix = place?.(name) ?? `the known names are ${known.join(", ") || "none"}`;
  throw new OptionsError("OPTION_UNKNOWN", `${prefix}${name} is unknown; ${fix}`, name);
}

/** A cached body. It is used if the server confirms that it is current. */
export interface CachedBody {
  /** The validator of the response (RFC 9110, section 8.8.3). */
  readonly etag: string;
  readonly text: string;
}

/** Caches bodies by URL. Use one per user, because a response may depend on the user. */
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
 * Makes a cache in memory, which drops the least recently used body. The server confirms each use of a body
 * (`If-None-Match`, RFC 9110). `Cache-Control: no-store` is respected. In a browser it causes a CORS preflight request.
 */
export function etagCache(options: { readonly maxEntries?: number } = {}): ResponseCache {
  checkNames(options, ["maxEntries"]);
  const { maxEntries = 100 } = options;
  const bodies = new Map<string, CachedBody>();
  return {
    get: (url) => bodies.get(url),
    update(url, cached, { status, headers }, text) {
      const isCached = status === 304 && cached !== undefined;
      const etag = headers.get("etag");
      const isNew = status === 200 && !/\bno-store\b/i.test(headers.get("cache-control") ?? "");
      const body = isCached ? cached : etag && isNew ? { etag, text } : undefined;
      bodies.delete(url);
      if (body) bodies.set(url, body);
      const oldest = bodies.keys().next();
      if (bodies.size > maxEntries && !oldest.done) bodies.delete(oldest.value);
      return { text: body?.text ?? text, isCached };
    },
  };
}

/** The data of a call with its response. */
export interface CallResponse<T> {
  readonly data: T;
  readonly status: number;
  /** The response: status, headers and final URL. Its body has been read. */
  readonly response: Response;
  /** The number of requests that were sent, at least 1. */
  readonly attempts: number;
  /** The server confirmed that the cached body is current (304). */
  readonly isCached: boolean;
}

/** A call in progress, which gives its data. `ByStatus` pairs statuses with data if several are described. */
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
}

/** When and how often a failed request is sent again. */
export interface RetryOptions {
  /**
   * The maximum number of attempts, the first included. Default 4. POST and PATCH are sent once, unless the API has
   * idempotency keys or the call itself sets `maxAttempts`.
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
  /** Overrides each member of the client's; `false` sends the request once. */
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
    if (isAlive) (timer as { unref?(): unknown } | undefined)?.unref?.();
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

type Receive = (description: CallDescription) => void;

export function findReceiver(options: object = {}): Receive | undefined {
  return (options as { readonly [describeKey]?: Receive })[describeKey];
}

export function createDescription(
  settings: Settings,
  operation: Operation<unknown>,
  input: Input,
  options: OperationOptions = {},
): CallDescription {
  const { baseUrl, cacheScope } = settings;
  const prepared = prepareRequest(settings, operation, input, { ...options, headers: undefined });
  const { method: verb, url, callerHeaders: headers } = prepared;
  const [, service = "", method = ""] = /^(?:(.*)\.)?(.*)$/.exec(operation.name) ?? [];
  return {
    sdk: CatalogueError.prototype.name.replace(/Error$/, ""),
    cacheScope,
    service,
    method,
    isRead: verb === "GET" || verb === "HEAD",
    baseUrl,
    operation,
    request: {
      url: url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url,
      ...(headers && { headers }),
    },
  };
}

/** The reason of a failed call. The errors page of protoc-gen-stratus explains each. */
export type ErrorCode =
  | "CANCELLED"
  | "DEADLINE_EXCEEDED"
  | "DECODE"
  | "HTTP_ERROR"
  | "INVALID_ARGUMENT"
  | "NOT_FOUND"
  | "RESOURCE_EXHAUSTED"
  | "SERVER_ERROR"
  | "UNAUTHENTICATED"
  | "UNAVAILABLE"
  | "VALIDATION";

/** The reason if the client itself decided. The errors page of protoc-gen-stratus explains each. */
export type ClientReason =
  | "ATTEMPT_TIMEOUT"
  | "CONNECTION_LOST"
  | "CONNECT_FAILED"
  | "CREDENTIALS_REJECTED"
  | "LINK_REFUSED"
  | "MESSAGE_TOO_LARGE"
  | "MODULE_LOAD_FAILED"
  | "NO_CREDENTIALS"
  | "PAGES_INVALID"
  | "PAGE_LIMIT"
  | "REQUEST_INVALID"
  | "REQUEST_TIMEOUT"
  | "RESPONSE_INVALID"
  | "TLS_FAILED"
  | "TOKEN_FAILED"
  | "UNSUPPORTED";

/** The kind of mistake in an option or argument. The errors page of protoc-gen-stratus explains each. */
export type OptionsErrorCode =
  | "ARGUMENT_INVALID"
  | "OPTION_CONFLICT"
  | "OPTION_INVALID"
  | "OPTION_MISSING"
  | "OPTION_UNKNOWN"
  | "UNSUPPORTED";

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
  /** The error, with the path template instead of arguments, or the reason of the caller's abort. */
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

/** Functions that receive the events of calls, for logs and metrics. Their errors and rejections are ignored. */
export interface Hooks {
  /** A call starts. Its arguments have not been checked yet. */
  onCallStart?(event: CallEvent): void;
  /** A call ended: its response has been read, or it failed. */
  onCallEnd?(event: CallEndEvent): void;
  onAttemptStart?(event: AttemptEvent): void;
  onAttemptEnd?(event: AttemptEndEvent): void;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /** Returns an observer for one call, which can keep state, as traces need. Called after `onCallStart`. */
  observe?(event: CallEvent): CallObserver | undefined;
}

/** Receives the events of one call. */
export interface CallObserver {
  /** Runs the rest of the call in an active context. It must call `work` once, synchronously. */
  run?(work: () => void): void;
  onAttempt?(event: AttemptEvent): AttemptObserver | undefined;
  onRetry?(event: RetryEvent): void;
  onEnd?(event: CallEndEvent): void;
}

/** Receives the events of one attempt. */
export interface AttemptObserver {
  /** Headers of this attempt, such as `traceparent`. No secrets: redirects send them to any host. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs the attempt in an active context, like `run` of a {@link CallObserver}. */
  run?(work: () => void): void;
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
  readonly security?: readonly (readonly string[])[];
  readonly server?: string;
  readonly data?: T;
}

export interface Parameter {
  readonly name: string;
  readonly location?: "query" | "header";
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
  readonly text: string;
}

/** Options of a client. */
export interface ClientOptions {
  /** The absolute URL of the API, without query: `https://api.example.com` or `https://example.com/api/`. */
  readonly baseUrl: string | URL;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Allows `https:` with `NODE_TLS_REJECT_UNAUTHORIZED=0`; else such calls throw, unless `fetch` is given. */
  readonly allowUnverifiedTls?: boolean | undefined;
  /** Headers of each request, such as `authorization`. A redirect to another origin does not send them. */
  readonly headers?: HeadersSource | undefined;
  /** The limit of a call with its attempts and pauses, in milliseconds. Default 60,000; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** The limit of an attempt until its body is read, in milliseconds. Default 20,000; `Infinity` for none. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The retry policy; `false` sends each request once. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The maximum size of a response in bytes, after decompression; a larger one throws `DECODE`. Default: 64 MB
   * (67,108,864) for JSON, text and each line of a stream, and no limit for a Blob.
   */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum length of the body that an error contains, in characters. Default 1,000,000; 0 for none. */
  readonly maxErrorBody?: number | undefined;
  /**
   * How responses are compared with the description. `"report"` (default) returns a differing one as received and
   * calls `onDrift` once per operation and path. `"strict"` throws `VALIDATION`. `"off"` compares nothing.
   */
  readonly validate?: "report" | "strict" | "off" | undefined;
  /**
   * How arguments are checked. `"default"` refuses a missing one and a wrong JSON type, and reports violations of
   * `enum`, `pattern`, `multipleOf` and bounds to `onDrift`. `"strict"` refuses every violation, `"report"` reports
   * every one, and `"off"` checks nothing. An argument that cannot be sent is always refused.
   */
  readonly validateRequests?: RequestChecks | undefined;
  /** Receives differences from the description. Errors that it throws are ignored. Default: `console.warn`. */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** Whether a resource does not exist by its response, besides 404, 410 and those marked with `x-not-found`. */
  readonly isNotFound?: ((response: PossibleNotFound) => boolean) | undefined;
  /** Separates the entries of `@stratus/query` by login: the ID of a user, never a token, because keys are shown. */
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

export function readOutcome<T>(call: ActiveCall<T>, raw: RawResponse): Outcome<T> | Promise<Outcome<T>> {
  const { settings, operation } = call;
  const { response, text, data, isCached } = raw;
  const { isResource, isEmptyAllowed, guard, notFound } = operation;
  const { status } = response;
  let body: unknown;
  if ((response.ok || isCached) && !notFound?.includes(status)) {
    if (data !== undefined || (isEmptyAllowed && !text)) return { data: data as T };
    try {
      body ??= JSON.parse(text);
      const isValid = !guard || settings.validate === "off" || guard(body, status);
      const isMissing =
        isResource && settings.isNotFound?.({ operation: operation.name, status, body, text });
      if (isValid && !isMissing) return { data: body as T };
    } catch {}
  }
  return load(import("./checks.js")).then((checks) => checks.validateResponse(call, raw, body));
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
type Ending = Partial<Pick<CatalogueError, "code" | "status" | "headers">>;

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

export const unchecked = <Name extends string>(
  ...names: readonly Name[]
): OptionTable<Record<Name, unknown>> =>
  Object.fromEntries(names.map((name) => [name, null])) as OptionTable<Record<Name, unknown>>;

export const shared = {
  ...unchecked("retry", "headers"),
  timeoutMs: [60_000, 1],
  attemptTimeoutMs: [20_000, 1],
  maxBodyBytes: [undefined, 0],
  validateRequests: ["default", "report", "off", "strict"],
} as const;

export const clientTable: OptionTable<ClientOptions> = {
  ...shared,
  ...unchecked("baseUrl", "fetch", "allowUnverifiedTls", "onDrift", "isNotFound"),
  ...unchecked("cache", "cacheScope", "random", "sign", "hooks"),
  maxErrorBody: [1e6, 0],
  validate: ["report", "off", "strict"],
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
  const what = "baseUrl must be http(s)://host/path without ?, # and user";
  if (!/^https?:\/\/[^@/]+\/[^?#]*$/.test(href)) throw new OptionsError("OPTION_INVALID", what, "baseUrl");
  return href.replace(/\/+$/, "");
}

const plainRunner: AttemptRunner = { run: (call, send) => send(call), pause };

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
  const options = given;
  const { timeoutMs, attemptTimeoutMs, retry } = await findLimits({ settings, operation, options });
  const request = prepareRequest(settings, operation, input, options);
  const call = { settings, operation, options, request };
  if (request.violations.length > 0) await (await load(import("./checks.js"))).validateRequest(call);
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
    const limitMs = Math.min(remainingMs, attemptTimeoutMs);
    const isAlive = settings.fetch === undefined;
    const send = (sent: Attempt): Promise<RawResponse> =>
      withDeadline((inner) => sendAttempt(sent, inner), options?.signal, limitMs, timeoutError, isAlive);
    try {
      result = await runner.run({ ...call, attempt }, send);
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
  const { data, notFound } = await readOutcome(call, result);
  if (notFound && !isNotFoundAllowed) throw notFound;
  const { response, attempt, isCached } = result;
  return { data, status: response.status, response, attempts: attempt, isCached };
}

async function findLimits({ settings, operation, options }: Omit<ActiveCall, "request">): Promise<Limits> {
  const limits = { ...settings };
  if (!options || isPlain(options)) return limits;
  return (await load(import("./checks.js"))).readLimits(limits, operation, options);
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
    return this.#run(operation, input, options, false) as Call<T, ByStatus>;
  }

  find<T>(operation: Operation<T>, input: Input, options?: OperationOptions): Call<T | undefined> {
    return this.#run(operation, input, options, true);
  }

  #run<T>(
    operation: Operation<T>,
    input: Input,
    options: OperationOptions | undefined,
    isNotFoundAllowed: boolean,
  ): Call<T | undefined> {
    const receive = findReceiver(options);
    if (!receive) return makeCall(runCall(this.#settings, operation, input, options, isNotFoundAllowed));
    receive(createDescription(this.#settings, operation, input, options));
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
