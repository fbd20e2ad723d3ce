/** Computes the characters that the parts of a pattern match, as precisely as needed to find parts that overlap. */

/** A set of characters: one bit for each sample character. */
export type CharacterSet = bigint;

/** Every character. */
export const everyCharacter: CharacterSet = -1n;

/**
 * Character sets for the parts of a pattern. Two sets share a bit if they share a character. They cover all of ASCII,
 * and beyond it only the characters at which a range of the pattern begins or ends. The members of a property
 * (`\p{L}`) are not listed: a property is assumed to overlap with every set that has a character beyond ASCII.
 */
export class CharacterSets {
  readonly #samples: readonly string[];
  readonly #flags: string;
  readonly #hasProperties: boolean;
  readonly #known = new Map<string, CharacterSet>();

  constructor(pattern: string, isLoose: boolean) {
    this.#flags = isLoose ? "" : "u";
    this.#hasProperties = /\\[pP]\{/.test(pattern) && !isLoose;
    const named = [...escapedCodes(pattern), ...Array.from(pattern, (letter) => letter.codePointAt(0) ?? 0)];
    const codes = new Set([
      ...Array.from({ length: 128 }, (_, code) => code),
      ...specialCodes,
      ...named.filter((code) => code > 127).flatMap((code) => [code - 1, code, code + 1]),
    ]);
    const highest = isLoose ? 0xffff : 0x10ffff;
    this.#samples = [...codes].filter((code) => code <= highest).map((code) => String.fromCodePoint(code));
  }

  /** Returns the set of a character expression: `a`, `\d`, `[^,]`. Returns undefined if it is invalid. */
  read(text: string): CharacterSet | undefined {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    let pattern: RegExp;
    try {
      pattern = new RegExp(`^${text}$`, this.#flags);
    } catch {
      return undefined;
    }
    let set = 0n;
    for (const [index, sample] of this.#samples.entries())
      if (pattern.test(sample)) set |= 1n << BigInt(index);
    const isBeyond = /\\[pPDSWsux]|^\.$|^\[\^|[^\0-\x7f]/.test(text);
    if (this.#hasProperties && isBeyond) set |= 1n << BigInt(this.#samples.length);
    this.#known.set(text, set);
    return set;
  }
}

/** White space, line terminators, and a character that no pattern contains. */
const specialCodes: readonly number[] = [0x85, 0xa0, 0x1680, 0x2000, 0x2028, 0x2029, 0x3000, 0xfeff, 0xe123];

function escapedCodes(pattern: string): readonly number[] {
  const escapes = pattern.matchAll(/\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/g);
  return Array.from(escapes, ([, braced, four, two]) => Number.parseInt(braced ?? four ?? two ?? "0", 16));
}
