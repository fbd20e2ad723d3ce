import type { RuntimeErrorCode } from "../../base/text/error-codes.js";

/**
 * Thrown if bytes, JSON or a value are not the message that they should be:
 * by `decode`, `encode` and `create` of a message type, by `fromJson`,
 * `fromJsonText` and `toJson`. So a program tells bad input from its own
 * mistakes. The message names the place, and shows nothing of a secret field.
 */
export class MessageError extends TypeError {
  override readonly name = "MessageError";
  /** The kind of mistake, as `docs/errors.md` lists it. */
  readonly code = "MESSAGE_INVALID" satisfies RuntimeErrorCode;
  // Not listed, since the message says both.
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
  }

  /** The message without the place: `a number is needed, got "4"`. */
  get problem(): string {
    return this.#problem;
  }

  /**
   * The place, if the message names one: properties or JSON names, indexes, keys, members of oneofs; not what is inside
   * a secret field.
   */
  get path(): readonly (string | number)[] {
    return this.#path;
  }
}
