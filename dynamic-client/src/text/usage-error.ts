/**
 * The room of texts: what is wrong with a command, names in kebab case, and text of an API on its way to a terminal.
 *
 * @module
 */
import { safeLine } from "./safe-text.js";

/** Something that a user can mend: an unknown word, a value of the wrong kind, a missing login. Nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The exit code of the command. */
  readonly exitCode: number;

  constructor(text: string, exitCode = 2) {
    super(text);
    this.exitCode = exitCode;
  }
}

interface UnknownNameParts {
  readonly place?: string;
  readonly fix?: string;
  readonly shown?: (meant: string) => string;
}

/**
 * The error of a name that nothing has, with the one that was probably meant.
 *
 * @param name The part of it that was not found; `place` has all of it, and `shown` makes all of what was meant.
 */
export async function unknownNameError(
  kind: string,
  name: string,
  known: readonly string[],
  { place = name, fix = "", shown = (meant) => meant }: UnknownNameParts = {},
): Promise<UsageError> {
  const { nearestName } = await import("@stratus/convention/name");
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? "" : `; did you mean ${shown(nearest)}?`;
  const end = fix === "" ? "" : `${meant === "" ? ";" : ""} ${fix}`;
  return new UsageError(`there is no ${kind} ${safeLine(place)}${meant}${end}`);
}
