import { type Properties, writeField } from "../table/field-access.js";
import { FillPlace } from "../table/fill-place.js";
import { hasCodec } from "../table/known-types.js";
import { MessageError } from "../table/message-error.js";
import { maxNesting } from "../table/nesting.js";
import { type MapEntry, toMap } from "../table/map-form.js";
import type { Field, MapKey, MessageTable, Shape, ValueType } from "../table/table.js";
import { nearestName } from "../../base/text/nearest-name.js";
import { requireType } from "./message-type.js";
import { requireKnownNames } from "../../base/text/options-error.js";
import { hidden } from "../../base/text/secret-text.js";
import { withArticle } from "../../base/text/value-text.js";
import { createTypeFinder } from "./any-types.js";
import type { JsonForm } from "./json-form.js";
import { type FromJsonOptions, isJsonObject, type Reading } from "./json-types.js";
import { plainNumber } from "./number-text.js";
import { readOwnForm, readWellKnown } from "./special-form-reader.js";
import { hasSpecialForm } from "./special-form.js";
import { isNullValue, readEnum, readKey, readScalar, skipped } from "./scalar-json.js";

/**
 * A message from proto3 JSON, such as `JSON.parse` gives: every field is there,
 * those that the JSON leaves out or has as null with their defaults. Fields may
 * have their JSON names or their proto names, numbers may be text.
 *
 * If the SDK has types of its JSON (option `json_types`), the JSON must have that of the message.
 *
 * See https://protobuf.dev/programming-guides/json/
 *
 * @throws A MessageError that names the place (`spec.cpu: an integer is needed,
 * got "four"`) for an unknown field, a wrong type, a number out of range, a
 * field or a oneof given twice; it never shows the value of a secret field. An
 * OptionsError for an option that is not known.
 */
export function fromJson<T, Json = unknown>(
  table: MessageTable<T> & JsonForm<Json>,
  json: NoInfer<Json>,
  options: FromJsonOptions = {},
): T {
  // The reader makes what the table describes, and the table is T's.
  return readMessage(table, json, startReading(table, options)) as T;
}

/** A message from proto3 JSON with all errors, at most a hundred: of a message with errors the rest is there. */
export function readJson(
  table: MessageTable,
  json: unknown,
): { readonly message: unknown; readonly errors: readonly MessageError[] } {
  const errors: MessageError[] = [];
  try {
    return { message: readMessage(table, json, { ...startReading(table, {}), errors }), errors };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    // The hundred and first is left out.
    return { message: undefined, errors: errors.length === 0 ? [error] : errors };
  }
}

const maxErrors = 100;

/** Reads one part; if all errors are asked for, one in it is kept, and the next part is read. */
function readAt({ errors, place }: Reading, step: string | number, read: () => void): void {
  place.enter(step);
  const { depth } = place;
  try {
    read();
  } catch (error) {
    if (!errors || !(error instanceof MessageError) || errors.length === maxErrors) throw error;
    errors.push(error);
    place.returnTo(depth);
  }
  place.leave();
}

/** How messages of a table are read. */
export function startReading(table: MessageTable, options: FromJsonOptions): Reading {
  requireType(table, "fromJson");
  requireKnownNames(options, ["ignoreUnknownFields", "anyTypes"], "fromJson");
  return {
    place: new FillPlace(table.typeName, "serialize"),
    findType: createTypeFinder(options.anyTypes),
    skipsUnknown: options.ignoreUnknownFields ?? false,
    keepsJson: !hasCodec(table),
    inside: readMessage,
    depth: 1,
  };
}

/** A message from proto3 JSON. */
function readMessage(table: MessageTable, json: unknown, reading: Reading): object {
  const { place, depth } = reading;
  if (depth > maxNesting) throw place.error(`messages are nested deeper than ${maxNesting}`);
  const inner = { ...reading, depth: depth + 1 };
  if (hasSpecialForm(table.typeName)) return readOwnForm(table.typeName, json, inner);
  if (!isJsonObject(json))
    throw place.mismatch(`an object, ${withArticle(table.typeName)},`, plainNumber(json));
  return readFields(table, json, inner);
}

