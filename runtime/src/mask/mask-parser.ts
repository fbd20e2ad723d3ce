import { inAscii } from "../text/value-text.js";
import { MaskSyntaxError } from "./mask-error.js";
import { type MaskNode, MaskSeed, type MaskStep, wildcard } from "./mask-tree.js";

/** How much a text may ask for. */
export interface MaskLimits {
  /** Deepest path, and deepest nesting of groups. */
  readonly depth: number;
  /** Most nodes after groups are expanded: `(a,b).(a,b)...` grows exponentially. */
  readonly nodes: number;
  /** Most steps in all, since groups can also repeat work without adding nodes. */
  readonly steps: number;
}

/** The limits for text from anywhere. */
const limited: MaskLimits = { depth: 1000, nodes: 10_000, steps: 100_000 };

/** For text that this package wrote itself. */
export const unlimited: MaskLimits = { depth: Infinity, nodes: Infinity, steps: Infinity };

/** A group whose end has not been read: where its paths start, and where those read so far end. */
interface OpenGroup {
  readonly starts: readonly MaskSeed[];
  readonly ends: Set<MaskSeed>;
  readonly position: number;
}

/**
 * Reads the text of a mask into its tree, by the grammar of the conventions, section 4:
 *
 *     mask   = [ union ]
 *     union  = path *( "," path )
 *     path   = factor *( "." factor )
 *     factor = "*" / key / "(" [ union ] ")"
 *     key    = 1*[A-Za-z0-9_] / JSON string
 *
 * Iterative, and bounded in time and memory whatever the text.
 */
export function parseTree(text: string, limits: MaskLimits = limited): MaskNode {
  return new MaskParser(text, limits).parse();
}

class MaskParser {
  readonly #text: string;
  readonly #limits: MaskLimits;
  readonly #lexer: MaskLexer;
  readonly #root = new MaskSeed();
  readonly #groups: OpenGroup[] = [];
  /** Where the path that is being read stands; several places after a group. */
  #heads: readonly MaskSeed[] = [this.#root];
  #nodes = 0;
  #steps = 0;

  constructor(text: string, limits: MaskLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#lexer = new MaskLexer(text);
  }

  parse(): MaskNode {
    let token = this.#lexer.next();
    if (token.kind === "end") return this.#root.grow();
    this.#open(0);
    while (true) {
      token = this.#factor(token);
      // After a factor: on with the path, the next path, or the end of groups.
      while (token.kind === ")") {
        this.#close(token);
        token = this.#lexer.next();
      }
      if (token.kind === "end") return this.#finish(token);
      if (token.kind === ",") this.#endPath();
      else if (token.kind !== ".") {
        throw this.#unexpected(token, 'expected ".", ",", ")" or the end');
      }
      token = this.#lexer.next();
    }
  }

  /** Reads one factor, whose first token is given, and returns the token after it. */
  #factor(token: MaskToken): MaskToken {
    let first = token;
    while (first.kind === "(") {
      this.#open(first.position);
      first = this.#lexer.next();
      // An empty group is the empty path: the place where it stands.
      if (first.kind === ")") return first;
    }
    if (first.kind !== "key" && first.kind !== "*")
      throw this.#unexpected(first, 'expected a name, "*" or "("');
    this.#step(first.kind === "key" ? first.key : wildcard, first.position);
    return this.#lexer.next();
  }

  #step(step: MaskStep, position: number): void {
    const { depth, nodes, steps } = this.#limits;
    this.#heads = this.#heads.map((head) => {
      if (head.depth >= depth) throw this.#error(`a path is longer than ${depth} steps`, position);
      if (++this.#steps > steps) {
        throw this.#error(`the mask takes more than ${steps} steps to expand`, position);
      }
      const isNew = step === wildcard ? !head.any : !head.keys.has(step);
      if (isNew && ++this.#nodes > nodes) {
        throw this.#error(`the mask has more than ${nodes} nodes once its groups are expanded`, position);
      }
      return head.child(step);
    });
  }

  #open(position: number): void {
    const { depth } = this.#limits;
    if (this.#groups.length > depth) throw this.#error(`groups are nested deeper than ${depth}`, position);
    this.#groups.push({ starts: this.#heads, ends: new Set(), position });
  }

  #endPath(): void {
    const group = this.#groups.at(-1);
    if (!group) return;
    for (const head of this.#heads) group.ends.add(head);
    this.#heads = group.starts;
  }

  #close(token: MaskToken): void {
    // The first group is the mask itself, which no parenthesis opened.
    if (this.#groups.length < 2)
      throw this.#error('")" closes a group that was never opened', token.position);
    this.#endPath();
    this.#heads = [...(this.#groups.pop()?.ends ?? [])];
  }

  #finish(token: MaskToken): MaskNode {
    const open = this.#groups.length > 1 ? this.#groups.at(-1) : undefined;
    if (open) throw this.#error(`the group opened at position ${open.position} has no ")"`, token.position);
    return this.#root.grow();
  }

  #unexpected(token: MaskToken, expected: string): MaskSyntaxError {
    const found = token.kind === "end" ? "the end" : token.kind === "key" ? "a name" : `"${token.kind}"`;
    return this.#error(`${expected}, found ${found}`, token.position);
  }

  #error(problem: string, position: number): MaskSyntaxError {
    return new MaskSyntaxError(problem, this.#text, position);
  }
}

/** A token: punctuation, the wildcard or a key. `end` says that the text is over. */
type MaskToken =
  | { readonly kind: "," | "." | "(" | ")" | "*" | "end"; readonly position: number }
  | { readonly kind: "key"; readonly key: string; readonly position: number };

/** Space, tab, carriage return or line feed. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d || unit === 0x0a;
}

/** A letter, digit or underscore of ASCII. */
function isPlain(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

/** Splits the text of a mask into tokens, one at a time. */
class MaskLexer {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The next token.
   *
   * @throws A {@link MaskSyntaxError} where none can start.
   */
  next(): MaskToken {
    this.#skip(isSpace);
    const position = this.#position;
    const first = this.#text[position];
    switch (first) {
      case undefined:
        return { kind: "end", position };
      case ",":
      case ".":
      case "(":
      case ")":
      case "*":
        this.#position++;
        return { kind: first, position };
      case '"':
        return { kind: "key", key: this.#quotedKey(position), position };
      default:
        return { kind: "key", key: this.#plainKey(position), position };
    }
  }

  #plainKey(start: number): string {
    this.#skip(isPlain);
    if (this.#position > start) return this.#text.slice(start, this.#position);
    const found = inAscii(this.#text[start] ?? "");
    throw this.#error(
      `"${found}" cannot stand here; a key with characters other than A-Z, a-z, 0-9 and _ is written as a JSON string`,
      start,
    );
  }

  #quotedKey(start: number): string {
    let end = start + 1;
    while (this.#text[end] !== '"') {
      if (end >= this.#text.length) throw this.#error("the quoted key has no end", start);
      end += this.#text[end] === "\\" ? 2 : 1;
    }
    this.#position = end + 1;
    try {
      return String(JSON.parse(this.#text.slice(start, this.#position)));
    } catch {
      throw this.#error("the quoted key is not a JSON string", start);
    }
  }

  #skip(isWanted: (unit: number) => boolean): void {
    // Past the end there is NaN, which is no character.
    while (isWanted(this.#text.charCodeAt(this.#position))) this.#position++;
  }

  #error(problem: string, position: number): MaskSyntaxError {
    return new MaskSyntaxError(problem, this.#text, position);
  }
}
