import { trust, type Code } from "./source-text.js";

/** What a doc comment says. */
export interface Doc {
  /** Text of any kind; empty for none. */
  readonly text: string;
  /** Text of `@deprecated`; undefined where the element is not. */
  readonly deprecated?: string | undefined;
  /** What the element was generated from; undefined for none. */
  readonly origin?: string | undefined;
}

/** A doc comment, or nothing where there is nothing to say. Whatever the text holds, it stays inside. */
export function docBlock({ text, deprecated, origin }: Doc): Code {
  const prose = proseLines(text);
  const tags = [...tagLines("@generated from", origin), ...tagLines("@deprecated", deprecated)];
  const lines = prose.length > 0 && tags.length > 0 ? [...prose, "", ...tags] : [...prose, ...tags];
  if (lines.length === 0) return trust("");
  if (lines.length === 1) return trust(`/** ${lines[0]} */\n`);
  return trust(`/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`);
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
  const lines = isPlain(text) ? text.split("\n").map(outdented) : harmlessLines(text);
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Most text has nothing in it that would have to be looked for: it is ASCII, with no tag and no end of a comment. */
function isPlain(text: string): boolean {
  return /^[\n -?A-~]*$/.test(text) && !text.includes("*/");
}

function harmlessLines(text: string): string[] {
  return (
    text
      .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
      .replace(
        /[^\P{Cc}\n\t]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu,
        "",
      )
      // Joiners shape the letters of many scripts, and emoji; between letters of code they would only hide.
      .replace(/(?<!\P{ASCII})[\u200c\u200d]|[\u200c\u200d](?!\P{ASCII})/gu, "")
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
