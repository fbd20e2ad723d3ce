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

const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])$/u;

/** How many columns a text takes: two for wide letters, none for marks on letters (Unicode Standard Annex 11). */
export function widthOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += /^\p{M}$/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

/** The start of a text that fits into a number of columns, with an ellipsis if something was cut. */
export function clipped(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const letter of text) {
    width += widthOf(letter);
    if (width >= columns) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** References of comments to types, also ones that were cut: of `[Secret][google.cloud.Secret]` people read the first part. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^\][]+)\]\[[\w.]*(?:\]|…|$)/g, "$1");
}

/** A paragraph in lines of at most so many columns, each behind the margin; longer words stay whole. */
export function wrapped(text: string, columns: number, margin = ""): string {
  const lines: string[] = [];
  for (const paragraph of safeText(withoutLinks(text)).split(/\n\s*\n/)) {
    if (lines.length > 0) lines.push("");
    let line = "";
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      if (line !== "" && widthOf(line) + 1 + widthOf(word) > columns - margin.length) {
        lines.push(margin + line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    if (line !== "") lines.push(margin + line);
  }
  return lines.join("\n");
}
