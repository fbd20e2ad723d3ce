/** Encoded messages of the details of a status, read by the numbers of their fields. */
import { readFields } from "./rpc-status.js";

/** The messages of one field, encoded. */
export function messagesIn(bytes: Uint8Array, number: number): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  readFields(bytes, (tag, reader) => {
    if (tag === ((number << 3) | 2)) found.push(reader.bytes());
    else reader.skip(tag);
  });
  return found;
}

/** The last value of each field: bytes, or a number. */
export function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, Uint8Array | bigint> {
  const fields = new Map<number, Uint8Array | bigint>();
  readFields(bytes, (tag, reader) => {
    if ((tag & 7) === 2) fields.set(tag >>> 3, reader.bytes());
    else if ((tag & 7) === 0) fields.set(tag >>> 3, reader.int64());
    else reader.skip(tag);
  });
  return fields;
}

/** The text of a field; empty if it is none. */
export function textOf(value: Uint8Array | bigint | undefined): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : "";
}
