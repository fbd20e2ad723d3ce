import { hideSecrets, showText } from "../../base/text/secret-text.js";
import { CallError } from "../../calls/error/call-error.js";
import { errorText } from "../../base/text/value-text.js";

const textLimit = 4_000;

/**
 * Returns the failure of a login for hooks, logs and causes. An error of the program's code stays as it is, unless
 * it contains a bearer token, a JWT or a private key. Then a copy without them replaces it.
 *
 * @param inspect Returns all that a value contains, as text.
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
