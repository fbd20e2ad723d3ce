import type { ValueKind } from "./value-kinds.js";
import type { Writer } from "./writer.js";

/** Writes a packed list; nothing if it is empty. */
export function writePacked<T>(writer: Writer, tag: number, list: readonly T[], kind: ValueKind<T>): void {
  if (list.length === 0) return;
  const start = writer.fork(tag);
  for (const value of list) kind.write(writer, 0, value);
  writer.join(start);
}
