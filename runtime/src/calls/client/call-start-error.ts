import { CallError } from "../error/call-error.js";
import type { Method } from "../rpc/service.js";
import { OptionsError } from "../../base/text/options-error.js";
import { errorText } from "../../base/text/value-text.js";

/** The parts of a route that errors contain. */
interface ErrorRoute {
  readonly core: { readonly errorName: string };
  readonly endpoint: { readonly authority: string };
}

/**
 * Converts the error of a call that could not start: an `OptionsError` gets the name of the method, a `CallError` stays as it
 * is, and any other error becomes a `CallError` INVALID_ARGUMENT.
 */
export function toCallStartError(
  { core, endpoint }: ErrorRoute,
  method: Method,
  error: unknown,
): CallError | OptionsError {
  if (error instanceof CallError) return error;
  if (error instanceof OptionsError)
    return new OptionsError(error.code, `${method.path.slice(1)}: ${error.message}`, {
      option: error.option,
    });
  return new CallError({
    name: core.errorName,
    code: "INVALID_ARGUMENT",
    clientReason: "REQUEST_INVALID",
    text: errorText(error),
    method: method.path.slice(1),
    endpoint: endpoint.authority,
    cause: error,
  });
}

/** Creates the error for a response that a method cannot return. */
export function createResponseError({ core, endpoint }: ErrorRoute, method: Method, text: string): CallError {
  return new CallError({
    name: core.errorName,
    code: "INTERNAL",
    clientReason: "RESPONSE_INVALID",
    text,
    method: method.path.slice(1),
    endpoint: endpoint.authority,
  });
}
