const { fromCharCode } = String;

/** Maximum length for {@link readShortAscii}. */
export const maxShortAsciiLength = 16;

/**
 * Text of up to 16 characters that is ASCII; undefined for other text. All characters are given at once: text that grows is a chain of
 * pieces, which is slow to make, and slow for whoever uses it.
 */
export function readShortAscii(bytes: Uint8Array, at: number, length: number): string | undefined {
  if (length === 0) return "";
  const a = bytes[at] ?? 0;
  let all = a;
  if (length === 1) return all < 0x80 ? fromCharCode(a) : undefined;
  const b = bytes[at + 1] ?? 0;
  all |= b;
  if (length === 2) return all < 0x80 ? fromCharCode(a, b) : undefined;
  const c = bytes[at + 2] ?? 0;
  all |= c;
  if (length === 3) return all < 0x80 ? fromCharCode(a, b, c) : undefined;
  const d = bytes[at + 3] ?? 0;
  all |= d;
  if (length === 4) return all < 0x80 ? fromCharCode(a, b, c, d) : undefined;
  const e = bytes[at + 4] ?? 0;
  all |= e;
  if (length === 5) return all < 0x80 ? fromCharCode(a, b, c, d, e) : undefined;
  const f = bytes[at + 5] ?? 0;
  all |= f;
  if (length === 6) return all < 0x80 ? fromCharCode(a, b, c, d, e, f) : undefined;
  const g = bytes[at + 6] ?? 0;
  all |= g;
  if (length === 7) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g) : undefined;
  const h = bytes[at + 7] ?? 0;
  all |= h;
  if (length === 8) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h) : undefined;
  const i = bytes[at + 8] ?? 0;
  all |= i;
  if (length === 9) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i) : undefined;
  const j = bytes[at + 9] ?? 0;
  all |= j;
  if (length === 10) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j) : undefined;
  const k = bytes[at + 10] ?? 0;
  all |= k;
  if (length === 11) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j, k) : undefined;
  const l = bytes[at + 11] ?? 0;
  all |= l;
  if (length === 12) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j, k, l) : undefined;
  const m = bytes[at + 12] ?? 0;
  all |= m;
  if (length === 13) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j, k, l, m) : undefined;
  const n = bytes[at + 13] ?? 0;
  all |= n;
  if (length === 14) return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j, k, l, m, n) : undefined;
  const o = bytes[at + 14] ?? 0;
  all |= o;
  if (length === 15)
    return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) : undefined;
  const p = bytes[at + 15] ?? 0;
  all |= p;
  return all < 0x80 ? fromCharCode(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) : undefined;
}

/**
 * Writes text one byte a character, as far as it is ASCII. Four characters are looked at together: most of what an
 * encoder does is to look at characters.
 * @returns How many characters were written.
 */
export function writeAscii(bytes: Uint8Array, start: number, text: string): number {
  const { length } = text;
  let index = 0;
  for (let at = start; index + 3 < length; index += 4, at += 4) {
    const a = text.charCodeAt(index);
    const b = text.charCodeAt(index + 1);
    const c = text.charCodeAt(index + 2);
    const d = text.charCodeAt(index + 3);
    if ((a | b | c | d) >= 0x80) return index;
    bytes[at] = a;
    bytes[at + 1] = b;
    bytes[at + 2] = c;
    bytes[at + 3] = d;
  }
  for (; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x80) return index;
    bytes[start + index] = unit;
  }
  return index;
}
