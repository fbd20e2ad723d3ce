import { inAscii } from "../text/value-text.js";
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

/** Splits the text of a mask into tokens, of which it shows one at a time. */
export class MaskLexer {
  /** The kind of the token: a code unit of punctuation, `key`, or `end` where the text is over. */
  kind: number = end;
  /** Where it starts. */
  position = 0;
  /** The token is a key without quotation marks. */
  isPlain = false;
  readonly #text: string;
  /** The key, as soon as somebody asks for it. */
  #key: string | undefined;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The key, for a token of that kind. */
  get key(): string {
    return (this.#key ??= this.#text.slice(this.position, this.#next));
  }

  /** Whether the token is this very key, without quotation marks. */
  isAtKey(wanted: string): boolean {
    const { position } = this;
    if (!this.isPlain || this.#next - position !== wanted.length) return false;
    // Short as keys are, this costs less than to cut the key out.
    for (let at = 0; at < wanted.length; at++) {
      if (this.#text.charCodeAt(position + at) !== wanted.charCodeAt(at)) return false;
    }
    return true;
  }

  /**
   * Goes on to the next token.
   *
   * @throws A {@link MaskSyntaxError} where none can start.
   */
  next(): void {
    const text = this.#text;
    let at = this.#next;
    // Past the end there is NaN, which is no character.
    let unit = text.charCodeAt(at);
    while (unit <= 0x20 && isSpace(unit)) unit = text.charCodeAt(++at);
    this.position = at;
    this.isPlain = false;
    if (unit === dot || unit === comma) {
      this.kind = unit;
      this.#next = at + 1;
    } else if (isPlain(unit)) {
      do unit = text.charCodeAt(++at);
      while (isPlain(unit));
      this.#setKey(this.position, at);
    } else if (unit === opening || unit === closing || unit === asterisk) {
      this.kind = unit;
      this.#next = at + 1;
    } else if (unit === quotationMark) {
      this.kind = key;
      this.#key = this.#quotedKey(at);
    } else if (at >= text.length) this.kind = end;
    else {
      const found = inAscii(text.charAt(at));
      throw this.#error(
        `"${found}" cannot stand here; a key with characters other than A-Z, a-z, 0-9 and _ is written as a JSON string`,
      );
    }
  }

  /** Goes on to a plain key that follows after a dot, with nothing between: the most that masks have. */
  nextPlainKey(): boolean {
    const text = this.#text;
    const start = this.#next + 1;
    if (text.charCodeAt(start - 1) !== dot) return false;
    let at = start;
    while (isPlain(text.charCodeAt(at))) at++;
    if (at === start) return false;
    this.#setKey(start, at);
    return true;
  }

  #setKey(start: number, at: number): void {
    this.kind = key;
    this.#key = undefined;
    this.isPlain = true;
    this.position = start;
    this.#next = at;
  }

  #quotedKey(start: number): string {
    const text = this.#text;
    let at = start + 1;
    let isSimple = true;
    for (let unit = text.charCodeAt(at); unit !== quotationMark; unit = text.charCodeAt(++at)) {
      if (at >= text.length) throw this.#error("the quoted key has no end");
      if (unit === backslash) at++;
      if (unit === backslash || unit < 0x20) isSimple = false;
    }
    this.#next = at + 1;
    if (isSimple) return text.slice(start + 1, at);
    try {
      return String(JSON.parse(text.slice(start, at + 1)));
    } catch {
      throw this.#error("the quoted key is not a JSON string");
    }
  }

  #error(problem: string): MaskSyntaxError {
    return new MaskSyntaxError(problem, this.#text, this.position);
  }
}
