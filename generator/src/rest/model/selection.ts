/** Selects the operations to generate by operationId, method and path, tag, or path with `*` as a wildcard. */
export interface Selection {
  /** If there are any, an operation must match one. */
  readonly include: readonly string[];
  /** An operation that matches one is left out. */
  readonly exclude: readonly string[];
}

/** The strings of an operation that a pattern may match. */
export interface Selectable {
  readonly operationId: string | undefined;
  /** Upper or lower case. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
}

/** Returns a function that tests whether an operation is selected. */
export function createSelector({ include, exclude }: Selection): (operation: Selectable) => boolean {
  return (operation) =>
    (include.length === 0 || include.some((pattern) => isMatch(pattern, operation))) &&
    !exclude.some((pattern) => isMatch(pattern, operation));
}

/** Whether a pattern matches the operationId, a tag, the path, or the method and path. */
function isMatch(pattern: string, { operationId, method, path, tags }: Selectable): boolean {
  const source = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const whole = new RegExp(`^${source.join(".*")}$`, "s");
  const names = [operationId ?? "", ...tags, path, `${method} ${path}`];
  return names.some((name) => name !== "" && whole.test(name));
}
