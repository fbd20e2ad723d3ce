import type { Reader } from "./reader.js";
import type { ValueKind } from "./value-kinds.js";
import type { Writer } from "./writer.js";

/** How messages of one type are read and written inside of others. */
export interface MessageKind<T> extends ValueKind<T> {
  /** Reads a group, which ends by a tag and has no length. */
  readGroup(reader: Reader, number: number, earlier?: T): T;
  /** Writes a group behind its tag. */
  writeGroup(writer: Writer, tag: number, value: T): void;
  /**
   * Encodes a message, in parts if it has large `bytes` fields. Those parts are the arrays of the message, so they must
   * not change while the parts are in use. The codecs of other generators do not have this.
   */
  encodeParts?(message: T): Uint8Array | readonly Uint8Array[];
}
