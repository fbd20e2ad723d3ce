import type { Reader } from "./reader.js";
import type { ValueKind } from "./value-kinds.js";
import type { Writer } from "./writer.js";

/** How messages of one type are read and written inside of others. */
export interface MessageKind<T> extends ValueKind<T> {
  /** Reads a group, which ends by a tag and has no length. */
  readGroup(reader: Reader, number: number, earlier?: T): T;
  /** Writes a group behind its tag. */
  writeGroup(writer: Writer, tag: number, value: T): void;
}
