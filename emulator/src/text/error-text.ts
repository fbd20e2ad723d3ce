/** Formats thrown values, and adds codes to errors that have none. */
import type { EmulatorErrorCode } from "../error-codes.js";
import { EmulatorError } from "./emulator-error.js";

/** Returns the message of a thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message and the code of an error, for a terminal. */
export function errorTextWithCode(error: unknown): string {
  return error instanceof EmulatorError ? `${error.message} [${error.code}]` : errorText(error);
}

/** Adds words before the message of an error. An EmulatorError keeps its code, which is more precise than `code`. */
export function explainError(code: EmulatorErrorCode, words: string, error: unknown): EmulatorError {
  const ownCode = error instanceof EmulatorError ? error.code : code;
  return new EmulatorError(ownCode, `${words}: ${errorText(error)}`, { cause: error });
}

/**
 * Calls a function. If it throws or rejects, throws what {@link explainError} makes of the error.
 *
 * @param code the code of an error that has none
 */
export function explained<Result>(code: EmulatorErrorCode, words: string, work: () => Result): Result {
  const fail = (error: unknown): never => {
    throw explainError(code, words, error);
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(fail) as Result) : result;
  } catch (error) {
    return fail(error);
  }
}
