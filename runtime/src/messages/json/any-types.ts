import { hasCodec, knownType } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";
import { withArticle } from "../../base/text/value-text.js";

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

/** The message type of a name that an Any may hold. */
export type FindType = (typeName: string) => AnyType | undefined;

/** Finds the types that are given, and behind them those that the program has loaded. */
export function findTypes(given: readonly AnyType[] = []): FindType {
  const byName = new Map(given.map((type) => [type.typeName, type]));
  return (typeName) => byName.get(typeName) ?? knownType(typeName);
}

/**
 * The message whose bytes an Any of its type holds.
 *
 * @throws A MessageError if they are not such a message; a TypeError if the type was generated without a codec.
 */
export function decodeContent<T>(type: AnyType<T>, bytes: Uint8Array): T {
  if (hasCodec(type)) return type.decode(bytes);
  throw new TypeError(
    `an Any holds the bytes of ${withArticle(type.typeName)}, which was generated without a codec`,
  );
}
