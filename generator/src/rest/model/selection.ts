/** Selects the operations to generate by operationId, method and path, tag, or path with `*` as a wildcard. */
export interface Selection {
  /** If there are any, an operation must match one. */
  readonly include: readonly string[];
  /** An operation that matches one is left out. */
  readonly exclude: readonly string[];
}

/** The texts of an operation that a pattern may match. */
export interface Selectable {
  readonly operationId: string | undefined;
  /** In any case. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
}

/** Says of operations whether they are wanted. */
export function selector({ include, exclude }: Selection): (operation: Selectable) => boolean {
  return (operation) =>
    (include.length === 0 || include.some((pattern) => isMatch(pattern, operation))) &&
    !exclude.some((pattern) => isMatch(pattern, operation));
}

/** The pattern names the operation, one of its tags, its path, or its method and path. */
function isMatch(pattern: string, { operationId, method, path, tags }: Selectable): boolean {
  const source = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const whole = new RegExp(`^${source.join(".*")}$`, "s");
  const names = [operationId ?? "", ...tags, path, `${method} ${path}`];
  return names.some((name) => name !== "" && whole.test(name));
}
