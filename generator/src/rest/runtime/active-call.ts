import type { OperationOptions } from "./call-options.js";
import type { ClientReason } from "./error-codes.js";
import type { ApiError } from "./error.js";
import type { Operation } from "./operation.js";
import { makeRequestError, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** A call whose request is prepared. */
export interface ActiveCall<T = unknown> {
  readonly settings: Settings;
  readonly operation: Operation<T>;
  readonly options: OperationOptions | undefined;
  readonly request: PreparedRequest;
}

/** An attempt of a call, counted from 1. */
export interface Attempt extends ActiveCall {
  readonly attempt: number;
}

/** A response whose body has been read to the end. */
export interface RawResponse {
  readonly response: Response;
  readonly text: string;
  /** The value of a response that is not JSON. */
  readonly data: unknown;
  readonly isCached: boolean;
  /** The number of the attempt that received it, counted from 1. */
  readonly attempt: number;
}

/** Makes the error of an attempt that got no complete response. `why` is the reason. */
export function makeUnavailableError(
  { settings, request, attempt: attempts }: Attempt,
  cause: unknown,
  clientReason: ClientReason,
  why = (cause as Error | undefined)?.message,
): ApiError {
  const what = `no complete response from ${settings.baseUrl} (${why}); check baseUrl`;
  return makeRequestError(request, "UNAVAILABLE", what, { attempts, clientReason, cause });
}
