import type { OptionsErrorCode } from "./error-codes.js";

const optionsErrorBrand = Symbol.for("stratus openapi OptionsError");

/** Thrown for invalid options, before anything is sent. The message names the option and the fix, and no secret. */
export class OptionsError extends TypeError {
  declare readonly code: OptionsErrorCode;
  /** The option that the error is about. */
  declare readonly option: string | undefined;

  constructor(code: OptionsErrorCode, message: string, option?: string) {
    super(message);
    Object.assign(this, { code, option });
    Object.defineProperty(this, optionsErrorBrand, { value: true });
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && optionsErrorBrand in value;
  }

  // On the prototype, the name is set before the stack is captured, and minifiers keep it.
  static {
    this.prototype.name = "OptionsError";
  }
}
