import { readMarkdown, type TextBlock } from "./markdown.js";

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

/** Wraps the Markdown of a comment at a number of columns and indents the lines. Words that are longer stay whole. */
export function wrapText(text: string, columns: number, margin = ""): string {
  const lines: string[] = [];
  let before: TextBlock | undefined;
  for (const block of readMarkdown(text)) {
    const isTight = before !== undefined && before.kind === block.kind && block.kind !== "text";
    if (before && !isTight && !(before.kind === "text" && block.kind === "item" && before.text.endsWith(":")))
      lines.push("");
    lines.push(...wrapBlock(block, columns, margin));
    before = block;
  }
  return lines.join("\n");
}

function wrapBlock({ lead, text, kind }: TextBlock, columns: number, margin: string): readonly string[] {
  if (kind === "code") return [`${margin}${lead}${text}`.trimEnd()];
  const indent = margin + " ".repeat(lead.length);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > columns - indent.length) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines.map((one, at) => (at === 0 ? margin + lead : indent) + one);
}
