/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/options-error.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { OptionsErrorCode } from "./error-codes.js";

/**
 * Thrown for invalid options: those of a client in its constructor, those of a
 * call before anything is sent. The message names the option and the fix. It
 * contains no secret.
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

  // On the prototype, the name is set before the stack is captured, and minifiers keep it.
  static {
    this.prototype.name = "OptionsError";
  }
}
