/**
 * Errors for users, names in kebab case, and text that is safe to print.
 *
 * @module
 */
import type { UsageErrorCode } from "../error-codes.js";
import { safeLine } from "./safe-text.js";

/**
 * An error that the user can fix, such as an unknown field or missing credentials. Nothing was changed. Requests that only
 * read may have been sent, for example to find a resource by its name.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The kind of mistake. */
  readonly code: UsageErrorCode;
  /** The exit code for a command. Default: 2. */
  readonly exitCode: number;

  constructor(code: UsageErrorCode, text: string, exitCode = 2) {
    super(text);
    this.code = code;
    this.exitCode = exitCode;
  }
}

interface UnknownNameParts {
  readonly place?: string;
  readonly fix?: string;
  readonly shown?: (meant: string) => string;
}

/**
 * Returns the error for an unknown name, which suggests the most similar known one.
 *
 * @param name The unknown part of the name. `place` is the full name, and `shown` formats the suggestion.
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
  return new UsageError("NAME_UNKNOWN", `there is no ${kind} ${safeLine(place)}${meant}${end}`);
}
