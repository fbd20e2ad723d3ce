import { MaskSyntaxError } from "./mask-error.js";
import { MaskLexer, tokens } from "./mask-lexer.js";
import { MutableMaskNode } from "./mask-tree.js";

/** The limits of a mask. */
interface MaskLimits {
  /** Maximum number of steps of a path, and of nested groups. */
  readonly maxDepth: number;
  /** Maximum number of nodes after groups are expanded: `(a,b).(a,b)...` grows exponentially. */
  readonly maxNodes: number;
  /** Maximum number of steps in all, because groups can also repeat work without adding nodes. */
  readonly maxSteps: number;
}

/** The limits for untrusted text. */
const defaultLimits: MaskLimits = { maxDepth: 1000, maxNodes: 10_000, maxSteps: 100_000 };

/** The limits for text that this package has formatted. */
export const unlimited: MaskLimits = { maxDepth: Infinity, maxNodes: Infinity, maxSteps: Infinity };

/** A group that is not closed yet: the places where its paths start, and where those that were read end. */
interface OpenGroup {
  readonly starts: readonly MutableMaskNode[];
  readonly ends: Set<MutableMaskNode>;
  readonly position: number;
}

/**
 * Parses a mask into its tree, by the grammar of the conventions, section 4:
 *
 *     mask   = [ union ]
 *     union  = path *( "," path )
 *     path   = factor *( "." factor )
 *     factor = "*" / key / "(" [ union ] ")"
 *     key    = 1*[A-Za-z0-9_] / JSON string
 *
 * The parser is iterative, and its time and memory are bounded.
 *
 * @throws MaskSyntaxError
 */
export function parseMaskTree(text: string, limits: MaskLimits = defaultLimits): MutableMaskNode {
  return new MaskParser(text, limits).parse();
}

const { comma, dot, opening, closing, asterisk, end, key } = tokens;

class MaskParser {
  readonly #text: string;
  readonly #limits: MaskLimits;
  readonly #lexer: MaskLexer;
  readonly #root = new MutableMaskNode();
  readonly #groups: OpenGroup[] = [];
  /** The end of the current path, if it is one place. */
  #head: MutableMaskNode | undefined = this.#root;
  /** The ends of the current path after a group. */
  #heads: readonly MutableMaskNode[] = [];
  #nodes = 0;
  #steps = 0;

  constructor(text: string, limits: MaskLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#lexer = new MaskLexer(text);
  }

  parse(): MutableMaskNode {
    const lexer = this.#lexer;
    lexer.next();
    if (lexer.kind === end) return this.#root;
    while (true) {
      this.#parseFactor();
      // After a factor comes another step, the next path, or the end of groups.
      while (lexer.kind === closing) {
        this.#close();
        lexer.next();
      }
      if (lexer.kind === end) return this.#finish();
      if (lexer.kind === comma) this.#endPath();
      else if (lexer.kind !== dot) throw this.#unexpected('expected ".", ",", ")" or the end');
      lexer.next();
    }
  }

  /** Parses one factor, from its first token to the token after it. */
  #parseFactor(): void {
    const lexer = this.#lexer;
    while (lexer.kind === opening) {
      this.#open();
      lexer.next();
      // An empty group is an empty path.
      if (lexer.kind === closing) return;
    }
    if (lexer.kind !== key && lexer.kind !== asterisk) throw this.#unexpected('expected a name, "*" or "("');
    this.#advance();
    while (lexer.nextPlainKey()) this.#advance();
    lexer.next();
  }

  /** Advances the path by the current token. */
  #advance(): void {
    if (this.#head) this.#head = this.#advanceFrom(this.#head);
    else this.#heads = this.#heads.map((head) => this.#advanceFrom(head));
  }

  #advanceFrom(head: MutableMaskNode): MutableMaskNode {
    const { maxDepth, maxSteps } = this.#limits;
    const lexer = this.#lexer;
    if (head.depth >= maxDepth) throw this.#error(`a path is longer than ${maxDepth} steps`);
    if (++this.#steps > maxSteps) throw this.#error(`the mask takes more than ${maxSteps} steps to expand`);
    if (lexer.kind !== key) return head.any ?? this.#countNode(head).addAny();
    const { latest } = head;
    if (latest && lexer.isAt(latest)) return latest;
    // Elements usually have the same fields in the same order.
    const follower = latest?.follower;
    const next = follower && lexer.isAt(follower) ? follower : this.#addChild(head);
    if (latest) latest.follower = next;
    return (head.latest = next);
  }

  /** Returns the child for the current key. Adds it if it does not exist. */
  #addChild(head: MutableMaskNode): MutableMaskNode {
    const lexer = this.#lexer;
    const { children } = head;
    let index = children.length;
    if (index > 0) {
      // Reading children[-1] would be slower than everything else here.
      const last = children[index - 1];
      const order = last ? lexer.compareTo(last) : 1;
      if (order === 0 && last) return last;
      if (order < 0) index = lexer.findIndex(children);
      const known = index < children.length ? children[index] : undefined;
      if (known && lexer.isAt(known)) return known;
    }
    const made = this.#countNode(head).make(lexer.key, index, !lexer.isPlain);
    made.start = lexer.keyStart;
    return made;
  }

  /** Counts a new node, and returns its parent. */
  #countNode(head: MutableMaskNode): MutableMaskNode {
    const { maxNodes } = this.#limits;
    if (++this.#nodes <= maxNodes) return head;
    throw this.#error(`the mask has more than ${maxNodes} nodes once its groups are expanded`);
  }

  #open(): void {
    const { maxDepth } = this.#limits;
    if (this.#groups.length >= maxDepth) throw this.#error(`groups are nested deeper than ${maxDepth}`);
    const starts = this.#head ? [this.#head] : this.#heads;
    this.#groups.push({ starts, ends: new Set(), position: this.#lexer.position });
  }

  #endPath(): void {
    const group = this.#groups.at(-1);
    if (!group) {
      this.#endEntry();
      this.#head = this.#root;
      return;
    }
    if (this.#head) group.ends.add(this.#head);
    else for (const head of this.#heads) group.ends.add(head);
    this.#moveTo(group.starts);
  }

  #close(): void {
    this.#endPath();
    const group = this.#groups.pop();
    if (!group) throw this.#error('")" closes a group that was never opened');
    this.#moveTo([...group.ends]);
  }

  #moveTo(heads: readonly MutableMaskNode[]): void {
    this.#head = heads.length === 1 ? heads[0] : undefined;
    this.#heads = heads;
  }

  #finish(): MutableMaskNode {
    const open = this.#groups.at(-1);
    if (open) throw this.#error(`the group opened at position ${open.position} has no ")"`);
    this.#endEntry();
    return this.#root;
  }

  /** Ends an entry of the mask: a path outside of groups. */
  #endEntry(): void {
    if (this.#head) this.#head.isEnd = true;
    else for (const head of this.#heads) head.isEnd = true;
  }

  #unexpected(expected: string): MaskSyntaxError {
    const { kind } = this.#lexer;
    const found = kind === end ? "the end" : kind === key ? "a name" : `"${String.fromCharCode(kind)}"`;
    return this.#error(`${expected}, found ${found}`);
  }

  #error(problem: string): MaskSyntaxError {
    return new MaskSyntaxError(problem, this.#text, this.#lexer.position);
  }
}
