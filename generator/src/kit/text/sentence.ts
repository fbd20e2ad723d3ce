/** Joins parts to a sentence: `1 to 63 characters; begins with "a".` */
export function toSentence(parts: readonly string[]): string {
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
