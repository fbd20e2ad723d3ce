/** A field that the type of a message does not have, as codecs store it. */
export interface UnknownField {
  readonly number: number;
  readonly wireType: number;
  readonly value: Uint8Array;
}

/** Wire types of values that can be messages (Protocol Buffers encoding, "Message Structure"). */
export const [lengthDelimited, group] = [2, 3];
const groupEnd = 4;

/**
 * Parses bytes as a message. Returns its fields, or undefined if the bytes are not a message. Text and packed numbers
 * seldom parse. If they do by chance, they count as a message, which is the safe answer.
 */
export function parseUnknownMessage(bytes: Uint8Array): readonly UnknownField[] | undefined {
  const fields: UnknownField[] = [];
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[position++];
      if (byte === undefined) return NaN;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return NaN;
  };
  /** The end of the value at the position; NaN if there is none. */
  const valueEnd = (tag: number): number => {
    switch (tag % 8) {
      case 0:
        return Number.isNaN(varint()) ? NaN : position;
      case 1:
        return position + 8;
      case lengthDelimited: {
        const length = varint();
        return position + length;
      }
      case 5:
        return position + 4;
      default:
        return NaN;
    }
  };
  /** The groups that are not closed yet: their tags, and the positions of their bytes. */
  const openGroups: { readonly tag: number; readonly start: number }[] = [];
  while (position < bytes.length) {
    const tagStart = position;
    const tag = varint();
    if (!(tag >= 8 && tag < 2 ** 32)) return undefined;
    const [number, wireType] = [Math.floor(tag / 8), tag % 8];
    if (wireType === group) {
      openGroups.push({ tag, start: position });
      continue;
    }
    if (wireType === groupEnd) {
      const opened = openGroups.pop();
      if (opened?.tag !== tag - 1) return undefined;
      if (openGroups.length > 0) continue;
      fields.push({ number, wireType: group, value: bytes.subarray(opened.start, tagStart) });
      continue;
    }
    const start = position;
    const end = valueEnd(tag);
    if (!(end <= bytes.length)) return undefined;
    const from = wireType === lengthDelimited ? position : start;
    position = end;
    if (openGroups.length === 0) fields.push({ number, wireType, value: bytes.subarray(from, end) });
  }
  return openGroups.length === 0 ? fields : undefined;
}
