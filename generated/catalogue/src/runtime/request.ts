/* Copied by `stratus openapi` from src/rest/runtime/request.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError, type ErrorCode, type ErrorDetails, type NamedRequest } from "./error.js";
import type { FetchBody } from "./body.js";
import type { HeaderRecord } from "./hop.js";
import type { Input, SentOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { attempt, buildTarget } from "./url.js";

/** A request as it is sent on every attempt. */
export interface PreparedRequest {
  /** As it is called on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** Without host and query: fit for messages. */
  readonly path: string;
  readonly url: string;
  readonly body: FetchBody | null;
  /** The body can be read once. */
  readonly isOnce?: boolean;
  /** Which credentials the operation asks for. */
  readonly security: Operation<unknown>["security"];
  /** Headers that say nothing of who asks. */
  readonly openHeaders: HeaderRecord;
  /** Headers of the caller's arguments and options; they stay with the origin they were given for. */
  readonly ownHeaders: HeaderRecord | undefined;
}

/** Puts a call's arguments into a request; throws `INVALID_ARGUMENT` for what cannot be sent. */
export function prepare(
  baseUrl: string,
  operation: Operation<unknown>,
  input: Input,
  options: SentOptions = {},
): PreparedRequest {
  const { name, method = "GET", accept = json, write, security } = operation;
  const { url, path, headers } = buildTarget(baseUrl, operation, input, options.params as Params);
  const sent = attempt(operation, "the body", () => write?.(input.body, options.contentType));
  const open = { accept: options.accept ?? accept };
  return {
    operation: name,
    method,
    path,
    url,
    body: null,
    ...sent,
    security,
    openHeaders: sent?.type ? { ...open, "content-type": sent.type } : open,
    ownHeaders: headers || options.headers ? { ...headers, ...options.headers } : undefined,
  };
}

/** An error that names a request. */
export function makeFailure(
  { operation, method, path }: NamedRequest,
  code: ErrorCode,
  what: string,
  more: ErrorDetails,
): CatalogueError {
  return new CatalogueError(code, what, { operation, request: `${method} ${path}`, ...more });
}

type Params = Readonly<Record<string, unknown>> | undefined;

const json = "application/json";
