import { trust, type Code } from "./source-text.js";
import { escapeInvisible } from "./visible-text.js";

/** The contents of a doc comment. */
export interface Doc {
  /** The text. May be empty. */
  readonly text: string;
  /** Text of `@deprecated`; undefined where the element is not. */
  readonly deprecated?: string | undefined;
  /** The name of the source element, if there is one. */
  readonly origin?: string | undefined;
}

/** Prints a doc comment; empty if it has no contents. No text can end the comment. */
export function docBlock({ text, deprecated, origin }: Doc): Code {
  const prose = proseLines(text);
  const tags = [...tagLines("@generated from", origin), ...tagLines("@deprecated", deprecated)];
  const lines = prose.length > 0 && tags.length > 0 ? [...prose, "", ...tags] : [...prose, ...tags];
  if (lines.length === 0) return trust("");
  if (lines.length === 1) return trust(`/** ${lines[0]} */\n`);
  let block = "/**\n";
  for (const line of lines) block += line === "" ? " *\n" : ` * ${line}\n`;
  return trust(`${block} */\n`);
}

function tagLines(tag: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  const [first = "", ...more] = proseLines(text);
  return [`${tag} ${first}`.trimEnd(), ...more];
}

/**
 * Lines of prose for a block comment. Nothing in them can end the comment, hide
 * or reorder text (bidirectional controls), or act as a tag or a directive of
 * the compiler (`@ts-ignore`).
 */
function proseLines(text: string): string[] {
  if (/^[\w.,:;`'()-][\w .,:;`'()-]*$/.test(text)) return [text.trimEnd()];
  const lines = isPlain(text) ? text.trimEnd().split("\n").map(outdented) : harmlessLines(text);
  while (lines[0] === "") lines.shift();
  while (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** Most text has nothing in it that would have to be looked for: it is ASCII, with no tag and no end of a comment. */
function isPlain(text: string): boolean {
  return /^[\n -?A-~]*$/.test(text) && !text.includes("*/");
}

function harmlessLines(text: string): string[] {
  return (
    escapeInvisible(text)
      .replaceAll("*/", "*\\/")
      .split("\n")
      .map(outdented)
      .map((line) => line.replace(/^([\s/*]*)@/, "$1\\@"))
      // Pragmas in the first comments of a file, which the compiler finds anywhere in a line.
      .map((line) => line.replace(/@(?=jsx)/gi, "@\\"))
  );
}

function outdented(line: string): string {
  return (line.startsWith(" ") ? line.slice(1) : line).trimEnd();
}
