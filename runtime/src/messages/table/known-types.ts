import type { MessageTable } from "./table.js";

/** A message type with a codec. */
interface KnownType<T = unknown> extends MessageTable<T> {
  encode(message: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** Whether a message type was generated with a codec. */
export function hasCodec<T>(type: MessageTable<T>): type is KnownType<T> {
  return "decode" in type;
}

/**
 * The message types that the program has loaded, by name, to decode an Any. Modules register their types when they are
 * evaluated. Of two copies of a type, the last one wins, because both read and write the same bytes.
 */
const knownTypes = new Map<string, KnownType>();

/** Registers a type under its name. */
export function registerType<T>(type: KnownType<T>): void {
  // A type that is found by its name only gets messages that it has read itself.
  knownTypes.set(type.typeName, type as KnownType);
}

/** Finds a type by its name, if the program has loaded it. */
export function findKnownType(typeName: string): KnownType | undefined {
  return knownTypes.get(typeName);
}
