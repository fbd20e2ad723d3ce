/** A copy of a message of generated code, all the way down. */
export function deepCopy<T>(value: T): T;
export function deepCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map((one: unknown) => deepCopy(one));
  if (value instanceof Map) return new Map(Array.from(value, ([key, one]) => [key, deepCopy(one)]));
  const copy: { [key: string]: unknown } = Object.create(Object.getPrototypeOf(value));
  for (const [key, one] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: deepCopy(one),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
