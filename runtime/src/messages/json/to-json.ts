import { isSerialized, isRecord, type Properties, readField } from "../table/field-access.js";
import { setProperty } from "../table/set-property.js";
import { FillPlace } from "../table/fill-place.js";
import { maxNesting } from "../table/nesting.js";
import { mapEntries } from "../table/map-form.js";
import type { Field, MessageTable, Shape, ValueType } from "../table/table.js";
import { requireType } from "./message-type.js";
import { requireKnownNames } from "../../base/text/options-error.js";
import { hidden } from "../../base/text/secret-text.js";
import { withArticle } from "../../base/text/value-text.js";
import { createTypeFinder } from "./any-types.js";
import type { JsonForm } from "./json-form.js";
import { type JsonObject, type JsonValue, type ToJsonOptions, type Writing } from "./json-types.js";
import { writeOwnForm, writeWellKnown } from "./special-form-writer.js";
import { hasSpecialForm } from "./special-form.js";
import { writeEnum, writeScalar } from "./scalar-json.js";

/**
 * A message as proto3 JSON: an object for most types, ready for
 * `JSON.stringify`. Names are the proto's JSON names, 64-bit integers text,
 * bytes base64, enums names, timestamps RFC 3339; defaults are left out, and so
 * are fields that the SDK does not know. `{ redact: true }` hides secrets, and `{ forDisplay: true }` shows what JSON cannot
 * represent.
 *
 * If the SDK has types of its JSON (option `json_types`), the result has the type of the message's JSON, unless one of
 * these options is set.
 *
 * See https://protobuf.dev/programming-guides/json/
 *
 * @throws A MessageError that names the place for what JSON cannot hold: a
 * timestamp outside the years 1 to 9999, NaN in a Struct, a number out of
 * range, text with half a surrogate pair. An OptionsError for an option that is not known.
 */
export function toJson<T, Json = JsonValue>(
  table: MessageTable<T> & JsonForm<Json>,
  message: NoInfer<T>,
  options?: ToJsonOptions & { readonly redact?: false; readonly forDisplay?: false },
): Json;
export function toJson<T>(table: MessageTable<T>, message: NoInfer<T>, options: ToJsonOptions): JsonValue;
export function toJson<T>(
  table: MessageTable<T>,
  message: NoInfer<T>,
  options: ToJsonOptions = {},
): JsonValue {
  requireType(table, "toJson");
  requireKnownNames(options, ["redact", "anyTypes", "forDisplay"], "toJson");
  return writeMessage(table, message, {
    place: new FillPlace(table.typeName, "serialize"),
    findType: createTypeFinder(options.anyTypes),
    isRedacted: options.redact ?? false,
    isForDisplay: options.forDisplay ?? false,
    inside: writeMessage,
    depth: 1,
  });
}

/** A message as proto3 JSON. */
function writeMessage(table: MessageTable, message: unknown, writing: Writing): JsonValue {
  if (writing.depth > maxNesting) {
    throw writing.place.error(`messages are nested deeper than ${maxNesting}, or a message contains itself`);
  }
  if (!isRecord(message) || Array.isArray(message))
    throw writing.place.mismatch(withArticle(table.typeName), message);
  const inner = { ...writing, depth: writing.depth + 1 };
  if (hasSpecialForm(table.typeName)) return writeOwnForm(table.typeName, message, inner);
  const json: JsonObject = {};
  for (const field of table.fields) {
    if (isSerialized(message, field)) setProperty(json, field.json, writeField(field, message, inner));
  }
  return json;
}

function writeField(field: Field, message: Properties, writing: Writing): JsonValue {
  if (field.isSecret && writing.isRedacted) return hidden;
  const { place } = writing;
  const depth = place.depth;
  place.enter(field.json);
  if (field.isSecret) place.enterSecret();
  try {
    return writeShape(field.shape, readField(message, field), writing);
  } finally {
    if (field.isSecret) place.leaveSecret();
    while (place.depth > depth) place.leave();
  }
}

function writeShape(shape: Shape, value: unknown, writing: Writing): JsonValue {
  const { place } = writing;
  if (shape.kind === "single") return writeValue(shape.type, value, writing);
  if (shape.kind === "list") {
    if (!Array.isArray(value)) throw place.mismatch("a list", value);
    return value.map((element, index) => {
      place.enter(index);
      const json = writeValue(shape.type, element, writing);
      place.leave();
      return json;
    });
  }
  const json: JsonObject = {};
  for (const [key, one] of mapEntries(value)) {
    place.enter(key);
    place.checkText(key);
    setProperty(json, key, writeValue(shape.type, one, writing));
    place.leave();
  }
  return json;
}

function writeValue(type: ValueType, value: unknown, writing: Writing): JsonValue {
  switch (type.kind) {
    case "scalar":
      return writeScalar(type, value, writing.place);
    case "enum":
      return writeEnum(type.values, value, writing.place);
    case "message":
      return writeMessage(type.table, value, writing);
    case "wellKnown":
      return writeWellKnown(type.name, value, writing);
  }
}
