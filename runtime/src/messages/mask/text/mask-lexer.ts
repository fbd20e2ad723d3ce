import { inAscii } from "../../../base/text/value-text.js";
import { MaskSyntaxError } from "./mask-error.js";
import { isPlain } from "./mask-tree.js";

/** The kinds of tokens: punctuation by its code unit, `end`, and `key`. */
export const tokens = {
  comma: 0x2c,
  dot: 0x2e,
  opening: 0x28,
  closing: 0x29,
  asterisk: 0x2a,
  end: -1,
  key: -2,
};
const { comma, dot, opening, closing, asterisk, end, key } = tokens;
const quotationMark = 0x22;
const backslash = 0x5c;

/** Space, tab, carriage return or line feed. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d || unit === 0x0a;
}

type CodeUnits = Uint8Array | Uint16Array;

const encoder = new TextEncoder();

/** The buffer for the code units of short texts. It is shared, because only one text is parsed at a time. */
const buffer = new Uint8Array(8192);

/** Returns the code units of a text, with a final 0. */
function toCodeUnits(text: string): CodeUnits {
  const { length } = text;
  // In ASCII text, as all masks on the wire are, the bytes are the code units.
  if (length < buffer.length && encoder.encodeInto(text, buffer).written === length) {
    buffer[length] = 0;
    return buffer;
  }
  const bytes = encoder.encode(`${text}\0`);
  if (bytes.length === length + 1) return bytes;
  return Uint16Array.from({ length: length + 1 }, (_, at) => text.charCodeAt(at));
}

/** A key, and its position in the text; -1 if it was unescaped. */
interface PlacedKey {
  readonly key: string;
  readonly start: number;
}

/** Splits the text of a mask into tokens. Its properties describe the current token. */
export class MaskLexer {
  /** The kind of the token: a code unit of punctuation, `key`, or `end`. */
  kind: number = end;
  /** The position of the token. */
  position = 0;
  /** Whether the token is a key without quotation marks. */
  isPlain = false;
  readonly #text: string;
  /** The code units of the text. Comparing them is twice as fast as comparing characters. */
  readonly #units: CodeUnits;
  /** The key, if it contains escapes in the text. */
  #unescaped: string | undefined = undefined;
  /** The start and end of the key in the text. */
  #from = 0;
  #to = 0;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#units = toCodeUnits(text);
  }

  /** The key, for a token of the kind `key`. */
  get key(): string {
    return this.#unescaped ?? this.#text.slice(this.#from, this.#to);
  }

  /** The position of the key in the text; -1 if it was unescaped. */
  get keyStart(): number {
    return this.#unescaped === undefined ? this.#from : -1;
  }

  /** Whether the key is equal to that of a node. */
  isAt(node: PlacedKey): boolean {
    if (node.start < 0 || this.#unescaped !== undefined) return this.key === node.key;
    const units = this.#units;
    const [from, start] = [this.#from, node.start];
    let at = node.key.length;
    if (this.#to - from !== at) return false;
    // Keys that differ mostly differ at their ends.
    while (at-- > 0) if (units[from + at] !== units[start + at]) return false;
    return true;
  }

  /** Compares the key with that of a node by code units: negative before it, 0 if equal, positive after it. */
  compareTo(node: PlacedKey): number {
    if (node.start < 0 || this.#unescaped !== undefined) {
      const current = this.key;
      return current === node.key ? 0 : current < node.key ? -1 : 1;
    }
    const units = this.#units;
    const [from, start] = [this.#from, node.start];
    const length = this.#to - from;
    const shorter = length < node.key.length ? length : node.key.length;
    for (let at = 0; at < shorter; at++) {
      const difference = (units[from + at] ?? 0) - (units[start + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - node.key.length;
  }

  /** Returns the index of the key among sorted nodes, or the index at which to insert it. */
  findIndex(nodes: readonly PlacedKey[]): number {
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const node = nodes[middle];
      if (node && this.compareTo(node) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Advances to the next token.
   *
   * @throws MaskSyntaxError if no token starts at the position.
   */
  next(): void {
    const units = this.#units;
    let at = this.#next;
    while (isSpace(units[at] ?? 0)) at++;
    this.position = at;
    this.isPlain = false;
    const unit = units[at] ?? 0;
    if (unit === 0 && at === this.#text.length) {
      this.kind = end;
      return;
    }
    if (unit === dot || unit === comma || unit === opening || unit === closing || unit === asterisk) {
      this.kind = unit;
      this.#next = at + 1;
      return;
    }
    if (unit === quotationMark) {
      this.kind = key;
      this.#readQuotedKey(at);
      return;
    }
    const plainEnd = this.#findPlainEnd(at);
    if (plainEnd === at) {
      const found = inAscii(this.#text.charAt(at));
      throw this.#error(
        `unexpected "${found}"; a key with characters other than A-Z, a-z, 0-9 and _ must be a JSON string`,
      );
    }
    this.#setKey(at, plainEnd);
  }

  /** Advances past a dot to a plain key directly after it, the most frequent case. Returns whether there is one. */
  nextPlainKey(): boolean {
    const start = this.#next + 1;
    if (this.#units[start - 1] !== dot) return false;
    const at = this.#findPlainEnd(start);
    if (at === start) return false;
    this.#setKey(start, at);
    return true;
  }

  #setKey(start: number, at: number): void {
    this.kind = key;
    this.isPlain = true;
    this.position = start;
    this.#unescaped = undefined;
    this.#from = start;
    this.#to = at;
    this.#next = at;
  }

  #findPlainEnd(from: number): number {
    const units = this.#units;
    let at = from;
    while (isPlain(units[at] ?? 0)) at++;
    return at;
  }

  #readQuotedKey(start: number): void {
    const units = this.#units;
    let at = start + 1;
    let isSimple = true;
    for (let unit = units[at] ?? 0; unit !== quotationMark; unit = units[++at] ?? 0) {
      if (at >= this.#text.length) throw this.#error("the quoted key has no end");
      if (unit === backslash) at++;
      if (unit === backslash || unit < 0x20) isSimple = false;
    }
    this.#next = at + 1;
    this.#from = start + 1;
    this.#to = at;
    this.#unescaped = isSimple ? undefined : this.#readEscapes(start, at + 1);
  }

  #readEscapes(from: number, to: number): string {
    try {
      return String(JSON.parse(this.#text.slice(from, to)));
    } catch {
      throw this.#error("the quoted key is not a JSON string");
    }
  }

  #error(problem: string): MaskSyntaxError {
    return new MaskSyntaxError(problem, this.#text, this.position);
  }
}
