/* Copied by `stratus openapi` from src/rest/runtime/options-error.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The kinds of mistakes in options, by the names that gRPC SDKs use too. */
export type OptionsErrorCode = "OPTION_CONFLICT" | "OPTION_INVALID" | "OPTION_MISSING" | "OPTION_UNKNOWN";

/**
 * Thrown if options cannot work: those of a client when it is made, those of a
 * call before anything is sent. The message names the option, what is wrong
 * with it, and what to write; it shows no secret.
 */
export class OptionsError extends TypeError {
  /** The kind of mistake. */
  declare readonly code: OptionsErrorCode;
  /** The option that the error is about. */
  declare readonly option: string | undefined;

  constructor(code: OptionsErrorCode, message: string, option?: string) {
    super(message);
    Object.assign(this, { code, option });
  }

  // On the prototype, where it is when the stack is written; and no minifier shortens it.
  static {
    this.prototype.name = "OptionsError";
  }
}
