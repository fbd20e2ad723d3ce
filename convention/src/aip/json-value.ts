/** Reads values of JSON and YAML that have not been validated. */

/** Returns the members of an object, or an empty object for any other value. */
export function readObject(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the elements of an array, or an empty array for any other value. */
export function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string, or undefined for the empty string and any other value. */
export function readText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
