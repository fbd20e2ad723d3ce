import { hideSecrets, showText } from "../../base/text/secret-text.js";
import { CallError } from "../../calls/error/call-error.js";
import { errorText } from "../../base/text/value-text.js";

const textLimit = 4_000;

/**
 * The failure of a login, as hooks, logs and causes may show it. An error of
 * the program's own code comes as it is, unless a bearer token, a JWT or a
 * private key stands in it: then one like it without them takes its place.
 *
 * @param inspect All that is in a value, as text.
 */
export function loginFailure(failure: unknown, inspect: (value: unknown) => string): unknown {
  if (failure instanceof CallError) return failure;
  const shown = inspect(failure);
  if (hideSecrets(shown) === shown) return failure;
  const safe = new Error(showText(errorText(failure), textLimit));
  if (failure instanceof Error) {
    safe.name = failure.name;
    safe.stack = showText(failure.stack ?? "", textLimit);
  }
  return safe;
}
