import type { Properties } from "../table/field-access.js";
import { fillJson } from "../table/fill-json.js";
import { hasCodec } from "../table/known-types.js";
import { setProperty } from "../table/set-property.js";
import { hidden } from "../../base/text/secret-text.js";
import { withArticle } from "../../base/text/value-text.js";
import { parseTypeUrl } from "./any-types.js";
import { base64 } from "./base64.js";
import { isJsonObject, type JsonObject, type JsonValue, type Writing } from "./json-types.js";
import { hasSpecialForm } from "./special-form.js";

/** Writes an Any as `{ "@type": ..., ... }` with the fields of its message. */
export function writeAny({ typeUrl, value, _json: content }: Properties, writing: Writing): JsonObject {
  const { place } = writing;
  if (typeof typeUrl !== "string" || !(value instanceof Uint8Array)) {
    throw place.error("a google.protobuf.Any has typeUrl, a string, and value, bytes");
  }
  place.checkText(typeUrl);
  if (typeUrl === "" && value.length === 0 && content === undefined) return {};
  const typeName = parseTypeUrl(typeUrl);
  if (typeName === undefined) {
    if (writing.isForDisplay) return writeRaw(typeUrl, value, writing);
    throw place.error(
      "the typeUrl of an Any names its type after a slash: type.googleapis.com/package.Message",
    );
  }
  if (content !== undefined) return writeJson(typeUrl, content, writing);
  const type = writing.findType(typeName);
  if (!type || !hasCodec(type)) return writeBytes(typeName, typeUrl, value, writing);
  let message: unknown;
  try {
    message = type.decode(value);
  } catch (error) {
    // A message that cannot be decoded may contain a secret.
    if (writing.isRedacted || writing.isForDisplay) return writeRaw(typeUrl, value, writing);
    throw place.error(`the bytes of the Any are not ${withArticle(typeName)}: ${String(error)}`);
  }
  const json = writing.inside(type, message, writing);
  return hasSpecialForm(typeName) || !isJsonObject(json)
    ? { "@type": typeUrl, value: json }
    : withFields(typeUrl, json);
}

/** Writes the JSON of an Any without a codec. */
function writeJson(typeUrl: string, json: unknown, { isRedacted, place }: Writing): JsonObject {
  if (isRedacted) return { "@type": typeUrl, value: hidden };
  if (!isJsonObject(json))
    throw place.error("the _json of an Any is an object: all that its JSON has beside @type");
  // It comes from `JSON.parse`.
  return withFields(typeUrl, fillJson("google.protobuf.Struct")(json, place) as JsonObject);
}

/** Writes the bytes of a message whose type the program has not loaded. */
function writeBytes(typeName: string, typeUrl: string, value: Uint8Array, writing: Writing): JsonObject {
  // The JSON of these types has another "value", which readers could not distinguish from bytes.
  if (hasSpecialForm(typeName) && !writing.isRedacted && !writing.isForDisplay)
    throw writing.place.error(`to write an Any of ${typeName}, give its type in anyTypes`);
  return writeRaw(typeUrl, value, writing);
}

function writeRaw(typeUrl: string, value: Uint8Array, { isRedacted }: Writing): JsonObject {
  return { "@type": typeUrl, value: isRedacted ? hidden : base64(value) };
}

function withFields(typeUrl: string, fields: { readonly [name: string]: JsonValue }): JsonObject {
  const any: JsonObject = { "@type": typeUrl };
  for (const [name, one] of Object.entries(fields)) setProperty(any, name, one);
  return any;
}
