/* Copied by `stratus openapi` from src/rest/runtime/names.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";

/**
 * Refuses names that are not known, since a misspelt one would be left out in
 * silence if no compiler looks. The error says the nearest of those that are.
 * `place` comes before the name in it.
 */
export function checkNames(given: object, known: readonly string[], place = ""): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    // How many pairs of letters another name shares.
    const alike = (other: string): number =>
      [...name].filter((_, at) => other.includes(name.slice(at, at + 2))).length;
    const [nearest] = [...known].sort((a, b) => alike(b) - alike(a));
    throw new OptionsError("OPTION_UNKNOWN", `${place}${name} is unknown; the nearest is ${nearest}`, name);
  }
}
