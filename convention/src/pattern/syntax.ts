/**
 * Parses regular expressions of ECMAScript into trees, with what affects the work of a backtracking engine. A condition that only
 * restricts matches (`\b`, a `$` in the middle) is omitted, so a tree never has fewer paths than its pattern.
 */

/** A part of a regular expression. */
export type Part =
  /** One character, by the text that describes it: `a`, `\d`, `[^,]`. */
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly min: number; readonly max: number }
  /** A lookahead or lookbehind. */
  | { readonly kind: "lookaround"; readonly part: Part; readonly isAhead: boolean }
  | { readonly kind: "start" | "end" | "nothing" };

/** Parses a pattern. Returns undefined if it is invalid, or if no automaton can match it (`\1`). */
export function readPattern(pattern: string, isLoose: boolean): Part | undefined {
  try {
    return new PatternReader(pattern, isLoose ? "y" : "yu").read();
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
}

class UnsupportedPattern extends Error {}

const maxDepth = 100;

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

  read(): Part {
    const part = this.#choice();
    if (this.#at < this.#pattern.length) throw new UnsupportedPattern();
    return part;
  }

  #choice(): Part {
    if (++this.#depth > maxDepth) throw new UnsupportedPattern();
    const parts = [this.#sequence()];
    while (this.#take(/\|/)) parts.push(this.#sequence());
    this.#depth--;
    return { kind: "choice", parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (!/[|)]/.test(this.#pattern[this.#at] ?? "|")) parts.push(this.#quantified(this.#atom()));
    return { kind: "sequence", parts };
  }

  #quantified(part: Part): Part {
    const found = this.#take(quantifier);
    if (!found) return part;
    const [, sign, low, comma, high] = found;
    if (sign !== undefined)
      return { kind: "repeat", part, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
    const min = Number(low);
    return { kind: "repeat", part, min, max: high ? Number(high) : comma ? Infinity : min };
  }

  #atom(): Part {
    if (this.#take(/\^/)) return { kind: "start" };
    if (this.#take(/\$/)) return { kind: "end" };
    const head = this.#take(groupHead)?.[0];
    if (head !== undefined) return this.#group(head);
    if (this.#take(edge)) return { kind: "nothing" };
    const text = this.#take(backReference) ? undefined : this.#take(character)?.[0];
    if (text === undefined) throw new UnsupportedPattern();
    return { kind: "character", text };
  }

  #group(head: string): Part {
    const part = this.#choice();
    if (!this.#take(/\)/)) throw new UnsupportedPattern();
    return /[=!]$/.test(head) ? { kind: "lookaround", part, isAhead: !head.includes("<") } : part;
  }

  /** Consumes a match of the expression at the current position. */
  #take({ source }: RegExp): RegExpExecArray | undefined {
    const expression = new RegExp(source, this.#flags);
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern) ?? undefined;
    if (found) this.#at = expression.lastIndex;
    return found;
  }
}
