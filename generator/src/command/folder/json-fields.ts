/** Members of a JSON object by name. */
export type Fields = Record<string, unknown>;

/** The members of a text that is one JSON object; undefined for any other text. */
export function fieldsOf(text: string): Fields | undefined {
  try {
    // Some editors begin a file with a byte order mark, and package managers pass over it.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value of JSON is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
