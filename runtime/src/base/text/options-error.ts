import { didYouMean } from "./nearest-name.js";

/**
 * Thrown if options cannot work, such as those of a session or a client. The
 * message names the option, what is wrong with it, and what to write.
 */
export class OptionsError extends TypeError {
  override readonly name = "OptionsError";
}

/**
 * Refuses names that an option does not have, which are most often misspelt.
 *
 * @throws An OptionsError that names the one that was likely meant.
 */
export function requireKnownNames(given: object, known: readonly string[], option: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, known) || `; the names are ${known.join(", ")}`;
  throw new OptionsError(`${option}: there is no ${JSON.stringify(unknown)}${hint}`);
}
