import { inAscii, MaskSyntaxError } from "./mask-syntax-error.js";

/** A token: punctuation, the wildcard or a key. `end` says that the text is over. */
export type MaskToken =
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
export class MaskLexer {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next token. Throws a {@link MaskSyntaxError} where none can start. */
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
