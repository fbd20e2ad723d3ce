import { MaskLexer, type MaskToken } from "./mask-lexer.js";
import type { MaskNode } from "./mask-node.js";
import { MaskSeed, wildcard, type MaskStep } from "./mask-seed.js";
import { MaskSyntaxError } from "./mask-syntax-error.js";

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
 * Reads the text of a mask into its tree, by the grammar of seed section 4:
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
