import { hasCodec } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";
import { typeOfUrl } from "./any-types.js";
import { bytesFromBase64 } from "./base64.js";
import { isJsonObject, type Reading } from "./json-types.js";
import { plainNumber, withPlainNumbers } from "./number-text.js";
import { hasOwnForm } from "./own-form.js";

/** The content of an Any beside its type. */
type Content = { readonly [name: string]: unknown };

/** An Any from `{ "@type": ..., ... }`, the message that it holds as bytes. */
export function readAny(json: unknown, reading: Reading): object {
  const { place } = reading;
  if (!isJsonObject(json)) throw place.misfit("an object, a google.protobuf.Any,", plainNumber(json));
  if (Object.keys(json).length === 0) return { typeUrl: "", value: new Uint8Array(0) };
  const { "@type": typeUrl, ...content } = json;
  const typeName = typeof typeUrl === "string" ? typeOfUrl(typeUrl) : undefined;
  if (typeof typeUrl !== "string" || typeName === undefined) {
    throw place.error('an Any names its type: "@type": "type.googleapis.com/package.Message"');
  }
  const type = reading.findType(typeName);
  const bytes = type && !hasValue(type) ? bytesIn(content) : undefined;
  if (bytes) return { typeUrl, value: bytes };
  const message = type && readContent(type, content, reading);
  // Whatever else the program has loaded: a message without a codec cannot unpack bytes.
  if (reading.keepsJson) return kept(typeUrl, content);
  if (!type) return { typeUrl, value: readBytes(typeName, content, reading) };
  return hasCodec(type) ? { typeUrl, value: type.encode(message) } : kept(typeUrl, content);
}

function kept(typeUrl: string, content: Content): object {
  return { typeUrl, value: new Uint8Array(0), _json: withPlainNumbers(content) };
}

/** The message that the JSON of an Any holds; types with their own form are under `value`. */
export function readContent(table: MessageTable, content: Content, reading: Reading): object {
  if (isWrappedEmpty(table, content)) return reading.inside(table, content["value"], reading);
  if (!hasOwnForm(table.typeName)) return reading.inside(table, content, reading);
  const stray = Object.keys(content).find((name) => name !== "value");
  if (content["value"] === undefined || (stray !== undefined && !reading.skipsUnknown)) {
    throw reading.place.error(`an Any of ${table.typeName} has "@type" and "value" and nothing else`);
  }
  return reading.inside(table, content["value"], reading);
}

/** Go, and what is built on it, writes an Empty as a type with its own form. */
function isWrappedEmpty({ typeName }: MessageTable, { value, ...others }: Content): boolean {
  return typeName === "google.protobuf.Empty" && isJsonObject(value) && Object.keys(others).length === 0;
}

/** The bytes of a message whose type the program has not loaded. */
function readBytes(typeName: string, content: Content, { place }: Reading): Uint8Array {
  const bytes = hasOwnForm(typeName) ? undefined : bytesIn(content);
  if (bytes) return bytes;
  throw place.error(
    `the program has not loaded the type ${JSON.stringify(typeName.slice(0, 200))}: load it, give it in anyTypes, or give its bytes in base64 as "value"`,
  );
}

/** The JSON of a program that had not loaded the type: `{ "value": base64 }`. */
function bytesIn({ value, ...others }: Content): Uint8Array | undefined {
  return typeof value === "string" && Object.keys(others).length === 0 ? bytesFromBase64(value) : undefined;
}

/** Whether JSON of the type may have a `value`, which is then no base64 of all of it. */
function hasValue({ typeName, fields }: MessageTable): boolean {
  return hasOwnForm(typeName) || fields.some(({ name, json }) => name === "value" || json === "value");
}
