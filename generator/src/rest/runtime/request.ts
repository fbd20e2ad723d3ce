import type { ErrorCode } from "./error-codes.js";
import { ApiError, type ErrorDetails, type NamedRequest } from "./error.js";
import type { FetchBody } from "./body.js";
import type { HeaderRecord } from "./http-request.js";
import type { Input, OperationOptions, RequestChecks } from "./call-options.js";
import type { Operation } from "./operation.js";
import type { CheckArgument } from "./style.js";
import { tryWrite, buildTarget, type Violation } from "./url.js";

/** The settings of a client that its requests depend on. */
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

/** Makes the request of a call. It must not be sent before `validateRequest` has decided about its violations. */
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
  // @if params
  known.push(...listParameterNames(operation));
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
  // @if pages
  request.url = input.link?.(baseUrl, request.url) ?? request.url;
  // @if changes
  const sent = tryWrite(violations, "the body", () =>
    operation.write?.(input.body, options.contentType, check),
  );
  // @if changes
  if (sent?.type) request.publicHeaders = { ...request.publicHeaders, "content-type": sent.type };
  // @if changes
  if (sent) return { ...request, ...sent };
  return request;
}

/** Lists the names that `params` of an operation may have. The header `cookie` has several. */
export function listParameterNames({ parameters = [] }: Operation<unknown>): readonly string[] {
  return parameters.flatMap(({ name, location, write }) => write?.names ?? (location ? name : []));
}

/** Makes an error that names a request. */
export function makeRequestError(
  { operation, method, path }: NamedRequest,
  code: ErrorCode,
  what: string,
  more: ErrorDetails,
): ApiError {
  return new ApiError(code, what, { operation, request: `${method} ${path}`, ...more });
}

/** Awaits a part of the client. Throws an error with the reason `MODULE_LOAD_FAILED` if it cannot be loaded. */
export const load = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: Error) => {
    throw new ApiError("UNAVAILABLE", cause.message, { clientReason: "MODULE_LOAD_FAILED", cause });
  });
