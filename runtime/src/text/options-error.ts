/**
 * Thrown where a session or a client is created with options that cannot work. The
 * message names the option, what is wrong with it, and what to write.
 */
export class OptionsError extends TypeError {
  override readonly name = "OptionsError";
}

/**
 * Refuses names that an option does not have, which are most often misspelt.
 *
 * @throws An OptionsError.
 */
export function requireKnownNames(given: object, known: readonly string[], option: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new OptionsError(
    `${option}: there is no ${JSON.stringify(unknown)}; the names are ${known.join(", ")}`,
  );
}
