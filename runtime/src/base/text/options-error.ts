import type { RuntimeErrorCode } from "./error-codes.js";
import { brandError, hasBrand } from "./error-brand.js";
import { didYouMean } from "./nearest-name.js";

/**
 * Thrown if options cannot work, such as those of a session or a client. The
 * message names the option, the problem, and the fix.
 */
export class OptionsError extends TypeError {
  override readonly name = "OptionsError";
  /** The kind of mistake. `docs/reference/errors.md` lists the codes. */
  readonly code: RuntimeErrorCode;
  /** The option that the error is about, such as `retry.maxAttempts`. */
  readonly option: string | undefined;

  constructor(
    code: RuntimeErrorCode,
    message: string,
    { option, cause }: { readonly option?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.option = option;
    brandError(this, "OptionsError");
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, "OptionsError");
  }
}

/** Returns the error for an option that has a value which it cannot have: `timeoutMs: "5" is not a time`. */
export function invalidOption(option: string, problem: string): OptionsError {
  return new OptionsError("OPTION_INVALID", `${option}: ${problem}`, { option });
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
  throw new OptionsError("OPTION_UNKNOWN", `${option}: there is no ${JSON.stringify(unknown)}${hint}`, {
    option: unknown,
  });
}
