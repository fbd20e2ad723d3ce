import { hasCodec } from "../table/known-types.js";
import { type AnyType, decodeContent, parseTypeUrl } from "./any-types.js";
import { readContent } from "./any-reader.js";
import { startReading } from "./from-json.js";
import { isJsonObject, type JsonObject } from "./json-types.js";
import { hasSpecialForm } from "./special-form.js";
import { toJson } from "./to-json.js";

/** A `google.protobuf.Any` in generated code. */
export interface AnyMessage {
  /** The URL of the type, with its full name after the last slash: `type.googleapis.com/svc.compute.v1.Disk`. */
  readonly typeUrl: string;
  /** The encoded message. Empty without codecs. */
  readonly value: Uint8Array;
  /** Without codecs: the message as proto3 JSON, without `@type`. */
  readonly _json?: JsonObject | undefined;
}

/**
 * Decodes the message in an Any: `unpackAny(CreateDiskRequest, operation.request)`. Undefined for another type, and without an Any.
 *
 * @throws MessageError if the content is not of the type that the Any names.
 * @throws TypeError if the Any contains bytes and the type was generated without a codec.
 */
export function unpackAny<T>(type: AnyType<T>, any: AnyMessage | undefined): T | undefined {
  if (any === undefined || parseTypeUrl(any.typeUrl) !== type.typeName) return undefined;
  if (any._json !== undefined) {
    // The reader makes what the table describes, and the table is T's.
    return readContent(type, any._json, startReading(type, { anyTypes: [type] })) as T;
  }
  return decodeContent(type, any.value);
}

/**
 * Encodes a message in an Any: `packAny(ErrorInfo, { reason: "QUOTA" })`. The URL is `type.googleapis.com/` and the type's name.
 *
 * @throws MessageError for a value that does not fit the type.
 */
export function packAny<T>(
  type: AnyType<T>,
  message: NoInfer<T>,
): { typeUrl: string; value: Uint8Array; _json?: JsonObject } {
  const typeUrl = `type.googleapis.com/${type.typeName}`;
  if (hasCodec(type)) return { typeUrl, value: type.encode(message) };
  const json = toJson(type, message);
  const content = hasSpecialForm(type.typeName) || !isJsonObject(json) ? { value: json } : json;
  return { typeUrl, value: new Uint8Array(0), _json: content };
}
