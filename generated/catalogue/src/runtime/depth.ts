/* Copied by `stratus openapi` from src/rest/runtime/depth.ts of protoc-gen-stratus. DO NOT EDIT. */
/** Whether an error says that the stack is full: a value is nested too deep to be walked through. */
export function isTooDeep(error: unknown): boolean {
  // Firefox has a name of its own for it.
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}

/** How many objects and lists of a value hold each other. */
export function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value].filter(isHolder); level.length > 0; depth++) {
    level = level.flatMap((one) => Object.values(one)).filter(isHolder);
  }
  return depth;
}

/** The sentence for a text of JSON that is nested too deep for readers of other forms. */
export function tooDeepToRead(text: string): string {
  const depth = depthOf(JSON.parse(text));
  return `nested ${depth} levels deep, too deep for exact integers and dates; a package made without --int64 and --dates reads it`;
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
