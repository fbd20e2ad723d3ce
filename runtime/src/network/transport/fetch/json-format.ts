import { fromJson } from "../../../messages/json/from-json.js";
import { toJson } from "../../../messages/json/to-json.js";
import type { MessageType } from "../../../messages/wire/message-type.js";

/** A format of messages other than the binary one. */
export interface MessageFormat {
  /** The name of the format in content types. */
  readonly name: "json";
  /** Encodes a message. */
  encode<T>(type: MessageType<T>, message: T): Uint8Array;
  /** Decodes a message. Throws an Error if the bytes are not a message of this type. */
  decode<T>(type: MessageType<T>, bytes: Uint8Array): T;
}

/**
 * Messages as proto3 JSON, which is readable in the developer tools of a browser. Pass it as the option `format` of a
 * session. It is a value, so that the bundles of other programs do not contain it.
 */
export const jsonFormat: MessageFormat = {
  name: "json",
  encode: (type, message) => new TextEncoder().encode(JSON.stringify(toJson(type, message))),
  // Fields of a newer server must not fail the call.
  decode: (type, bytes) =>
    fromJson(type, JSON.parse(new TextDecoder().decode(bytes)), { ignoreUnknownFields: true }),
};
