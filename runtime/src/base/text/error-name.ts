/**
 * Returns whether a value is an error with a name. A process may have two copies of this package, such as one by `require`
 * and one by `import` in a bundle, and `instanceof` of either copy matches the errors of both.
 */
export function hasErrorName(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
