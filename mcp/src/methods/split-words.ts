/** Splits a name or a text into lower-case words: at everything but letters and digits, and at capitals in camel case. */
export function splitWords(text: string): readonly string[] {
  return text
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}
