import { ApiError, type ErrorCode, type ErrorDetails } from "./error.js";
import type { HeaderRecord } from "./hop.js";
import type { CallOptions, Input, Operation } from "./operation.js";
import { targetOf } from "./url.js";

/** A request as it is sent on every attempt. */
export interface PreparedRequest {
  /** As it is called on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** Without host and query: fit for messages. */
  readonly path: string;
  readonly url: string;
  readonly body: string | null;
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
  options: CallOptions | undefined,
): PreparedRequest {
  const { name, method = "GET", accept = json, contentType = json } = operation;
  const { url, path, headers } = targetOf(baseUrl, operation, input);
  let body: string | undefined;
  try {
    body = JSON.stringify(input.body);
  } catch (cause) {
    throw new ApiError("INVALID_ARGUMENT", "the body cannot be sent as JSON", { operation: name, cause });
  }
  return {
    operation: name,
    method,
    path,
    url,
    body: body ?? null,
    openHeaders: body === undefined ? { accept } : { accept, "content-type": contentType },
    ownHeaders: headers || options?.headers ? { ...headers, ...options?.headers } : undefined,
  };
}

/** An error that names a request. */
export function failureOf(
  { operation, method, path }: PreparedRequest,
  code: ErrorCode,
  what: string,
  more: ErrorDetails,
): ApiError {
  return new ApiError(code, what, { operation, request: `${method} ${path}`, ...more });
}

const json = "application/json";
