import { hasCodec, type KnownType, knownType } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";

/**
 * A message type that an Any may hold, from generated code: `Instance`. Where messages were generated without codecs,
 * an Any keeps what it holds as JSON.
 */
export type AnyType<T = unknown> = MessageTable<T>;

/** Finds the message types that an Any may hold. */
export interface AnyTypes {
  /** The type of a name; those that the program gives go before those that it has loaded. */
  get(typeName: string): AnyType | undefined;
}

/** The types that are given, and behind them those that the program has loaded. */
export function anyTypesOf(given: readonly AnyType[] = []): AnyTypes {
  const byName = new Map(given.map((type) => [type.typeName, type]));
  return { get: (typeName) => byName.get(typeName) ?? knownType(typeName) };
}

/** What reads and writes the bytes of a type; undefined where it was generated without. */
export function codecOf<T>(type: AnyType<T>): KnownType<T> | undefined {
  return hasCodec(type) ? type : undefined;
}
