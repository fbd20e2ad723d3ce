/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonMap;

/** A JSON object. */
export interface JsonMap {
  readonly [name: string]: Json;
}

/** Whether a value is a JSON object. */
export function isJsonMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The limits of a printed value. */
export interface PrintLimits {
  /** The characters of a text. */
  readonly text: number;
  readonly lines: number;
}

/** Enough to read, and quick to draw. */
export const shortLimits: PrintLimits = { text: 400, lines: 200 };

/** A printed value, and whether a part of it was left out. */
export interface PrintedJson {
  readonly text: string;
  readonly isCut: boolean;
}

/** Prints a value as indented JSON. Texts and lines beyond the limits are left out, which the result says. */
export function printJson(value: Json | undefined, limits: PrintLimits = shortLimits): PrintedJson {
  let isCut = false;
  const shorten = (_: string, one: unknown): unknown => {
    if (typeof one !== "string" || one.length <= limits.text) return one;
    isCut = true;
    return `${one.slice(0, limits.text)}… (${(one.length - limits.text).toLocaleString("en")} more characters)`;
  };
  const lines = (JSON.stringify(value, shorten, 2) ?? "").split("\n");
  if (lines.length <= limits.lines) return { text: lines.join("\n"), isCut };
  const rest = (lines.length - limits.lines).toLocaleString("en");
  return { text: `${lines.slice(0, limits.lines).join("\n")}\n… (${rest} more lines)`, isCut: true };
}
