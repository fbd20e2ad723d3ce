/**
 * Characters that change what a terminal shows or does: controls but line ends and tabs, invisible marks, such as those that
 * turn the direction of text, and separators of lines (Unicode Standard, general categories).
 */
const unsafe = /[^\P{Cc}\n\t]|\p{Cf}|[\u2028\u2029]/gu;

/** Text of an API in a form that is safe to print: unsafe characters are written as `\uXXXX`. Lines stay. */
export function safeText(text: string): string {
  // Most texts are plain, and Unicode's categories take Node longer to compile than all else that help needs.
  return /^[\n\t\x20-\x7e]*$/.test(text) ? text : text.replace(unsafe, escaped);
}

function escaped(letter: string): string {
  const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** The same in one line, for a cell of a table or a sentence. */
export function safeLine(text: string): string {
  return safeText(text.replace(/\s+/g, " ").trim());
}

/** Whether a text has a character that is not printed as it is. */
export function isUnsafe(text: string): boolean {
  return safeText(text) !== text;
}
