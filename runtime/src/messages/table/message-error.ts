import type { RuntimeErrorCode } from "../../base/text/error-codes.js";
import { brandError, hasBrand } from "../../base/text/error-brand.js";

/**
 * Thrown for input that is not a valid message: bytes, JSON, text or a plain object. Thrown by `decode`, `encode` and `create`
 * of message types, and by `fromJson`, `fromJsonText` and `toJson`. The message names the place, without values of secret fields.
 */
export class MessageError extends TypeError {
  override readonly name = "MessageError";
  /** The kind of mistake, as `docs/reference/errors.md` lists it. */
  readonly code = "MESSAGE_INVALID" satisfies RuntimeErrorCode;
  // Not enumerable, because the message contains both.
  readonly #problem: string;
  readonly #path: readonly (string | number)[];

  constructor(
    message: string,
    {
      problem = message,
      path = [],
      cause,
    }: Partial<Pick<MessageError, "problem" | "path">> & ErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.#problem = problem;
    this.#path = path;
    brandError(this, "MessageError");
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, "MessageError");
  }

  /** The message without the place: `a number is needed, got "4"`. */
  get problem(): string {
    return this.#problem;
  }

  /**
   * The place, if the message names one: properties or JSON names, indexes, keys and members of oneofs. It ends at a secret
   * field.
   */
  get path(): readonly (string | number)[] {
    return this.#path;
  }
}
