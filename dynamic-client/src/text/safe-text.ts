/**
 * Characters that change what a terminal shows or does: control characters other than newline and tab, invisible format
 * characters such as bidirectional marks, and line separators (Unicode general categories Cc, Cf, Zl and Zp). Also those that
 * show nothing: characters that programs may ignore (Default_Ignorable_Code_Point), and the blank Braille pattern.
 */
const unsafe = /[^\P{Cc}\n\t]|\p{Cf}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u2800]/gu;

/** Escapes characters that are unsafe to print as `\uXXXX`. Keeps line breaks. */
export function safeText(text: string): string {
  // Most texts are plain, and Unicode's categories take Node longer to compile than all else that help needs.
  return /^[\n\t\x20-\x7e]*$/.test(text) ? text : text.replace(unsafe, escaped);
}

function escaped(letter: string): string {
  const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Escapes unsafe characters like `safeText` and joins the text into one line. */
export function safeLine(text: string): string {
  return safeText(text.replace(/\s+/g, " ").trim());
}

/** Whether `safeText` changes a text. */
export function isUnsafe(text: string): boolean {
  return safeText(text) !== text;
}
