/** Returns a function that creates a value on its first call, and returns the same value on later calls. */
export function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
