import type { MessageTable } from "./table.js";

/** A message type with a codec: its fields, and what reads and writes its bytes. */
interface KnownType<T = unknown> extends MessageTable<T> {
  encode(message: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** Whether a message type was generated with a codec. */
export function hasCodec<T>(type: MessageTable<T>): type is KnownType<T> {
  return "decode" in type;
}

/**
 * The message types that the program has loaded, by name, so that JSON can tell what an Any holds. Modules fill it
 * as they are evaluated, and nothing is ever taken out: a bundle has the types that its program uses, and no
 * other. Two copies of a type read and write the same bytes, so the last one stands.
 */
const knownTypes = new Map<string, KnownType>();

/** Makes a type known under its name. */
export function makeKnown<T>(type: KnownType<T>): void {
  // Whoever finds a type by its name gives it what it has read itself.
  knownTypes.set(type.typeName, type as KnownType);
}

/** The type of a name, if the program has loaded it. */
export function knownType(typeName: string): KnownType | undefined {
  return knownTypes.get(typeName);
}
