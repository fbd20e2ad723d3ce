import { safeText } from "@stratus/dynamic-client";

/** Longest text of an API or of its comments in one place, in characters. */
const maxQuotedLength = 200;

/**
 * Text from elsewhere as data: one line in quotes, of bounded length, whose control and bidirectional characters are
 * escapes. Nothing in it can end the quotes.
 */
export function quoteData(text: string, most = maxQuotedLength): string {
  return safeText(JSON.stringify(truncate(text.replace(/\s+/g, " ").trim(), most)));
}

/** The start of a text, with how much of it was left out. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a pair is no character.
  const kept = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** A value on a line that people read: plain words as they are, all else quoted, so that no value looks like the line. */
export function inlineText(text: string, most = 60): string {
  return /^[\w./@:+-]+$/.test(text) && text.length <= most ? text : quoteData(text, most);
}

/** JSON in the least room, without characters that change what is shown. */
export function jsonText(value: unknown): string {
  return safeText(JSON.stringify(value) ?? "null");
}
