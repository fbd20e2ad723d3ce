/** A field that a message holds beside those of its type, as codecs keep it. */
export interface Unknown {
  readonly number: number;
  readonly wireType: number;
  readonly value: Uint8Array;
}

/** Wire types of values that can be messages (Protocol Buffers encoding, "Message Structure"). */
export const [lengthDelimited, group] = [2, 3];
const groupEnd = 4;

/**
 * The fields of bytes that can be read as a message; undefined for bytes that cannot. Text and packed numbers
 * seldom can; where they can by chance, they are taken for one, which is the careful answer.
 */
export function fieldsIn(bytes: Uint8Array): readonly Unknown[] | undefined {
  const fields: Unknown[] = [];
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
  /** Where a value ends that starts at the position; NaN if none does. */
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
  /** The groups that are open: their tags, and where their bytes start. */
  const open: { readonly tag: number; readonly start: number }[] = [];
  while (position < bytes.length) {
    const tagStart = position;
    const tag = varint();
    if (!(tag >= 8 && tag < 2 ** 32)) return undefined;
    const [number, wireType] = [Math.floor(tag / 8), tag % 8];
    if (wireType === group) {
      open.push({ tag, start: position });
      continue;
    }
    if (wireType === groupEnd) {
      const started = open.pop();
      if (started?.tag !== tag - 1) return undefined;
      if (open.length > 0) continue;
      fields.push({ number, wireType: group, value: bytes.subarray(started.start, tagStart) });
      continue;
    }
    const start = position;
    const end = valueEnd(tag);
    if (!(end <= bytes.length)) return undefined;
    const from = wireType === lengthDelimited ? position : start;
    position = end;
    if (open.length === 0) fields.push({ number, wireType, value: bytes.subarray(from, end) });
  }
  return open.length === 0 ? fields : undefined;
}
