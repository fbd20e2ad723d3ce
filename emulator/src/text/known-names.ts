import { nearestName } from "@stratus/convention/name";
import type { EmulatorErrorCode } from "../error-codes.js";
import { EmulatorError } from "./emulator-error.js";

/** A table with every name that an object of a type may have, so that the compiler finds missing ones. The values do not matter. */
export type NamesOf<T> = Readonly<Record<keyof T, unknown>>;

type Names = NamesOf<Record<string, unknown>>;

/**
 * Rejects unknown names that are misspellings of known names that are missing. Other unknown names are allowed,
 * because the description of an account may contain additional fields.
 *
 * @throws EmulatorError that contains the place, the name and the most similar known name
 */
export function rejectMisspelledNames(given: object, known: Names, place: string): void {
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
 * Rejects unknown names. Most are misspellings that a compiler did not see, and would have no effect.
 *
 * @param place the function, and the option in it: `startEmulator: headers`
 * @param code the code of the error
 * @throws EmulatorError that contains the place, the name and the most similar known name
 */
export function requireKnownNames(
  given: object,
  known: Names,
  place: string,
  code: EmulatorErrorCode = "OPTION_UNKNOWN",
): void {
  if (typeof given !== "object" || given === null)
    throw new EmulatorError("OPTION_INVALID", `${place}: must be an object`);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known);
  const nearest = nearestName(unknown, names);
  const hint = nearest === undefined ? `; known names: ${names.join(", ")}` : `; did you mean "${nearest}"?`;
  throw new EmulatorError(code, `${place}: unknown name ${JSON.stringify(unknown)}${hint}`);
}
