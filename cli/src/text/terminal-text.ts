import { safeText } from "@stratus/dynamic-client";

const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])$/u;

/** Returns the number of columns of a text: two for wide characters, none for combining marks (Unicode Annex 11). */
export function displayWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += /^\p{M}$/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

/** Truncates a text to a number of columns, with an ellipsis if something was removed. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let shown = "";
  let width = 0;
  for (const letter of text) {
    width += displayWidth(letter);
    if (width >= columns) break;
    shown += letter;
  }
  return `${shown}…`;
}

/** Replaces links of comments, including truncated ones, by their text: `[Secret][google.cloud.Secret]` becomes `Secret`. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^\][]+)\]\[[\w.]*(?:\]|…|$)/g, "$1");
}

/** Wraps paragraphs at a number of columns and indents the lines. Words that are longer stay whole. */
export function wrapText(text: string, columns: number, margin = ""): string {
  const lines: string[] = [];
  for (const paragraph of safeText(withoutLinks(text)).split(/\n\s*\n/)) {
    if (lines.length > 0) lines.push("");
    let line = "";
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > columns - margin.length) {
        lines.push(margin + line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    if (line !== "") lines.push(margin + line);
  }
  return lines.join("\n");
}
