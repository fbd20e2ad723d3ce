import { MessageError } from "../table/message-error.js";
import { setProperty } from "../table/set-property.js";
import { NumberText } from "./number-text.js";

/** The value of a JSON text: as `JSON.parse` reads it, but for numbers with many digits. */
type ParsedJson = null | boolean | number | string | NumberText | ParsedJson[] | ParsedObject;

interface ParsedObject {
  [name: string]: ParsedJson;
}

/**
 * Reads a JSON text (RFC 8259) without losing what `JSON.parse` loses: digits of numbers, and names that an
 * object has twice.
 *
 * @throws A MessageError that names line and column. It shows nothing of the text, which may hold secrets.
 */
export function parseJsonText(text: string): ParsedJson {
  const reader = new TextReader(text);
  const json = reader.value(0);
  reader.end();
  return json;
}

/** Deepest nesting of lists and objects; deeper than any message goes. */
const maxDepth = 1000;

const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordForm = /true|false|null/y;
const spaceForm = /[ \t\n\r]*/y;

/** Numbers with few digits and no exponent: whatever they are, a JavaScript number tells them apart. */
const shortForm = /^-?\d{1,8}(?:\.\d{1,7})?$/;

class TextReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): ParsedJson {
    this.#space();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#list(depth);
      case '"':
        return this.#string();
      default:
        return this.#word();
    }
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) throw this.#error("the text goes on after the end of the value");
  }

  #object(depth: number): ParsedObject {
    const object: ParsedObject = {};
    this.#enter(depth);
    if (this.#takes("}")) return object;
    do {
      this.#space();
      const start = this.#at;
      if (this.#text[start] !== '"') throw this.#error("a name in double quotes is needed");
      const name = this.#string();
      if (Object.hasOwn(object, name)) throw this.#error("the object has this name twice", start);
      if (!this.#takes(":")) throw this.#error("a colon is needed after a name");
      setProperty(object, name, this.value(depth + 1));
    } while (this.#takes(","));
    if (!this.#takes("}")) throw this.#error("a comma or the end of the object is needed");
    return object;
  }

  #list(depth: number): ParsedJson[] {
    const list: ParsedJson[] = [];
    this.#enter(depth);
    if (this.#takes("]")) return list;
    do list.push(this.value(depth + 1));
    while (this.#takes(","));
    if (!this.#takes("]")) throw this.#error("a comma or the end of the list is needed");
    return list;
  }

  /** Steps over the bracket that opens an object or a list. */
  #enter(depth: number): void {
    if (depth === maxDepth) throw this.#error(`objects and lists are nested deeper than ${maxDepth}`);
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    let end = start;
    do end = this.#text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    if (end < 0) throw this.#error("the string has no end", start);
    this.#at = end + 1;
    try {
      // A whole string literal can lose nothing in `JSON.parse`, and be nothing but a string.
      return String(JSON.parse(this.#text.slice(start, end + 1)));
    } catch {
      throw this.#error("the string has a control character or an escape that JSON does not have", start);
    }
  }

  /** Whether an odd number of backslashes comes before a quote. */
  #isEscaped(quote: number): boolean {
    let first = quote;
    while (this.#text[first - 1] === "\\") first--;
    return (quote - first) % 2 === 1;
  }

  /** A value that is neither an object, nor a list, nor a string. */
  #word(): boolean | null | number | NumberText {
    const word = this.#match(wordForm);
    if (word === "null") return null;
    return word === undefined ? this.#number() : word === "true";
  }

  #number(): number | NumberText {
    const text = this.#match(numberForm);
    if (text === undefined) throw this.#error("a value is needed");
    return shortForm.test(text) ? Number(text) : new NumberText(text);
  }

  #takes(sign: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    this.#match(spaceForm);
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const [found] = form.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #error(problem: string, at = this.#at): MessageError {
    const lines = this.#text.slice(0, at).split("\n");
    return new MessageError(
      `JSON, line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${problem}`,
    );
  }
}
