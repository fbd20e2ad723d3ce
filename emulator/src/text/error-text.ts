/**
 * The words of errors for anything that was thrown, and for misspelled names.
 */
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

/**
 * Does work.
 *
 * @throws an EmulatorError with the words and the message of what it throws or rejects with
 */
export function explained<Result>(code: EmulatorErrorCode, words: string, work: () => Result): Result {
  const fail = (error: unknown): never => {
    throw new EmulatorError(code, `${words}: ${errorText(error)}`, { cause: error });
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(fail) as Result) : result;
  } catch (error) {
    return fail(error);
  }
}
