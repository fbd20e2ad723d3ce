import type { RuntimeErrorCode } from "./error-codes.js";

/** Creates a TypeError that carries a code. */
export const typeError = (code: RuntimeErrorCode, message: string): TypeError =>
  Object.assign(new TypeError(message), { code });

/** Creates a RangeError that carries a code. */
export const rangeError = (code: RuntimeErrorCode, message: string): RangeError =>
  Object.assign(new RangeError(message), { code });
