import type { RuntimeErrorCode } from "../../base/text/error-codes.js";

/** The codes of a browser login that ended without a token. */
export type LoginErrorCode = Extract<RuntimeErrorCode, `LOGIN_${string}`>;

/** Thrown if a browser login ends without a token. Its message shows no token and no code. */
export class LoginError extends Error {
  override readonly name = "LoginError";
  /** The kind of failure. `docs/reference/errors.md` lists the codes. */
  readonly code: LoginErrorCode;

  constructor(code: LoginErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
