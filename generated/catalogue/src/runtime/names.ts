/* Copied by `stratus openapi` from src/rest/runtime/names.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";

/**
 * Throws an `OptionsError` for a name that is not known, because plain JavaScript
 * would silently ignore a misspelled one. The message begins with `prefix` and
 * names the most similar known name.
 */
export function checkNames(given: object, known: readonly string[], prefix = ""): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    // The number of pairs of letters that two names share.
    const similarity = (other: string): number =>
      [...name].filter((_, at) => other.includes(name.slice(at, at + 2))).length;
    const [nearest] = [...known].sort((a, b) => similarity(b) - similarity(a));
    throw new OptionsError("OPTION_UNKNOWN", `${prefix}${name} is unknown; did you mean ${nearest}?`, name);
  }
}
