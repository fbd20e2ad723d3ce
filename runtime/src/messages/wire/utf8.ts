import { halfPairText } from "../../base/text/well-formed.js";

const { fromCharCode } = String;

/** Maximum number of bytes for {@link readShortUtf8}. For longer text, the platform's decoder is faster. */
export const maxShortUtf8Length = 96;

/**
 * Text of few bytes that is not ASCII; undefined if the bytes are not UTF-8. Reading names and titles takes less time than
 * calling a decoder and looking for replacement characters in what it gives.
 */
export function readShortUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  let count = 0;
  let at = start;
  while (at < end) {
    let first = bytes[at++] ?? 0;
    // Most scripts have words in ASCII, spaces or digits. A loop for them takes less time than a turn of the outer one for each.
    while (first < 0x80) {
      units[count++] = first;
      if (at === end) return fromUnits(count);
      first = bytes[at++] ?? 0;
    }
    const second = (bytes[at++] ?? 0) ^ 0x80;
    if (first < 0xe0) {
      if (first < 0xc2 || second > 0x3f) return undefined;
      units[count++] = ((first & 0x1f) << 6) | second;
      continue;
    }
    const third = (bytes[at++] ?? 0) ^ 0x80;
    if ((second | third) > 0x3f) return undefined;
    if (first < 0xf0) {
      const unit = ((first & 0x0f) << 12) | (second << 6) | third;
      // What fewer bytes would hold, and halves of a pair.
      if (unit < 0x800 || (unit & 0xf800) === 0xd800) return undefined;
      units[count++] = unit;
      continue;
    }
    const fourth = (bytes[at++] ?? 0) ^ 0x80;
    const point = ((first & 0x0f) << 18) | (second << 12) | (third << 6) | fourth;
    if (fourth > 0x3f || point < 0x1_0000 || point > 0x10_ffff) return undefined;
    units[count++] = 0xd7c0 + (point >> 10);
    units[count++] = 0xdc00 + (point & 0x3ff);
  }
  return at === end ? fromUnits(count) : undefined;
}

function fromUnits(count: number): string {
  return fromCharCode.apply(undefined, units.slice(0, count));
}

/** The characters of the text that is being read. An array that grows would take longer than reading them. */
const units: number[] = Array.from({ length: maxShortUtf8Length }, () => 0);

/**
 * Writes text as UTF-8. The buffer must have space for three bytes per character.
 * @param from The character to begin with.
 * @returns the position after it
 * @throws TypeError for half of a surrogate pair.
 */
export function writeUtf8(bytes: Uint8Array, start: number, text: string, from: number): number {
  const { length } = text;
  let at = start;
  for (let index = from; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes[at++] = unit;
    else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else if ((unit & 0xf800) === 0xd800) {
      const point = text.codePointAt(index) ?? 0;
      if (point <= 0xffff) throw new TypeError(halfPairText);
      bytes[at++] = 0xf0 | (point >> 18);
      at = writeThree(bytes, at, 0x80 | ((point >> 12) & 0x3f), point);
      index++;
    } else at = writeThree(bytes, at, 0xe0 | (unit >> 12), unit);
  }
  return at;
}

/** Writes a byte, and behind it the lowest twelve bits of a character. */
function writeThree(bytes: Uint8Array, at: number, first: number, point: number): number {
  bytes[at] = first;
  bytes[at + 1] = 0x80 | ((point >> 6) & 0x3f);
  bytes[at + 2] = 0x80 | (point & 0x3f);
  return at + 3;
}
