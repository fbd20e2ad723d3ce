import { fromJson } from "../../../messages/json/from-json.js";
import { toJson } from "../../../messages/json/to-json.js";
import type { MessageType } from "../../../messages/wire/message-type.js";

/** How messages are written, if not in the binary format. */
export interface MessageFormat {
  /** Its name in content types. */
  readonly name: "json";
  /** The bytes of a message. */
  encode<T>(type: MessageType<T>, message: T): Uint8Array;
  /** @throws An Error if the bytes are not such a message. */
  decode<T>(type: MessageType<T>, bytes: Uint8Array): T;
}

/**
 * Messages as proto3 JSON, which people can read in the tools of a browser: the option `format` of a session. It is a
 * value, so that programs without it carry none of it.
 */
export const jsonFormat: MessageFormat = {
  name: "json",
  encode: (type, message) => new TextEncoder().encode(JSON.stringify(toJson(type, message))),
  // What a newer server adds is no reason to fail.
  decode: (type, bytes) =>
    fromJson(type, JSON.parse(new TextDecoder().decode(bytes)), { ignoreUnknownFields: true }),
};
