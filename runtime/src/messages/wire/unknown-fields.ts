/** A field of a message that its type does not have. */
export interface UnknownField {
  /** Field number. */
  readonly number: number;
  /** Wire type of its value (Protocol Buffers encoding, "Message Structure"): 0, 1, 2, 3 or 5. */
  readonly wireType: number;
  /** The value on the wire, without the length or the end of a group. */
  readonly value: Uint8Array;
  /**
   * Set for a value of a known field: a number that its closed enum does not have (proto2, and editions with closed
   * enums). For reset masks and requests only.
   */
  readonly unrecognized?: object;
}

/** The unknown fields of a message, in the order in which they were read. */
export type UnknownFields = UnknownField[];

/** A message that retains its unknown fields. */
export interface HasUnknownFields {
  _unknownFields?: UnknownFields | undefined;
}

/** Adds an unknown field to a message. */
export function addUnknownField(
  message: HasUnknownFields,
  number: number,
  wireType: number,
  value: Uint8Array,
  unrecognized?: object,
): void {
  const field: UnknownField = unrecognized
    ? { number, wireType, value, unrecognized }
    : { number, wireType, value };
  if (message._unknownFields) message._unknownFields.push(field);
  else message._unknownFields = [field];
}

/**
 * Returns the shortest encoding of a varint. Writers may use more bytes, and equal messages would then have different
 * bytes.
 */
export function toShortestVarint(bytes: Uint8Array): Uint8Array {
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
