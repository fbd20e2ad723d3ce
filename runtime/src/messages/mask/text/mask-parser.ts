import { MaskSyntaxError } from "./mask-error.js";
import { MaskLexer, tokens } from "./mask-lexer.js";
import { MaskSeed } from "./mask-tree.js";

/** How much a text may ask for. */
interface MaskLimits {
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
export function parseTree(text: string, limits: MaskLimits = limited): MaskSeed {
  return new MaskParser(text, limits).parse();
}

const { comma, dot, opening, closing, asterisk, end, key } = tokens;

class MaskParser {
  readonly #text: string;
  readonly #limits: MaskLimits;
  readonly #lexer: MaskLexer;
  readonly #root = new MaskSeed();
  readonly #groups: OpenGroup[] = [];
  /** The place of the path that is being read, if that is one place. */
  #head: MaskSeed | undefined = this.#root;
  /** Its places after a group. */
  #heads: readonly MaskSeed[] = [];
  #nodes = 0;
  #steps = 0;

  constructor(text: string, limits: MaskLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#lexer = new MaskLexer(text);
  }

  parse(): MaskSeed {
    const lexer = this.#lexer;
    lexer.next();
    if (lexer.kind === end) return this.#root;
    while (true) {
      this.#factor();
      // After a factor: on with the path, the next path, or the end of groups.
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

  /** Reads one factor, at whose first token the lexer is, up to the token after it. */
  #factor(): void {
    const lexer = this.#lexer;
    while (lexer.kind === opening) {
      this.#open();
      lexer.next();
      // An empty group is the empty path: the place where it stands.
      if (lexer.kind === closing) return;
    }
    if (lexer.kind !== key && lexer.kind !== asterisk) throw this.#unexpected('expected a name, "*" or "("');
    this.#step();
    while (lexer.nextPlainKey()) this.#step();
    lexer.next();
  }

  /** One step on by the token at which the lexer is. */
  #step(): void {
    if (this.#head) this.#head = this.#stepFrom(this.#head);
    else this.#heads = this.#heads.map((head) => this.#stepFrom(head));
  }

  #stepFrom(head: MaskSeed): MaskSeed {
    const { depth, steps } = this.#limits;
    const lexer = this.#lexer;
    if (head.depth >= depth) throw this.#error(`a path is longer than ${depth} steps`);
    if (++this.#steps > steps) throw this.#error(`the mask takes more than ${steps} steps to expand`);
    if (lexer.kind !== key) return head.any ?? this.#counted(head).makeAny();
    const { latest } = head;
    if (latest && lexer.isAt(latest)) return latest;
    // Elements mostly have the same fields in the same order.
    const follower = latest?.follower;
    const next = follower && lexer.isAt(follower) ? follower : this.#addChild(head);
    if (latest) latest.follower = next;
    return (head.latest = next);
  }

  /** The child for the key at which the lexer is; it is made where it is not there yet. */
  #addChild(head: MaskSeed): MaskSeed {
    const lexer = this.#lexer;
    const { children } = head;
    let index = children.length;
    if (index > 0) {
      // A look before the first element would cost more than all the rest.
      const last = children[index - 1];
      const order = last ? lexer.orderTo(last) : 1;
      if (order === 0 && last) return last;
      if (order < 0) index = lexer.indexAmong(children);
      const known = index < children.length ? children[index] : undefined;
      if (known && lexer.isAt(known)) return known;
    }
    const made = this.#counted(head).make(lexer.key, index, !lexer.isPlain);
    made.start = lexer.keyStart;
    return made;
  }

  /** The place where a node is about to be made. */
  #counted(head: MaskSeed): MaskSeed {
    const { nodes } = this.#limits;
    if (++this.#nodes <= nodes) return head;
    throw this.#error(`the mask has more than ${nodes} nodes once its groups are expanded`);
  }

  #open(): void {
    const { depth } = this.#limits;
    if (this.#groups.length >= depth) throw this.#error(`groups are nested deeper than ${depth}`);
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
    this.#standAt(group.starts);
  }

  #close(): void {
    this.#endPath();
    const group = this.#groups.pop();
    if (!group) throw this.#error('")" closes a group that was never opened');
    this.#standAt([...group.ends]);
  }

  #standAt(heads: readonly MaskSeed[]): void {
    this.#head = heads.length === 1 ? heads[0] : undefined;
    this.#heads = heads;
  }

  #finish(): MaskSeed {
    const open = this.#groups.at(-1);
    if (open) throw this.#error(`the group opened at position ${open.position} has no ")"`);
    this.#endEntry();
    return this.#root;
  }

  /** A path outside of groups ends, and with it an entry of the mask. */
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
