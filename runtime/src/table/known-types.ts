import type { MessageTable } from "./table.js";

/** A message type as the program has loaded it: its fields, and what reads and writes its bytes. */
export interface KnownType {
  readonly table: MessageTable;
  readonly codec: {
    encode(message: unknown): { finish(): Uint8Array };
    decode(input: Uint8Array): unknown;
  };
}

/**
 * The message types that the program has loaded, by name, so that JSON can tell what an Any holds. Modules fill it
 * as they are evaluated, and nothing is ever taken out: a bundle has the types that its program uses, and no
 * other. Two copies of a type read and write the same bytes, so the last one stands.
 */
const knownTypes = new Map<string, KnownType>();

/** Makes a type known under its name. */
export function makeKnown(type: KnownType): void {
  knownTypes.set(type.table.typeName, type);
}

/** The type of a name, if the program has loaded it. */
export function knownType(typeName: string): KnownType | undefined {
  return knownTypes.get(typeName);
}
