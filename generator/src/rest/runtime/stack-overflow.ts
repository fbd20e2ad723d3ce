/**
 * The nested calls of a recursive function, each of which takes up to 900 bytes of a stack of a megabyte. V8 ends the
 * whole process, without an error, if it compiles a regular expression near the end of the stack. So what a server sends
 * must not exhaust the stack.
 */
const maxNesting = 700;

let level = 0;

/** Calls a step of a recursive function. Throws a RangeError if the value is nested too deep. */
export function enterLevel<T>(step: () => T): T {
  if (level >= maxNesting) throw new RangeError(`nested more than ${maxNesting} levels deep`);
  level++;
  try {
    return step();
  } finally {
    level--;
  }
}

/** Reports whether an error says that a value is nested too deep for a recursive function. */
export function isStackOverflow(error: unknown): boolean {
  // JSON.stringify still overflows the stack, for which Firefox throws an InternalError.
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}
