/**
 * Whether a text is of a pattern: its parts in their order, with anything
 * between them. Takes time in proportion to the text, whatever the pattern.
 *
 * @param parts the text between the wildcards; one part is the whole text
 */
export function matchesPattern(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end && text.endsWith(last);
}
