import { hasCodec } from "../table/known-types.js";
import { type AnyType, decodeContent, typeOfUrl } from "./any-types.js";
import { readContent } from "./any-reader.js";
import { startReading } from "./from-json.js";
import { isJsonObject, type JsonObject } from "./json-types.js";
import { hasOwnForm } from "./own-form.js";
import { toJson } from "./to-json.js";

/** A `google.protobuf.Any`, as generated code has it. */
export interface AnyMessage {
  /** Where the type is described, and after the last slash its full name: `type.googleapis.com/svc.compute.v1.Disk`. */
  readonly typeUrl: string;
  /** The encoded message. Empty if messages have no codecs. */
  readonly value: Uint8Array;
  /** If messages have no codecs: the message as proto3 JSON, as it is beside `@type`. */
  readonly _json?: JsonObject | undefined;
}

/**
 * The message that an Any holds: `unpackAny(CreateDiskRequest, operation.request)`. Undefined if it holds another
 * type, or if there is no Any.
 *
 * @throws A MessageError if what it holds is not of the type that it names; a TypeError if it holds bytes, and
 * the type was generated without a codec.
 */
export function unpackAny<T>(type: AnyType<T>, any: AnyMessage | undefined): T | undefined {
  if (any === undefined || typeOfUrl(any.typeUrl) !== type.typeName) return undefined;
  if (any._json !== undefined) {
    // The reader makes what the table describes, and the table is T's.
    return readContent(type, any._json, startReading(type, { anyTypes: [type] })) as T;
  }
  return decodeContent(type, any.value);
}

/**
 * An Any that holds a message: `packAny(ErrorInfo, { reason: "QUOTA" })`, of the type URL
 * `type.googleapis.com/` and the type's name.
 *
 * @throws A MessageError for a value that the type cannot hold.
 */
export function packAny<T>(
  type: AnyType<T>,
  message: NoInfer<T>,
): { typeUrl: string; value: Uint8Array; _json?: JsonObject } {
  const typeUrl = `type.googleapis.com/${type.typeName}`;
  if (hasCodec(type)) return { typeUrl, value: type.encode(message) };
  const json = toJson(type, message);
  const content = hasOwnForm(type.typeName) || !isJsonObject(json) ? { value: json } : json;
  return { typeUrl, value: new Uint8Array(0), _json: content };
}
