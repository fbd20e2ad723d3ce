/* Copied by `stratus openapi` from src/rest/runtime/request.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { ErrorCode } from "./error-codes.js";
import { CatalogueError, type ErrorDetails, type NamedRequest } from "./error.js";
import type { FetchBody } from "./body.js";
import type { HeaderRecord } from "./http-request.js";
import type { Input, OperationOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import type { RequestChecks } from "./options.js";
import { tryWrite, buildTarget, type Violation } from "./url.js";

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
  /** Arguments that violate their description. Undefined if there are none. */
  readonly violations?: readonly Violation[] | undefined;
  /** Headers that do not identify the user. Redirects to another origin keep them. */
  readonly publicHeaders: HeaderRecord;
  /** Headers of the caller's arguments and options. Redirects to another origin drop them. */
  readonly callerHeaders: HeaderRecord | undefined;
}

/** Makes the request of a call. Throws `INVALID_ARGUMENT` for arguments that cannot be sent. */
export function prepareRequest(
  baseUrl: string,
  operation: Operation<unknown>,
  input: Input,
  options: OperationOptions = {},
  checks?: RequestChecks,
): PreparedRequest {
  const { name, method = "GET", accept = json, write, security } = operation;
  const params = options.params as Params;
  const { url, path, headers, violations } = buildTarget(baseUrl, operation, input, params, checks);
  const sent = tryWrite(operation, "the body", () => write?.(input.body, options.contentType));
  const base = { accept: options.accept ?? accept };
  return {
    operation: name,
    method,
    path,
    url,
    body: null,
    ...sent,
    security,
    violations,
    publicHeaders: sent?.type ? { ...base, "content-type": sent.type } : base,
    callerHeaders: headers || options.headers ? { ...headers, ...options.headers } : undefined,
  };
}

/** Makes an error that names a request. */
export function makeRequestError(
  { operation, method, path }: NamedRequest,
  code: ErrorCode,
  what: string,
  more: ErrorDetails,
): CatalogueError {
  return new CatalogueError(code, what, { operation, request: `${method} ${path}`, ...more });
}

type Params = Readonly<Record<string, unknown>> | undefined;

const json = "application/json";
