import type { EmulatorErrorCode } from "../error-codes.js";

/** An error of an emulator that cannot start or that is used in a wrong way. The message names the place and the fix. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
  readonly code: EmulatorErrorCode;

  constructor(code: EmulatorErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}
