/**
 * The words of errors for anything that was thrown, and for misspelt names.
 */

/** What went wrong, in the words of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Does work.
 *
 * @throws what it throws, or rejects with, as an Error that says so behind the words
 */
export function explained<Result>(words: string, work: () => Result): Result {
  const fail = (error: unknown): never => {
    throw new Error(`${words}: ${errorText(error)}`, { cause: error });
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(fail) as Result) : result;
  } catch (error) {
    return fail(error);
  }
}
