import type { Properties } from "../table/field-access.js";
import { setProperty } from "../table/set-property.js";
import { fillJson } from "../table/fill-json.js";
import type { FillPlace } from "../table/fill-place.js";
import type { WellKnown } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { isPlainJson, wrappedScalar } from "../table/well-known-names.js";
import { writeAny } from "./any-writer.js";
import { isJsonObject, type JsonObject, type JsonValue, type Writing } from "./json-types.js";
import type { SpecialForm } from "./special-form.js";
import { formatDuration, formatFieldMask, formatTimestamp } from "./special-form-text.js";
import { writeScalar } from "./scalar-json.js";

/** A message of a well-known type in the form that JSON has for it. */
export function writeOwnForm(name: SpecialForm, message: Properties, writing: Writing): JsonValue {
  switch (name) {
    case "google.protobuf.Any":
      return writeAny(message, writing);
    case "google.protobuf.Timestamp":
    case "google.protobuf.Duration":
      return writeTime(name, message, writing.place);
    default:
      return writeWellKnown(name, wellKnownForm(name).fromMessage(message), writing.place);
  }
}

/** A well-known type whose TypeScript form is not the message: wrappers, plain JSON, paths. */
export function writeWellKnown(name: WellKnown, value: unknown, place: FillPlace): JsonValue {
  if (isPlainJson(name)) return plainJson(fillJson(name)(value, place), place);
  if (name !== "google.protobuf.FieldMask") return writeScalar(wrappedScalar[name], value, place);
  const text = Array.isArray(value) ? formatFieldMask(value) : undefined;
  if (text !== undefined) {
    place.checkText(text);
    return text;
  }
  throw place.error("a path of a field mask is lower_snake_case, or JSON cannot give it back");
}

function writeTime(
  name: "google.protobuf.Timestamp" | "google.protobuf.Duration",
  { seconds, nanos }: Properties,
  place: FillPlace,
): string {
  if (typeof seconds !== "bigint" || typeof nanos !== "number") {
    throw place.error(`a ${name} has seconds, a bigint, and nanos, a number`);
  }
  const isTimestamp = name === "google.protobuf.Timestamp";
  const text = isTimestamp ? formatTimestamp({ seconds, nanos }) : formatDuration({ seconds, nanos });
  if (text !== undefined) return text;
  const range = isTimestamp
    ? "the year must be 1 to 9999, nanos 0 to 999999999"
    : "at most 10,000 years, nanos of the same sign below a second";
  throw place.error(`{ seconds: ${seconds}, nanos: ${nanos} } is not a ${name}: ${range}`);
}

function plainJson(value: unknown, place: FillPlace): JsonValue {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw place.error(`a google.protobuf.Value cannot hold ${value} in JSON`);
  }
  if (Array.isArray(value)) return value.map((element) => plainJson(element, place));
  if (isJsonObject(value)) {
    const copy: JsonObject = {};
    for (const [name, one] of Object.entries(value)) setProperty(copy, name, plainJson(one, place));
    return copy;
  }
  // `fillJson` has let nothing else through.
  return value as null | boolean | number | string;
}
