/**
 * Marks an error as one of a class of this package. A process may have two copies of the package, such as one by `require` and one
 * by `import` in a bundle. Their brands are keys of the registry of symbols, so `instanceof` of either copy matches the errors of
 * both.
 */
export function brandError(error: Error, name: string): void {
  Object.defineProperty(error, brandOf(name), { value: true });
}

/** Whether a value has the brand of a class. */
export function hasBrand(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && brandOf(name) in value;
}

function brandOf(name: string): symbol {
  return Symbol.for(`@stratus/runtime ${name}`);
}
