import { didYouMean } from "./nearest-name.js";

/** Thrown for invalid options, such as those of a session or a client. The message names the option, the problem and the fix. */
export class OptionsError extends TypeError {
  override readonly name = "OptionsError";
}

/**
 * Rejects unknown names among options. The error suggests the nearest known name.
 *
 * @throws OptionsError
 */
export function requireKnownNames(given: object, known: readonly string[], option: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, known) || `; the names are ${known.join(", ")}`;
  throw new OptionsError(`${option}: there is no ${JSON.stringify(unknown)}${hint}`);
}
