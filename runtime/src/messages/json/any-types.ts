import { typeError } from "../../base/text/coded-error.js";
import { hasCodec, findKnownType } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";
import { withArticle } from "../../base/text/value-text.js";

/** A message type for an Any, from generated code: `Instance`. Without codecs, an Any contains its message as JSON. */
export type AnyType<T = unknown> = MessageTable<T>;

/** Parses the type name of an Any's URL: the text after the last slash. Undefined for an invalid URL (`google/protobuf/any.proto`). */
export function parseTypeUrl(url: string): string | undefined {
  const slash = url.lastIndexOf("/");
  return slash < 0 || slash === url.length - 1 ? undefined : url.slice(slash + 1);
}

/** Finds a message type by its name. */
export type FindType = (typeName: string) => AnyType | undefined;

/** Creates a function that finds a type among the given ones, then among those that the program has loaded. */
export function createTypeFinder(given: readonly AnyType[] = []): FindType {
  const byName = new Map(given.map((type) => [type.typeName, type]));
  return (typeName) => byName.get(typeName) ?? findKnownType(typeName);
}

/**
 * Decodes the message in an Any.
 *
 * @throws MessageError if the bytes are not such a message.
 * @throws TypeError if the type was generated without a codec.
 */
export function decodeContent<T>(type: AnyType<T>, bytes: Uint8Array): T {
  if (hasCodec(type)) return type.decode(bytes);
  throw typeError(
    "UNSUPPORTED",
    `an Any contains the bytes of ${withArticle(type.typeName)}, which was generated without a codec`,
  );
}
