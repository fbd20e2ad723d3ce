import { safeText } from "@stratus/dynamic-client";

/** A block of text: a paragraph, an item of a list with its bullet, or a line that keeps its spaces. */
export interface TextBlock {
  /** The start of the first line: `- ` or `1. `, with the indent of a nested list. */
  readonly lead: string;
  readonly text: string;
  readonly kind: "code" | "heading" | "item" | "text";
}

/**
 * Splits the Markdown of a comment into blocks of plain text: links as text and address, emphasis as plain words, lists as
 * items. Unsafe characters are escaped.
 */
export function readMarkdown(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: { lead: string; text: string; kind: TextBlock["kind"] } | undefined;
  let isCode = false;
  const close = (): void => {
    if (open) blocks.push({ ...open, text: plainInline(open.text) });
    open = undefined;
  };
  for (const line of safeText(text).split("\n")) {
    const [, indent = "", bullet, item = ""] = /^(\s*)([-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line) ?? [];
    if (/^\s*(?:```|~~~)/.test(line)) {
      close();
      isCode = !isCode;
    } else if (isCode) blocks.push({ lead: "    ", text: line, kind: "code" });
    else if (line.trim() === "") close();
    else if (bullet !== undefined) {
      close();
      const depth = Math.min(3, Math.floor(indent.length / 2));
      open = { lead: `${"  ".repeat(depth)}${/\d/.test(bullet) ? bullet : "-"} `, text: item, kind: "item" };
    } else if (/^#{1,6}\s/.test(line)) {
      close();
      blocks.push({ lead: "", text: plainInline(line.replace(/^#+\s+|\s+#+\s*$/g, "")), kind: "heading" });
    } else if (open) open.text += ` ${line.trim()}`;
    else open = { lead: "", text: line.trim(), kind: "text" };
  }
  close();
  return blocks;
}

/** Replaces the inline Markdown of a text by plain text. Code keeps its backquotes. */
function plainInline(text: string): string {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : plainProse(part)))
    .join("");
}

function plainProse(text: string): string {
  return text
    .replace(/!?\[([^\][]+)\]\((\S+?)(?:\s+"[^"]*")?\)/g, (_, shown: string, url: string) =>
      /^(?:https?:|mailto:)/.test(url) && shown !== url ? `${shown} (${url})` : shown,
    )
    .replace(/\[([^\][]+)\]\[[\w.]*(?:\]|…|$)/g, "$1")
    .replace(/<(https?:[^>\s]+)>/g, "$1")
    .replace(/<\/?(?:a|b|br|code|em|i|li|ol|p|strong|ul)(?:\s[^>]*)?\/?>/gi, "")
    .replace(/(?<![\w*\\])\*\*(?=\S)(.+?)(?<=[^\s\\])\*\*(?![\w*])/g, "$1")
    .replace(/(?<![\w\\])__(?=\S)(.+?)(?<=[^\s\\])__(?!\.?\w)/g, "$1")
    .replace(/(?<![\w*\\])\*(?=[^\s*])([^*]+?)(?<=[^\s\\])\*(?![\w*])/g, "$1")
    .replace(/(?<![\w\\])_(?=[^\s_])([^_]+?)(?<=[^\s\\])_(?!\.?\w)/g, "$1")
    .replace(/\\([\\`*_{}[\]()#+.!|<>-])/g, "$1");
}