function readFields(
  table: MessageTable,
  json: { readonly [name: string]: unknown },
  reading: Reading,
): Properties {
  const { place } = reading;
  const names = table.once(fieldsByName);
  const message = table.create() as Properties;
  const seen = new Set<Field>();
  for (const name of Object.keys(json)) {
    const value = json[name];
    if (value === undefined) continue;
    const field = names.get(name);
    readAt(reading, name, () => {
      if (field) {
        if (seen.has(field))
          throw place.error(`the field is given twice, also as "${otherName(field, name)}"`);
        seen.add(field);
        if (value !== null || takesNull(field.shape)) setField(message, field, value, reading);
      } else if (!reading.skipsUnknown) throw unknownField(table, name, reading);
    });
  }
  return message;
}

function setField(message: Properties, field: Field, json: unknown, reading: Reading): void {
  const { place } = reading;
  if (field.oneof && message[field.oneof.local] !== undefined) {
    throw place.error(`the oneof ${field.oneof.name} has one member, and another is given too`);
  }
  if (field.isSecret) {
    if (json === hidden) throw place.error("the value was hidden when this JSON was written");
    place.enterSecret();
  }
  const value = readShape(field, json, reading);
  if (field.isSecret) place.leaveSecret();
  if (value !== skipped) writeField(message, field, value);
}

function readShape({ shape, wire }: Field, json: unknown, reading: Reading): unknown {
  const readOne: ReadOne = (one) => readValue(shape.type, one, reading, wire === "closed");
  if (shape.kind === "single") return readOne(json);
  const readInside: ReadOne = (one) => readElement(shape.type, one, reading, readOne);
  return shape.kind === "map"
    ? readMap(shape.key, json, reading, readInside)
    : readList(json, reading, readInside);
}

/** Reads one value of a field. */
type ReadOne = (json: unknown) => unknown;

function readList(json: unknown, reading: Reading, readOne: ReadOne): unknown[] {
  const { place } = reading;
  if (!Array.isArray(json)) throw place.mismatch("a list", plainNumber(json));
  const list: unknown[] = [];
  for (const [index, element] of json.entries()) {
    readAt(reading, index, () => {
      const value = readOne(element);
      if (value !== skipped) list.push(value);
    });
  }
  return list;
}

function readMap(key: MapKey, json: unknown, reading: Reading, readOne: ReadOne): object {
  const { place } = reading;
  if (!isJsonObject(json)) throw place.mismatch("an object of keys and values", plainNumber(json));
  const entries: MapEntry[] = [];
  for (const [text, element] of Object.entries(json)) {
    readAt(reading, text, () => {
      const value = readOne(element);
      if (value !== skipped) entries.push([readKey(key, text, place), value]);
    });
  }
  return toMap(key, entries);
}

/** An element of a list or map: there null means nothing. */
function readElement(type: ValueType, json: unknown, { place }: Reading, readOne: ReadOne): unknown {
  if (json === null && !isNullable(type)) throw place.error("null cannot be an element of a list or map");
  return readOne(json);
}

function readValue(type: ValueType, json: unknown, reading: Reading, isClosed: boolean): unknown {
  switch (type.kind) {
    case "scalar":
      return readScalar(type, json, reading.place);
    case "enum":
      return readEnum(type.values, json, { ...reading, isClosed });
    case "message":
      return readMessage(type.table, json, reading);
    case "wellKnown":
      return readWellKnown(type.name, json, reading.place);
  }
}

/** Whether null is a value of the field; for all others it means that the field is not set. */
function takesNull(shape: Shape): boolean {
  return shape.kind === "single" && isNullable(shape.type);
}

function isNullable(type: ValueType): boolean {
  if (type.kind === "wellKnown") return type.name === "google.protobuf.Value";
  return type.kind === "enum" && isNullValue(type.values);
}

/** The fields by both of their names; a JSON name goes before another field's proto name. */
function fieldsByName(table: MessageTable): ReadonlyMap<string, Field> {
  return new Map([
    ...table.fields.map((field) => [field.name, field] as const),
    ...table.fields.map((field) => [field.json, field] as const),
  ]);
}

function otherName(field: Field, name: string): string {
  return name === field.json ? field.name : field.json;
}

function unknownField(table: MessageTable, name: string, { place, errors }: Reading): MessageError {
  const nearest = nearestName(
    name,
    table.fields.map((field) => field.json),
  );
  const hint = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
  // Schemas, for which all errors are read, have no such option.
  const fix = errors ? "" : "; the option ignoreUnknownFields skips it";
  return place.error(`${table.typeName} has no such field${hint}${fix}`);
}
