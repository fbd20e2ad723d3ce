import { FilterError } from "./filter-error.js";
import type { Comparator } from "./tree.js";

/** A word of a filter, with its place. */
export interface Token {
  readonly kind: "text" | "string" | "comparator" | "." | "," | "(" | ")" | "-" | "end";
  /** Text and strings: what they say, without quotes and escapes. Others: as they are written. */
  readonly text: string;
  /** For text and strings: the parts between the wildcards. */
  readonly parts: readonly string[];
  readonly start: number;
  /** The position after the token. The next token begins here unless spaces separate them. */
  readonly end: number;
}

const space = /\s*/y;
const comparator = /<=|>=|!=|[<>=:]/y;
const punctuation = /[.,()-]/y;
const string = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/suy;
/** A time has colons, which are comparators everywhere else; so it is known as a whole. */
const time = /\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)/y;
const text = /[^\s.,():=<>!"'-][^\s.,():=<>!"']*/uy;
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * Cuts a filter into tokens; the last is `end`.
 *
 * @throws FilterError for a character that begins none
 */
export function scan(filter: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    at += match(space, filter, at)?.length ?? 0;
    if (at >= filter.length) {
      tokens.push({ kind: "end", text: "", parts: [], start: at, end: at });
      return tokens;
    }
    const token = scanOne(filter, at);
    tokens.push(token);
    at = token.end;
  }
}

function scanOne(filter: string, start: number): Token {
  const token = (kind: Token["kind"], written: string, parts: readonly string[]): Token => ({
    kind,
    text: parts.length === 0 ? written : parts.join("*"),
    parts,
    start,
    end: start + written.length,
  });
  const quoted = match(string, filter, start);
  if (quoted !== undefined) return token("string", quoted, unquote(filter, quoted, start));
  const plain = match(time, filter, start) ?? match(text, filter, start);
  if (plain !== undefined) return token("text", plain, plain.split("*"));
  const sign = match(comparator, filter, start);
  if (sign !== undefined) return token("comparator", sign, []);
  const mark = match(punctuation, filter, start);
  if (mark !== undefined) return token(mark as "." | "," | "(" | ")" | "-", mark, []);
  const isExclamation = filter[start] === "!";
  const problem = isExclamation ? "! is not allowed alone; write != or NOT" : "the string is not closed";
  throw new FilterError(problem, filter, start);
}

/** Unquotes a string and splits it at its wildcards. A star after a backslash is a literal star. */
function unquote(filter: string, quoted: string, start: number): string[] {
  const parts = [""];
  const add = (piece: string) => parts.push(`${parts.pop() ?? ""}${piece}`);
  const inner = /\\(?<escaped>.)|\*|[^\\*]+/gsu;
  for (const piece of quoted.slice(1, -1).matchAll(inner)) {
    const escaped = piece.groups?.["escaped"];
    if (piece[0] === "*") parts.push("");
    else if (escaped === undefined) add(piece[0]);
    else if (/["'\\*]/.test(escaped)) add(escaped);
    else if (Object.hasOwn(escapes, escaped)) add(escapes[escaped] ?? "");
    else {
      const problem = "the known escapes are \\\\ \\\" \\' \\* \\n \\r \\t";
      throw new FilterError(problem, filter, start + 1 + piece.index);
    }
  }
  return parts;
}

function match(pattern: RegExp, filter: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(filter)?.[0];
}

/** Whether the token is a comparator, and which. */
export function asComparator(token: Token): Comparator | undefined {
  return token.kind === "comparator" ? (token.text as Comparator) : undefined;
}
