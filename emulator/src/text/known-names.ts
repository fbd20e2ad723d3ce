import { nearestName } from "@stratus/convention/name";
import { EmulatorError } from "./emulator-error.js";

/** The names that an object of a type may have: a table with each of them, so that the compiler misses none. Their values say nothing here. */
export type NamesOf<T> = Readonly<Record<keyof T, unknown>>;

type Names = NamesOf<Record<string, unknown>>;

/**
 * Rejects unknown names that are misspellings of known names that are missing. Other unknown names are allowed,
 * because the description of an account may contain additional fields.
 *
 * @throws an Error that names the place, the name and the one that was likely meant
 */
export function refuseMisspelledNames(given: object, known: Names, place: string): void {
  const missing = Object.keys(known).filter((name) => !Object.hasOwn(given, name));
  for (const name of Object.keys(given)) {
    const nearest = Object.hasOwn(known, name) ? undefined : nearestName(name, missing);
    if (nearest !== undefined)
      throw new EmulatorError(
        "OPTION_UNKNOWN",
        `${place}: unknown name ${JSON.stringify(name)}; did you mean "${nearest}"?`,
      );
  }
}

/**
 * Refuses names that an object does not have. Most are misspelled, and would have no effect where no compiler looks.
 *
 * @param place what was called, and the option in it: `startEmulator: headers`
 * @throws an Error that names the place, the name and the one that was likely meant
 */
export function requireKnownNames(given: object, known: Names, place: string): void {
  if (typeof given !== "object" || given === null)
    throw new EmulatorError("OPTION_INVALID", `${place}: must be an object`);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known);
  const nearest = nearestName(unknown, names);
  const hint = nearest === undefined ? `; known names: ${names.join(", ")}` : `; did you mean "${nearest}"?`;
  throw new EmulatorError("OPTION_UNKNOWN", `${place}: unknown name ${JSON.stringify(unknown)}${hint}`);
}
