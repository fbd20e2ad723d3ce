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
      return writeTime(name, message, writing);
    default:
      return writeWellKnown(name, wellKnownForm(name).fromMessage(message), writing);
  }
}

/** A well-known type whose TypeScript form is not the message: wrappers, plain JSON, paths. */
export function writeWellKnown(
  name: WellKnown,
  value: unknown,
  { place, isForDisplay }: Pick<Writing, "place" | "isForDisplay">,
): JsonValue {
  if (isPlainJson(name)) return plainJson(fillJson(name)(value, place), place, isForDisplay);
  if (name !== "google.protobuf.FieldMask") return writeScalar({ scalar: wrappedScalar[name] }, value, place);
  const write = isForDisplay ? joinPaths : formatFieldMask;
  const text = Array.isArray(value) ? write(value) : undefined;
  if (text !== undefined) {
    place.checkText(text);
    return text;
  }
  throw place.error("a path of a field mask is lower_snake_case, or JSON cannot give it back");
}

/** Joins the paths of a mask as they are sent. */
function joinPaths(paths: readonly unknown[]): string {
  return paths.join(",");
}

function writeTime(
  name: "google.protobuf.Timestamp" | "google.protobuf.Duration",
  { seconds, nanos }: Properties,
  { place, isForDisplay }: Writing,
): JsonValue {
  if (typeof seconds !== "bigint" || typeof nanos !== "number") {
    throw place.error(`a ${name} has seconds, a bigint, and nanos, a number`);
  }
  const isTimestamp = name === "google.protobuf.Timestamp";
  const text = isTimestamp ? formatTimestamp({ seconds, nanos }) : formatDuration({ seconds, nanos });
  if (text !== undefined) return text;
  if (isForDisplay) return { seconds: String(seconds), nanos };
  const range = isTimestamp
    ? "the year must be 1 to 9999, nanos 0 to 999999999"
    : "at most 10,000 years, nanos of the same sign below a second";
  throw place.error(`{ seconds: ${seconds}, nanos: ${nanos} } is not a ${name}: ${range}`);
}

function plainJson(value: unknown, place: FillPlace, isForDisplay: boolean): JsonValue {
  if (typeof value === "number" && !Number.isFinite(value)) {
    if (isForDisplay) return String(value);
    throw place.error(`a google.protobuf.Value cannot hold ${value} in JSON`);
  }
  if (Array.isArray(value)) return value.map((element) => plainJson(element, place, isForDisplay));
  if (isJsonObject(value)) {
    const copy: JsonObject = {};
    for (const [name, one] of Object.entries(value))
      setProperty(copy, name, plainJson(one, place, isForDisplay));
    return copy;
  }
  // `fillJson` has let nothing else through.
  return value as null | boolean | number | string;
}
