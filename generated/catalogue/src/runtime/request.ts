/* Carried along by `stratus openapi`. DO NOT EDIT. */
import { ApiError } from "./error.js";
import type { HeaderRecord } from "./hop.js";
import type { CallOptions, Input, Operation } from "./operation.js";
import { targetOf } from "./url.js";

/** A request as it is sent on every attempt. */
export interface PreparedRequest {
  /** What errors say of it: the operation; method and path, without host and query. */
  readonly label: { readonly operation: string; readonly request: string };
  readonly method: string;
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
  options: CallOptions,
): PreparedRequest {
  const { name, method = "GET" } = operation;
  const { url, path, headers } = targetOf(baseUrl, operation, input);
  let body: string | undefined;
  try {
    body = JSON.stringify(input.body);
  } catch (cause) {
    throw new ApiError("INVALID_ARGUMENT", "the body cannot be sent as JSON", { operation: name, cause });
  }
  return {
    label: { operation: name, request: `${method} ${path}` },
    method,
    url,
    body: body ?? null,
    openHeaders: body === undefined ? accept : { ...accept, "content-type": "application/json" },
    ownHeaders: headers || options.headers ? { ...headers, ...options.headers } : undefined,
  };
}

const accept: HeaderRecord = { accept: "application/json" };
