/* Carried along by `stratus openapi`. DO NOT EDIT. */
import { ApiError } from "./error.js";
import type { CallOptions, Input, Operation } from "./operation.js";
import { targetOf } from "./url.js";

/** A request as it is sent on every attempt. */
export interface PreparedRequest {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Method and path, for messages: no host, no query. */
  readonly request: string;
  readonly body: string | undefined;
  /** Headers that say nothing of who asks. */
  readonly openHeaders: Readonly<Record<string, string>>;
  /** Headers of the caller's arguments and options; they stay with the origin they were given for. */
  readonly ownHeaders: Readonly<Record<string, string>>;
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
  const type = body === undefined ? undefined : { "content-type": "application/json" };
  return {
    operation: name,
    method,
    url,
    request: `${method} ${path}`,
    body,
    openHeaders: { accept: "application/json", ...type },
    ownHeaders: { ...headers, ...options.headers },
  };
}
