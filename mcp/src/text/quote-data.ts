import { safeText } from "@stratus/dynamic-client";

/** The maximum length of quoted text, in characters. */
const maxQuotedLength = 200;

/**
 * Quotes text of an API as data: one line of limited length, with control and bidirectional characters escaped. The text
 * cannot end the quotes.
 */
export function quoteData(text: string, most = maxQuotedLength): string {
  return safeText(JSON.stringify(truncate(text.replace(/\s+/g, " ").trim(), most)));
}

/** Truncates a text and appends how many characters were removed. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a pair is no character.
  const kept = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** Formats a value inside a line for people. Anything but plain words is quoted, so that data cannot imitate other text. */
export function inlineText(text: string, most = 60): string {
  return /^[\w./@:+-]+$/.test(text) && text.length <= most ? text : quoteData(text, most);
}

/** Formats JSON without white space. Unsafe characters are escaped. */
export function jsonText(value: unknown): string {
  return safeText(JSON.stringify(value) ?? "null");
}
