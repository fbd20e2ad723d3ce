import { fillJson } from "../table/fill-json.js";
import type { FillPlace } from "../table/fill-place.js";
import type { WellKnown } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { isPlainJson, wrappedScalar } from "../table/well-known-names.js";
import { readAny } from "./any-reader.js";
import type { Reading } from "./json-types.js";
import { plainNumber, withPlainNumbers } from "./number-text.js";
import { parseDuration, parseFieldMask, type SpecialForm, parseTimestamp } from "./special-form.js";
import { readScalar } from "./scalar-json.js";

/** A message of a well-known type from the form that JSON has for it. */
export function readOwnForm(name: SpecialForm, json: unknown, reading: Reading): object {
  const { place } = reading;
  switch (name) {
    case "google.protobuf.Any":
      return readAny(json, reading);
    case "google.protobuf.Timestamp": {
      const parts = typeof json === "string" ? parseTimestamp(json) : undefined;
      if (parts) return parts;
      throw place.mismatch(
        'a time of the years 1 to 9999 as in "1985-04-12T23:20:50.52Z"',
        plainNumber(json),
      );
    }
    case "google.protobuf.Duration": {
      const parts = typeof json === "string" ? parseDuration(json) : undefined;
      if (parts) return parts;
      throw place.mismatch('seconds as in "1.5s", at most 10,000 years,', plainNumber(json));
    }
    default:
      return wellKnownForm(name).toMessage(readWellKnown(name, json, place));
  }
}

/** A well-known type whose TypeScript form is not the message: wrappers, plain JSON, paths. */
export function readWellKnown(name: WellKnown, json: unknown, place: FillPlace): unknown {
  if (isPlainJson(name)) return fillJson(name)(withPlainNumbers(json), place);
  if (name !== "google.protobuf.FieldMask") return readScalar({ scalar: wrappedScalar[name] }, json, place);
  const paths = typeof json === "string" ? parseFieldMask(json) : undefined;
  if (paths) {
    for (const path of paths) place.checkText(path);
    return paths;
  }
  throw place.mismatch('paths in lowerCamelCase as in "displayName,photo.url"', plainNumber(json));
}
