import { fillJson } from "../table/fill-json.js";
import type { FillPlace } from "../table/fill-place.js";
import { hasCodec } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";
import { parseTypeUrl } from "./any-types.js";
import { bytesFromBase64 } from "./base64.js";
import { isJsonObject, type Reading } from "./json-types.js";
import { plainNumber, withPlainNumbers } from "./number-text.js";
import { hasSpecialForm } from "./special-form.js";

/** The content of an Any beside its type. */
type Content = { readonly [name: string]: unknown };

/** Reads an Any from `{ "@type": ..., ... }` and encodes its message. */
export function readAny(json: unknown, reading: Reading): object {
  const { place } = reading;
  if (!isJsonObject(json)) throw place.mismatch("an object, a google.protobuf.Any,", plainNumber(json));
  if (Object.keys(json).length === 0) return { typeUrl: "", value: new Uint8Array(0) };
  const { "@type": typeUrl, ...content } = json;
  const typeName = typeof typeUrl === "string" ? parseTypeUrl(typeUrl) : undefined;
  if (typeof typeUrl !== "string" || typeName === undefined) {
    throw place.error('an Any names its type: "@type": "type.googleapis.com/package.Message"');
  }
  place.checkText(typeUrl);
  const type = reading.findType(typeName);
  const bytes = type && !hasValue(type) ? decodeValue(content) : undefined;
  if (bytes) return { typeUrl, value: bytes };
  const message = type && readContent(type, content, reading);
  // An Any of a message without a codec cannot decode bytes, so it contains JSON.
  if (reading.keepsJson) return createJsonAny(typeUrl, content, place);
  if (!type) return { typeUrl, value: readBytes(typeName, content, reading) };
  return hasCodec(type) ? { typeUrl, value: type.encode(message) } : createJsonAny(typeUrl, content, place);
}

function createJsonAny(typeUrl: string, content: Content, place: FillPlace): object {
  const json = fillJson("google.protobuf.Struct")(withPlainNumbers(content), place);
  return { typeUrl, value: new Uint8Array(0), _json: json };
}

/** Reads the message in the JSON of an Any. A type with a special form is under `value`. */
export function readContent(table: MessageTable, content: Content, reading: Reading): object {
  if (isWrappedEmpty(table, content)) return reading.inside(table, content["value"], reading);
  if (!hasSpecialForm(table.typeName)) return reading.inside(table, content, reading);
  const stray = Object.keys(content).find((name) => name !== "value");
  if (content["value"] === undefined || (stray !== undefined && !reading.skipsUnknown)) {
    throw reading.place.error(`an Any of ${table.typeName} has "@type" and "value" and nothing else`);
  }
  return reading.inside(table, content["value"], reading);
}

/** Whether an Empty is written like a type with a special form, as in Go. */
function isWrappedEmpty({ typeName }: MessageTable, { value, ...others }: Content): boolean {
  return typeName === "google.protobuf.Empty" && isJsonObject(value) && Object.keys(others).length === 0;
}

/** Reads the bytes of a message whose type the program has not loaded. */
function readBytes(typeName: string, content: Content, { place }: Reading): Uint8Array {
  const bytes = hasSpecialForm(typeName) ? undefined : decodeValue(content);
  if (bytes) return bytes;
  throw place.error(
    `the program has not loaded the type ${JSON.stringify(typeName.slice(0, 200))}: load it, give it in anyTypes, or give its bytes in base64 as "value"`,
  );
}

/** Decodes the JSON of a program that had not loaded the type: `{ "value": base64 }`. */
function decodeValue({ value, ...others }: Content): Uint8Array | undefined {
  return typeof value === "string" && Object.keys(others).length === 0 ? bytesFromBase64(value) : undefined;
}

/** Whether the JSON of a type can have a `value` that is not the base64 of the whole message. */
function hasValue({ typeName, fields }: MessageTable): boolean {
  return hasSpecialForm(typeName) || fields.some(({ name, json }) => name === "value" || json === "value");
}
