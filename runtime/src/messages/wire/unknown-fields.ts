/** A field that a message holds beside those that its type knows. */
export interface UnknownField {
  /** Number of the field. */
  readonly number: number;
  /** The form of its value on the wire (Protocol Buffers encoding, "Message Structure"): 0, 1, 2, 3 or 5. */
  readonly wireType: number;
  /** The value as it is there, without the length or the end of a group. */
  readonly value: Uint8Array;
  /**
   * Set if it is a value of a field that the type does know: a number that its closed enum does not have (proto2, and
   * editions that say so). A note for masks and requests, which says nothing to others.
   */
  readonly kept?: object;
}

/** The fields of a message that its type does not know, in the order in which they came. */
export type UnknownFields = UnknownField[];

/** A message that keeps what it does not know. */
export interface KeepsUnknown {
  _unknownFields?: UnknownFields | undefined;
}

/** Keeps one more unknown field. */
export function keepUnknown(
  message: KeepsUnknown,
  number: number,
  wireType: number,
  value: Uint8Array,
  kept?: object,
): void {
  const field: UnknownField = kept ? { number, wireType, value, kept } : { number, wireType, value };
  if (message._unknownFields) message._unknownFields.push(field);
  else message._unknownFields = [field];
}

/**
 * A varint in as few bytes as hold its 64 bits. Writers may use more; nobody who compares bytes could then tell
 * that two messages are the same.
 */
export function shortestVarint(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  const isFull = length === 10;
  const top = isFull ? (bytes[9] ?? 0) & 1 : (bytes[length - 1] ?? 0);
  if (top !== 0 && top === bytes[length - 1]) return bytes;
  const short = bytes.slice();
  short[length - 1] = top;
  while (length > 1 && ((short[length - 1] ?? 0) & 0x7f) === 0) length--;
  short[length - 1] = (short[length - 1] ?? 0) & 0x7f;
  return short.subarray(0, length);
}
