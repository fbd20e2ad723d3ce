import { hasCodec, type KnownType, knownType } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";
import { withArticle } from "../text/value-text.js";

/**
 * A message type that an Any may hold, from generated code: `Instance`. Where messages were generated without codecs,
 * an Any keeps what it holds as JSON.
 */
export type AnyType<T = unknown> = MessageTable<T>;

/**
 * The type that the URL of an Any names: all after its last slash. Undefined for what is no such URL: it has a
 * slash, and a name after it (`google/protobuf/any.proto`).
 */
export function typeOfUrl(url: string): string | undefined {
  const slash = url.lastIndexOf("/");
  return slash < 0 || slash === url.length - 1 ? undefined : url.slice(slash + 1);
}

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

/**
 * The message whose bytes an Any of its type holds.
 *
 * @throws An Error where they are no such message; a TypeError where the type was generated without a codec.
 */
export function decodeContent<T>(type: AnyType<T>, bytes: Uint8Array): T {
  const codec = codecOf(type);
  if (codec) return codec.decode(bytes);
  throw new TypeError(
    `an Any holds the bytes of ${withArticle(type.typeName)}, which was generated without a codec`,
  );
}
