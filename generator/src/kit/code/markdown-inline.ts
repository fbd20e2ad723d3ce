/** Returns the link to the page of an element by its full name; undefined if it has none. */
export type FindLink = (fullName: string) => string | undefined;

/** The kind of text around: in a cell of a table, a `|` ends the cell, even inside code. */
export type MarkdownContext = "text" | "cell";

/** An address of the web, whose characters mean nothing to Markdown. */
const address = /https?:\/\/[A-Za-z0-9][\w.:-]*(?:[/?#][\w./~%?=&#+,:;@!-]*)?(?<![.,:;!?])/u.source;

const code = /(?<!`)(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)/u.source;
/** `[a disk][acme.Disk]` */
const reference = /\[(?<label>(?:[^[\]`]|`[^`]+`)+)\]\[(?<name>[\w.]*)\]/u.source;
const link = `\\[(?<words>(?:[^[\\]\`]|\`[^\`]+\`)+)\\] ?\\((?<url>${address})\\)`;
const bareAddress = `(?<![\\w/:.@-])(?<bare>${address})(?=[.,:;!?)\\]"']*(?:\\s|$))`;

/** Matches everything that is not plain text. */
const parts = new RegExp([code, reference, link, bareAddress].join("|"), "gsu");

/**
 * Prints text within a line. Code and links stay as they are. A reference to an element becomes a link to its page,
 * or plain words if it has none.
 */
export function inline(text: string, linkOf: FindLink, surround: MarkdownContext): string {
  let printed = "";
  let end = 0;
  for (const match of text.matchAll(parts)) {
    const { ticks, code, label, name, words, url, bare } = match.groups ?? {};
    // Before a link it would make a picture of it.
    printed += escaped(text.slice(end, match.index)).replace(/!$/, "\\!");
    if (ticks !== undefined && code !== undefined) printed += codeSpan(ticks, code, surround);
    else if (label !== undefined)
      printed += linked(label, linkOf(name || label.replaceAll("`", "")), surround);
    else if (words !== undefined) printed += linked(words, url, surround);
    else if (bare !== undefined) printed += `<${bare}>`;
    end = match.index + match[0].length;
  }
  return printed + escaped(text.slice(end));
}

/** Text that begins a line, where a mark would begin a block. */
export function lineStart(text: string): string {
  return text.replace(/^(?=[#>+=~-])/, "\\").replace(/^(\d+)(?=[.)])/, "$1\\");
}

function linked(words: string, url: string | undefined, surround: MarkdownContext): string {
  const text = words
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? codeSpan("`", part.slice(1, -1), surround) : escaped(part)))
    .join("");
  return url === undefined ? text : `[${text}](${url})`;
}

/** Prints code. A cell cannot contain a backslash before a `|` in code, so such code becomes text. */
function codeSpan(ticks: string, code: string, surround: MarkdownContext): string {
  if (surround === "text") return `${ticks}${code}${ticks}`;
  if (code.includes("\\|")) return escaped(`${ticks}${code}${ticks}`);
  return `${ticks}${code.replaceAll("|", "\\|")}${ticks}`;
}

/**
 * Escapes text so that no character is markup and no address becomes a link. Escapes no more than necessary, so that
 * it stays readable.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*[\]<|~${]/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll(/&(?=#?\w+;)/g, "\\&")
    .replaceAll(/(?<=\w)(?::(?=\/\/)|@)|(?<=www)\./gi, "\\$&");
}
