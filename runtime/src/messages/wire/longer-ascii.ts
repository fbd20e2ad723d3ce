const of = String.fromCharCode;

/** Maximum length for {@link readLongerAscii}. Names and identifiers are seldom longer. */
export const maxAsciiLength = 32;

/**
 * Text of 17 to 32 characters that is ASCII; undefined for other text. It too is made at once: two halves put together
 * take the time of a decoder, and whoever looks at their characters later, as a writer does, looks through both.
 */
export function readLongerAscii(bytes: Uint8Array, at: number, length: number): string | undefined {
  if (hasOtherEnd(bytes, at, at + length)) return undefined;
  if (length < 23) return readTo22(bytes, at, length);
  return length < 28 ? readTo27(bytes, at, length) : readTo32(bytes, at, length);
}

/** Whether text begins or ends with a character that is not ASCII, as most text in other scripts does. */
export function hasOtherEnd(bytes: Uint8Array, start: number, end: number): boolean {
  return ((bytes[start] ?? 0) | (bytes[end - 1] ?? 0)) >= 0x80;
}

function readTo22(bytes: Uint8Array, at: number, length: number): string | undefined {
  const a = bytes[at] ?? 0;
  const b = bytes[at + 1] ?? 0;
  const c = bytes[at + 2] ?? 0;
  const d = bytes[at + 3] ?? 0;
  const e = bytes[at + 4] ?? 0;
  const f = bytes[at + 5] ?? 0;
  const g = bytes[at + 6] ?? 0;
  const h = bytes[at + 7] ?? 0;
  const i = bytes[at + 8] ?? 0;
  const j = bytes[at + 9] ?? 0;
  const k = bytes[at + 10] ?? 0;
  const l = bytes[at + 11] ?? 0;
  const m = bytes[at + 12] ?? 0;
  const n = bytes[at + 13] ?? 0;
  const o = bytes[at + 14] ?? 0;
  const p = bytes[at + 15] ?? 0;
  let all = a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p;
  const q = bytes[at + 16] ?? 0;
  all |= q;
  if (length === 17) return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) : undefined;
  const r = bytes[at + 17] ?? 0;
  all |= r;
  if (length === 18) return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r) : undefined;
  const s = bytes[at + 18] ?? 0;
  all |= s;
  if (length === 19)
    return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s) : undefined;
  const t = bytes[at + 19] ?? 0;
  all |= t;
  if (length === 20)
    return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t) : undefined;
  const u = bytes[at + 20] ?? 0;
  all |= u;
  if (length === 21)
    return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u) : undefined;
  const v = bytes[at + 21] ?? 0;
  all |= v;
  return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v) : undefined;
}

function readTo27(bytes: Uint8Array, at: number, length: number): string | undefined {
  const a = bytes[at] ?? 0;
  const b = bytes[at + 1] ?? 0;
  const c = bytes[at + 2] ?? 0;
  const d = bytes[at + 3] ?? 0;
  const e = bytes[at + 4] ?? 0;
  const f = bytes[at + 5] ?? 0;
  const g = bytes[at + 6] ?? 0;
  const h = bytes[at + 7] ?? 0;
  const i = bytes[at + 8] ?? 0;
  const j = bytes[at + 9] ?? 0;
  const k = bytes[at + 10] ?? 0;
  const l = bytes[at + 11] ?? 0;
  const m = bytes[at + 12] ?? 0;
  const n = bytes[at + 13] ?? 0;
  const o = bytes[at + 14] ?? 0;
  const p = bytes[at + 15] ?? 0;
  const q = bytes[at + 16] ?? 0;
  const r = bytes[at + 17] ?? 0;
  const s = bytes[at + 18] ?? 0;
  const t = bytes[at + 19] ?? 0;
  const u = bytes[at + 20] ?? 0;
  const v = bytes[at + 21] ?? 0;
  let all = a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p | q | r | s | t | u | v;
  const w = bytes[at + 22] ?? 0;
  all |= w;
  if (length === 23)
    return all < 0x80 ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w) : undefined;
  const x = bytes[at + 23] ?? 0;
  all |= x;
  if (length === 24)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x)
      : undefined;
  const y = bytes[at + 24] ?? 0;
  all |= y;
  if (length === 25)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y)
      : undefined;
  const z = bytes[at + 25] ?? 0;
  all |= z;
  if (length === 26)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z)
      : undefined;
  const A = bytes[at + 26] ?? 0;
  all |= A;
  return all < 0x80
    ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A)
    : undefined;
}

function readTo32(bytes: Uint8Array, at: number, length: number): string | undefined {
  const a = bytes[at] ?? 0;
  const b = bytes[at + 1] ?? 0;
  const c = bytes[at + 2] ?? 0;
  const d = bytes[at + 3] ?? 0;
  const e = bytes[at + 4] ?? 0;
  const f = bytes[at + 5] ?? 0;
  const g = bytes[at + 6] ?? 0;
  const h = bytes[at + 7] ?? 0;
  const i = bytes[at + 8] ?? 0;
  const j = bytes[at + 9] ?? 0;
  const k = bytes[at + 10] ?? 0;
  const l = bytes[at + 11] ?? 0;
  const m = bytes[at + 12] ?? 0;
  const n = bytes[at + 13] ?? 0;
  const o = bytes[at + 14] ?? 0;
  const p = bytes[at + 15] ?? 0;
  const q = bytes[at + 16] ?? 0;
  const r = bytes[at + 17] ?? 0;
  const s = bytes[at + 18] ?? 0;
  const t = bytes[at + 19] ?? 0;
  const u = bytes[at + 20] ?? 0;
  const v = bytes[at + 21] ?? 0;
  const w = bytes[at + 22] ?? 0;
  const x = bytes[at + 23] ?? 0;
  const y = bytes[at + 24] ?? 0;
  const z = bytes[at + 25] ?? 0;
  const A = bytes[at + 26] ?? 0;
  let all =
    a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p | q | r | s | t | u | v | w | x | y | z | A;
  const B = bytes[at + 27] ?? 0;
  all |= B;
  if (length === 28)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B)
      : undefined;
  const C = bytes[at + 28] ?? 0;
  all |= C;
  if (length === 29)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B, C)
      : undefined;
  const D = bytes[at + 29] ?? 0;
  all |= D;
  if (length === 30)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B, C, D)
      : undefined;
  const E = bytes[at + 30] ?? 0;
  all |= E;
  if (length === 31)
    return all < 0x80
      ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B, C, D, E)
      : undefined;
  const F = bytes[at + 31] ?? 0;
  all |= F;
  return all < 0x80
    ? of(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B, C, D, E, F)
    : undefined;
}
