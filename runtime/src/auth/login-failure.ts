import { inspect } from "node:util";
import { hideSecrets } from "../text/secret-text.js";
import { CallError } from "../error/call-error.js";

/**
 * What a login failed with, as hooks, logs and causes may show it. An error of
 * the program's own code comes as it is, unless a bearer token, a JWT or a
 * private key stands in it: then one like it without them takes its place.
 */
export function loginFailure(failure: unknown): unknown {
  if (failure instanceof CallError) return failure;
  const shown = inspect(failure, { depth: 8, maxStringLength: null });
  if (hideSecrets(shown) === shown) return failure;
  const isError = failure instanceof Error;
  const safe = new Error(hideSecrets(isError ? failure.message : String(failure)));
  if (isError) {
    safe.name = failure.name;
    safe.stack = hideSecrets(failure.stack ?? "");
  }
  return safe;
}
