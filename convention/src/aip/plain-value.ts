/** Values of JSON and YAML whose shape nobody has checked. */

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The elements of a list; none of anything else. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; undefined for anything else and for an empty one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
