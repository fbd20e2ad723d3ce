import type { CommandErrorCode } from "../error-codes.js";

/** An `apply` of which some resources failed. The others were applied. */
export class ApplyError extends Error {
  override readonly name = "ApplyError";
  readonly code: CommandErrorCode;
  readonly exitCode: number;

  constructor(code: CommandErrorCode, text: string, exitCode: number) {
    super(text);
    this.code = code;
    this.exitCode = exitCode;
  }
}
