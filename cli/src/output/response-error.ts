import type { CommandErrorCode } from "../error-codes.js";

/** A response that cannot be used or printed as requested. The call succeeded: if it was a change, it was applied. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly code: CommandErrorCode;

  constructor(code: CommandErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
