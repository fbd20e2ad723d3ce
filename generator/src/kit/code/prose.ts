/**
 * Prints text of protos as Markdown. Paragraphs, lists, code and links of comments are kept. Everything else becomes
 * plain text, so that a comment cannot contain a heading, HTML or a table.
 */
import { inline, lineStart, type FindLink } from "./markdown-inline.js";
import { trust, type Code } from "./source-text.js";
import { escapeInvisible } from "./visible-text.js";

/** A block of prose. */
type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "item"; readonly marker: string; readonly text: string }
  | { readonly kind: "code"; readonly lines: readonly string[] };

/**
 * Text as blocks of Markdown, with a blank line between them and none at the ends; nothing for no text.
 * @param linkOf Where the page of an element of a proto is, by its full name.
 */
export function prose(text: string, linkOf: FindLink): Code {
  const blocks = splitBlocks(escapeInvisible(text).split("\n"));
  const parts = blocks.map((block, index) => {
    const isNext = block.kind === "item" && blocks[index - 1]?.kind === "item";
    return `${index === 0 ? "" : isNext ? "\n" : "\n\n"}${printBlock(block, linkOf)}`;
  });
  return trust(parts.join(""));
}

/** Prints text on one line, for a cell of a table or an item of a list. */
export function proseLine(text: string, linkOf: FindLink): Code {
  const line = escapeInvisible(text).replaceAll(/\s+/g, " ").trim();
  return trust(inline(line, linkOf, "cell"));
}

/** Prints the first sentence of a text on one line. */
export function firstSentence(text: string, linkOf: FindLink): Code {
  return proseLine(firstSentenceText(text), linkOf);
}

/** Longer sentences are cut, so that an index of hundreds of methods stays small. */
const maxSummary = 100;

/** Returns the first sentence of a text on one line, with at most 100 characters. The result is not source text. */
export function summaryText(text: string): string {
  const sentence = firstSentenceText(text);
  if (sentence.length <= maxSummary) return sentence;
  const cut = sentence.slice(0, maxSummary - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxSummary / 2))}…`;
}

/** The first sentence; empty if the text begins with code. */
function firstSentenceText(text: string): string {
  const [first] = splitBlocks(escapeInvisible(text).split("\n"));
  if (!first || first.kind === "code") return "";
  const [sentence = ""] = /^.*?[.!?](?=\s|$)|^.*/su.exec(first.text) ?? [];
  return sentence.replaceAll(/\s+/g, " ").trim();
}

function printBlock(block: Block, linkOf: FindLink): string {
  if (block.kind === "code") return fenced(block.lines);
  const text = inline(block.text, linkOf, "text");
  return block.kind === "item" ? `${block.marker} ${lineStart(text)}` : lineStart(text);
}

function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${lines.join("\n")}\n${fence}`;
}

const itemStart = /^\s{0,3}(?:[-*+]|(\d{1,9})[.)])\s+(?=\S)/;
const fenceStart = /^\s{0,3}(`{3,}|~{3,})/;

/** Blocks as people mean them; lines of a paragraph or an item become one line, so that none can begin a block. */
function splitBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/^ /, "").trimEnd();
    if (line === "") {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    const [, fence] = fenceStart.exec(line) ?? [];
    const code = fence === undefined ? indented(lines, at, isOpen, last) : fencedLines(lines, at, fence);
    if (code) {
      if (code.lines.length > 0) blocks.push({ kind: "code", lines: code.lines });
      at = code.end;
      isOpen = false;
      continue;
    }
    const [item, number] = itemStart.exec(line) ?? [];
    if (item !== undefined) {
      const marker = number === undefined ? "-" : `${number}.`;
      blocks.push({ kind: "item", marker, text: line.slice(item.length).trim() });
    } else if (isOpen && last && last.kind !== "code") {
      blocks[blocks.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    } else blocks.push({ kind: "paragraph", text: line.trim() });
    isOpen = true;
  }
  return blocks;
}

interface CodeLines {
  readonly lines: readonly string[];
  /** The last line that belongs to it, its fence included. */
  readonly end: number;
}

/** Lines up to the closing fence, or to the end where nobody closed it. */
function fencedLines(lines: readonly string[], start: number, fence: string): CodeLines {
  const closing = lines.findIndex(
    (line, at) => at > start && line.trim().startsWith(fence) && /^\s*(`+|~+)\s*$/.test(line),
  );
  const end = closing < 0 ? lines.length : closing;
  return { lines: withoutMargin(lines.slice(start + 1, end)), end };
}

function isCode(line: string): boolean {
  return /^(?: {5}|\s*\t)/.test(line) && line.trim() !== "";
}

/** Lines that are indented as code is; in a list they belong to the item above. */
function indented(
  lines: readonly string[],
  start: number,
  isOpen: boolean,
  last: Block | undefined,
): CodeLines | undefined {
  if (isOpen || last?.kind === "item" || !isCode(lines[start] ?? "")) return undefined;
  let end = start;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (isCode(line)) end = at;
    else if (line.trim() !== "") break;
  }
  return { lines: withoutMargin(lines.slice(start, end + 1)), end };
}

function withoutMargin(lines: readonly string[]): readonly string[] {
  const plain = lines.map((line) => line.replaceAll("\t", "    ").trimEnd());
  const margins = plain.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  const margin = margins.length === 0 ? 0 : Math.min(...margins);
  const cut = plain.map((line) => line.slice(margin));
  while (cut[0] === "") cut.shift();
  while (cut.at(-1) === "") cut.pop();
  return cut;
}
