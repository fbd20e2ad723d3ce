/**
 * Regular expressions of ECMAScript as trees: what decides how often an engine that goes back reads a text. A condition
 * that only narrows a match (`\b`, a `$` in the middle) is left out, so that a tree never has fewer ways than its pattern.
 */

/** A part of a regular expression. */
export type Part =
  /** One character, by the text that describes it: `a`, `\d`, `[^,]`. */
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number }
  /** A look ahead or behind. */
  | { readonly kind: "look"; readonly part: Part; readonly isAhead: boolean }
  | { readonly kind: "start" | "end" | "nothing" };

/** The tree of a pattern; undefined if it does not parse, or if no automaton can do what it asks (`\1`). */
export function readPattern(pattern: string, isLoose: boolean): Part | undefined {
  try {
    return new PatternReader(pattern, isLoose ? "y" : "yu").whole();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

const deepest = 100;

const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/;
const groupHead = /\((?:\?(?:[:=!]|<[=!]|<[^>=!]+>))?/;
const edge = /\\[bB]/;
const backReference = /\\[1-9k]/;
const character =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])|\[(?:[^\]\\]|\\[^])*\]|[^[\\()*+?|]/;

class PatternReader {
  readonly #pattern: string;
  readonly #flags: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#flags = flags;
  }

  whole(): Part {
    const part = this.#choice();
    if (this.#at < this.#pattern.length) throw new Unreadable();
    return part;
  }

  #choice(): Part {
    if (++this.#depth > deepest) throw new Unreadable();
    const parts = [this.#sequence()];
    while (this.#take(/\|/)) parts.push(this.#sequence());
    this.#depth--;
    return { kind: "choice", parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (!/[|)]/.test(this.#pattern[this.#at] ?? "|")) parts.push(this.#repeated(this.#atom()));
    return { kind: "sequence", parts };
  }

  #repeated(part: Part): Part {
    const found = this.#take(quantifier);
    if (!found) return part;
    const [, sign, low, comma, high] = found;
    if (sign !== undefined)
      return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const least = Number(low);
    return { kind: "repeat", part, least, most: high ? Number(high) : comma ? Infinity : least };
  }

  #atom(): Part {
    if (this.#take(/\^/)) return { kind: "start" };
    if (this.#take(/\$/)) return { kind: "end" };
    const head = this.#take(groupHead)?.[0];
    if (head !== undefined) return this.#group(head);
    if (this.#take(edge)) return { kind: "nothing" };
    const text = this.#take(backReference) ? undefined : this.#take(character)?.[0];
    if (text === undefined) throw new Unreadable();
    return { kind: "character", text };
  }

  #group(head: string): Part {
    const part = this.#choice();
    if (!this.#take(/\)/)) throw new Unreadable();
    return /[=!]$/.test(head) ? { kind: "look", part, isAhead: !head.includes("<") } : part;
  }

  /** Reads on if this comes next. */
  #take({ source }: RegExp): RegExpExecArray | undefined {
    const expression = new RegExp(source, this.#flags);
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern) ?? undefined;
    if (found) this.#at = expression.lastIndex;
    return found;
  }
}
