import { CallError } from "../error/call-error.js";
import type { Method } from "../rpc/service.js";
import { OptionsError } from "../../base/text/options-error.js";
import { errorText } from "../../base/text/value-text.js";

/** The part of a route that an error names. */
interface RefusedRoute {
  readonly core: { readonly errorName: string };
  readonly endpoint: { readonly authority: string };
}

/**
 * The error of a call that could not be made: an OptionsError for its options, a CallError for its request; one that
 * is a CallError already stays as it is.
 */
export function refusedCall(
  { core, endpoint }: RefusedRoute,
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
