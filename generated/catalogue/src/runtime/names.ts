/* Carried along by `stratus openapi` from rest-runtime/names.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError } from "./error.js";

/**
 * Refuses names that are not known, since what is misspelt would be left out in
 * silence where no compiler looks. The error tells the nearest of those that are.
 */
export function checkNames(given: object, known: readonly string[], operation?: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    // How many pairs of letters another name shares.
    const alike = (other: string): number =>
      [...name].filter((_, at) => other.includes(name.slice(at, at + 2))).length;
    const [nearest] = [...known].sort((a, b) => alike(b) - alike(a));
    throw new CatalogueError("INVALID_ARGUMENT", `${name} is unknown; the nearest is ${nearest}`, {
      operation,
    });
  }
}
