/** The members of a JSON object, by name. */
export type Fields = Record<string, unknown>;

/** Parses the text of a JSON object; returns undefined for any other text. */
export function parseFields(text: string): Fields | undefined {
  try {
    // Some editors write a byte order mark, which package managers ignore.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a JSON value is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
