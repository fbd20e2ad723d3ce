import { fillJson } from "../table/fill-json.js";
import type { FillPlace } from "../table/fill-place.js";
import type { WellKnown } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { isPlainJson, wrappedScalar } from "../table/well-known-names.js";
import { bytesFromBase64 } from "./base64.js";
import { isJsonObject, type Reading } from "./json-types.js";
import {
  durationFromText,
  hasOwnForm,
  maskFromText,
  type OwnForm,
  timestampFromText,
  typeOfUrl,
} from "./own-form.js";
import { readScalar } from "./scalar-json.js";

/** A message of a well-known type from the form that JSON has for it. */
export function readOwnForm(name: OwnForm, json: unknown, reading: Reading): object {
  const { place } = reading;
  switch (name) {
    case "google.protobuf.Any":
      return readAny(json, reading);
    case "google.protobuf.Timestamp": {
      const parts = typeof json === "string" ? timestampFromText(json) : undefined;
      if (parts) return parts;
      throw place.misfit('a time of the years 1 to 9999 as in "1985-04-12T23:20:50.52Z"', json);
    }
    case "google.protobuf.Duration": {
      const parts = typeof json === "string" ? durationFromText(json) : undefined;
      if (parts) return parts;
      throw place.misfit('seconds as in "1.5s", at most 10,000 years,', json);
    }
    default:
      return wellKnownForm(name).toMessage(readWellKnown(name, json, place));
  }
}

/** A well-known type whose TypeScript form is not the message: wrappers, plain JSON, paths. */
export function readWellKnown(name: WellKnown, json: unknown, place: FillPlace): unknown {
  if (isPlainJson(name)) return fillJson(name)(json, place);
  if (name !== "google.protobuf.FieldMask") return readScalar(wrappedScalar[name], json, place);
  const paths = typeof json === "string" ? maskFromText(json) : undefined;
  if (paths) return paths;
  throw place.misfit('paths in lowerCamelCase as in "displayName,photo.url"', json);
}

function readAny(json: unknown, reading: Reading): object {
  const { place } = reading;
  if (!isJsonObject(json)) throw place.misfit("an object, a google.protobuf.Any,", json);
  if (Object.keys(json).length === 0) return { typeUrl: "", value: new Uint8Array(0) };
  const { "@type": typeUrl, ...rest } = json;
  const typeName = typeof typeUrl === "string" ? typeOfUrl(typeUrl) : "";
  if (typeof typeUrl !== "string" || typeName === "") {
    throw place.error('an Any names its type: "@type": "type.googleapis.com/package.Message"');
  }
  const type = reading.anyTypes.get(typeName);
  if (!type) return { typeUrl, value: readUnknown(typeName, rest, place) };
  const content = hasOwnForm(typeName) ? onlyValue(typeName, rest, reading) : rest;
  const message = reading.inside(type, content, reading);
  return { typeUrl, value: type.encode(message) };
}

/** Types with a form of their own stand under `value`. */
function onlyValue(typeName: string, rest: { readonly [name: string]: unknown }, reading: Reading): unknown {
  const stray = Object.keys(rest).find((name) => name !== "value");
  if (rest["value"] === undefined || (stray !== undefined && !reading.skipsUnknown)) {
    throw reading.place.error(`an Any of ${typeName} has "@type" and "value" and nothing else`);
  }
  return rest["value"];
}

function readUnknown(
  typeName: string,
  rest: { readonly [name: string]: unknown },
  place: FillPlace,
): Uint8Array {
  const { value, ...others } = rest;
  const isPlain = typeof value === "string" && Object.keys(others).length === 0;
  const bytes = isPlain && !hasOwnForm(typeName) ? bytesFromBase64(value) : undefined;
  if (bytes) return bytes;
  throw place.error(
    `the type ${JSON.stringify(typeName.slice(0, 200))} is not among anyTypes; give it there, or its bytes in base64 as "value"`,
  );
}
