import { inAscii } from "../../../base/text/value-text.js";
import { MaskSyntaxError } from "./mask-error.js";
import { isPlain } from "./mask-tree.js";

/** Kinds of tokens: punctuation by its code unit, and two that are none. */
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

/** Where the code units of most texts are put. One text is read at a time, from its beginning to its end. */
const desk = new Uint8Array(8192);

/** The code units of a text, with a 0 behind the last. */
function codeUnits(text: string): CodeUnits {
  const { length } = text;
  // In ASCII, of which all masks are that travel, the bytes are the code units.
  if (length < desk.length && encoder.encodeInto(text, desk).written === length) {
    desk[length] = 0;
    return desk;
  }
  const bytes = encoder.encode(`${text}\0`);
  if (bytes.length === length + 1) return bytes;
  return Uint16Array.from({ length: length + 1 }, (_, at) => text.charCodeAt(at));
}

/** A key that was read, and where it is in the text; -1 if it is not there as it is. */
interface PlacedKey {
  readonly key: string;
  readonly start: number;
}

/** Splits the text of a mask into tokens, of which it shows one at a time. */
export class MaskLexer {
  /** The kind of the token: a code unit of punctuation, `key`, or `end` where the text is over. */
  kind: number = end;
  /** Where it starts. */
  position = 0;
  /** The token is a key without quotation marks. */
  isPlain = false;
  readonly #text: string;
  /** The text's code units, which cost half of what characters do. */
  readonly #units: CodeUnits;
  /** The key, if it is not in the text as it is. */
  #unescaped: string | undefined = undefined;
  /** Where the key is in the text. */
  #from = 0;
  #to = 0;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#units = codeUnits(text);
  }

  /** The key, for a token of that kind. */
  get key(): string {
    return this.#unescaped ?? this.#text.slice(this.#from, this.#to);
  }

  /** Where the key is in the text; -1 if it is not there as it is. */
  get keyStart(): number {
    return this.#unescaped === undefined ? this.#from : -1;
  }

  /** Whether the key is that of a node. */
  isAt(node: PlacedKey): boolean {
    if (node.start < 0 || this.#unescaped !== undefined) return this.key === node.key;
    const units = this.#units;
    const [from, start] = [this.#from, node.start];
    let at = node.key.length;
    if (this.#to - from !== at) return false;
    // Most that differ do so at their ends.
    while (at-- > 0) if (units[from + at] !== units[start + at]) return false;
    return true;
  }

  /** The order of the key and that of a node by code units: negative before it, 0 for the same, positive after it. */
  orderTo(node: PlacedKey): number {
    if (node.start < 0 || this.#unescaped !== undefined) {
      const own = this.key;
      return own === node.key ? 0 : own < node.key ? -1 : 1;
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

  /** The place of the key among those of sorted nodes, or the place where it would be. */
  indexAmong(nodes: readonly PlacedKey[]): number {
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const node = nodes[middle];
      if (node && this.orderTo(node) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Goes on to the next token.
   *
   * @throws A {@link MaskSyntaxError} where none can start.
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
      this.#quotedKey(at);
      return;
    }
    const plainEnd = this.#endOfPlain(at);
    if (plainEnd === at) {
      const found = inAscii(this.#text.charAt(at));
      throw this.#error(
        `"${found}" cannot stand here; a key with characters other than A-Z, a-z, 0-9 and _ is written as a JSON string`,
      );
    }
    this.#setKey(at, plainEnd);
  }

  /** Goes on to a plain key that follows after a dot, with nothing between: the most that masks have. */
  nextPlainKey(): boolean {
    const start = this.#next + 1;
    if (this.#units[start - 1] !== dot) return false;
    const at = this.#endOfPlain(start);
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

  #endOfPlain(from: number): number {
    const units = this.#units;
    let at = from;
    while (isPlain(units[at] ?? 0)) at++;
    return at;
  }

  #quotedKey(start: number): void {
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
