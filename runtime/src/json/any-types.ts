import type { MessageType } from "../rpc/service.js";
import { knownType } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";

/**
 * A message type that an Any may hold: `{ codec: Instance, table: InstanceTable }`, both from generated code, or
 * the table alone where messages were generated without codecs.
 */
export type AnyType<T = unknown> = MessageType<T> | MessageTable<T>;

/** Finds the message types that an Any may hold. */
export interface AnyTypes {
  /** The type of a name; those that the program gives go before those that it has loaded. */
  get(typeName: string): AnyType | undefined;
}

/** The types that are given, and behind them those that the program has loaded. */
export function anyTypesOf(given: readonly AnyType[] = []): AnyTypes {
  const byName = new Map(given.map((type) => [tableOf(type).typeName, type]));
  return { get: (typeName) => byName.get(typeName) ?? knownType(typeName) };
}

/** The fields of a type. */
export function tableOf<T>(type: AnyType<T>): MessageTable<T> {
  return "table" in type ? type.table : type;
}

/** What reads and writes the bytes of a type; undefined where it was generated without. */
export function codecOf<T>(type: AnyType<T>): MessageType<T>["codec"] | undefined {
  return "codec" in type ? type.codec : undefined;
}
