/**
 * The floor of texts: how a value, an error or a misspelled name is written where
 * people read it, and what is never written because it may be a secret. It knows
 * nothing of messages and calls, and runs in browsers too.
 *
 * @module
 */

/** Longest text that is shown of one value, in UTF-16 code units. */
const maxTextLength = 80;

/** A value as a message may show it: quoted and not too long; of what has parts, only what it is. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shorten(value));
  if (typeof value === "bigint") return `${shorten(String(value))}n`;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : kindText(value);
}

/** The kind of a value, without the value: `a string`, `a list`, `null`. */
export function kindText(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Date) return "a Date";
  if (value instanceof Map) return "a Map";
  return withArticle(typeof value);
}

/**
 * The name of a type with its article: `an int32`, `a uint32`, `an acme.v1.Disk`. A `u` is spoken as in `uint32`, with
 * which the names of types that we know begin.
 */
export function withArticle(name: string): string {
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}

/** The beginning of a text that is too long to be shown. */
export function shorten(text: string, limit: number = maxTextLength): string {
  return text.length > limit ? `${text.slice(0, limit)}...` : text;
}

/** The message of anything that may be thrown, whether it is an Error or not. Never throws itself. */
export function errorText(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : String(thrown);
  } catch {
    return `${kindText(thrown)} without a text was thrown`;
  }
}

/** The code by which Node says what failed: `ENOENT`; `unknown error` if it does not say. */
export function nodeErrorCode(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown error";
}

/** Text with everything outside 0x20 to 0x7E as `\uXXXX`, for headers and for messages that travel in one. */
export function inAscii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Text of anyone on one line, as a terminal and a log may show it: controls, and marks that are not seen, as `\uXXXX`. */
export function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, inAscii);
}

/** The same on several lines: tabs and line breaks stay, which a status may have (gRPC's case "special_status_message"). */
export function escapeMarks(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, inAscii);
}
