import type { Properties } from "../table/field-access.js";
import { omitUnrecognizedProperties } from "../table/unrecognized-enum.js";
import { readClosed, readClosedEntry, copyRecognizedValues } from "./closed-enum.js";
import { putEntry, readEntry, type Entries } from "./entries.js";
import type { MessageKind } from "./message-kind.js";
import { oneofValue, type OneofChoice } from "../table/oneof.js";
import { readPacked } from "./packed-lists.js";
import type { Reader } from "./reader.js";
import { forms, places, readModes, type ReadingPlan, type FieldReader } from "./reading-plan.js";
import { addUnknownField, type HasUnknownFields } from "./unknown-fields.js";

/**
 * Reads the fields of a message up to an end.
 *
 * @param earlier An earlier piece of the message, which must not be used from here on.
 */
export function readFields(plan: ReadingPlan, reader: Reader, end: number, earlier?: object): object {
  const values = earlier === undefined ? plan.empty() : plan.readValues(earlier);
  for (let tag = reader.next(end); tag !== 0; tag = reader.next(end)) {
    const slot = plan.slot(tag);
    if (slot === undefined) {
      reader.keep(keeperIn(values), tag);
      continue;
    }
    const { index } = slot;
    switch (slot.mode) {
      case readModes.text:
        values[index] = reader.string();
        break;
      case readModes.int32:
        values[index] = reader.int32();
        break;
      case readModes.int64:
        values[index] = reader.int64();
        break;
      case readModes.bool:
        values[index] = reader.bool();
        break;
      case readModes.message:
        values[index] = readFields(slot.plan, reader, reader.enter(), values[index] as object | undefined);
        break;
      case readModes.plain:
        values[index] = slot.kind.read(reader);
        break;
      case readModes.bytes:
        values[index] = reader.bytes();
        break;
      case readModes.fixed64:
        values[index] = reader.fixed64();
        break;
      case readModes.textChoice:
        values[index] = { $case: slot.name, value: reader.string() };
        break;
      case readModes.choice:
        values[index] = { $case: slot.name, value: slot.kind.read(reader) };
        break;
      case readModes.messageChoice:
        values[index] = readMessageChoice(slot, reader, values[index] as OneofChoice | undefined);
        break;
      case readModes.messageMap:
        readMessageEntry(slot, reader, values[index] as Entries<object>);
        break;
      case readModes.texts:
        (values[index] as unknown[]).push(reader.string());
        break;
      case readModes.messages:
        (values[index] as unknown[]).push(readFields(slot.plan, reader, reader.enter()));
        break;
      default:
        readPart(slot, reader, values);
    }
  }
  return makeMessage(plan, values);
}

function makeMessage(plan: ReadingPlan, values: unknown[]): object {
  plan.complete(values);
  // A message has a property for each field.
  const message = plan.make(values) as Properties;
  const keeper = values[values.length - 1] as HasUnknownFields | undefined;
  if (keeper?._unknownFields) {
    if (keeper._unknownFields.some(({ unrecognized }) => unrecognized)) copyRecognizedValues(keeper);
    message["_unknownFields"] = keeper._unknownFields;
    omitUnrecognizedProperties(plan.table, message);
  }
  return message;
}

/** The object that keeps the unknown fields while a message is read. */
function keeperIn(values: unknown[]): HasUnknownFields {
  // Their place is the last one, where nothing else stands.
  return (values[values.length - 1] ??= {}) as HasUnknownFields;
}

/** A member of a oneof; one in pieces goes on where it ended. */
function readMessageChoice(slot: FieldReader, reader: Reader, choice: OneofChoice | undefined): object {
  const earlier = oneofValue(choice, slot.name) as object | undefined;
  return { $case: slot.name, value: readFields(slot.plan, reader, reader.enter(), earlier) };
}

/** As {@link readEntry}, for messages. */
function readMessageEntry({ keys, plan }: FieldReader, reader: Reader, map: Entries<object>): void {
  let key: unknown;
  let value: object | undefined;
  const end = reader.enter();
  for (let tag = reader.next(end); tag !== 0; tag = reader.next(end)) {
    if (tag === (8 | keys.wireType)) key = keys.read(reader);
    else if (tag === messageEntryTag) value = readFields(plan, reader, reader.enter(), value);
    else reader.skip(tag);
  }
  putEntry(map, key === undefined ? keys.empty() : key, value ?? makeMessage(plan, plan.empty()));
}

/** Field 2 of an entry, a message. */
const messageEntryTag = 18;

/** Reads a field without a special mode. */
function readPart(slot: FieldReader, reader: Reader, values: unknown[]): void {
  const { index, place, name } = slot;
  const whole = values[index];
  // The place says what the value of the property is.
  if (place === places.single) {
    const value = readOne(slot, reader, values, whole);
    if (value !== undefined) values[index] = value;
  } else if (place === places.oneof) {
    const value = readOne(slot, reader, values, oneofValue(whole as OneofChoice | undefined, name));
    if (isValue(slot, value)) values[index] = { $case: name, value };
  } else if (place === places.list) {
    const value = readOne(slot, reader, values);
    if (isValue(slot, value)) (whole as unknown[]).push(value);
  } else if (place === places.packed && slot.form === forms.plain) {
    values[index] = readPacked(slot.kind, reader, whole as unknown[]);
  } else if (place === places.packed) {
    for (const end = reader.enterList(); reader.isInList(end);) {
      const value = readOne(slot, reader, values);
      if (isValue(slot, value)) (whole as unknown[]).push(value);
    }
  } else readMapEntry(slot, reader, values);
}

/** Reads a value; undefined if it was stored as an unknown field. */
function readOne(slot: FieldReader, reader: Reader, values: unknown[], earlier?: unknown): unknown {
  switch (slot.form) {
    case forms.plain:
      return slot.kind.read(reader, earlier);
    case forms.group:
      // Only messages are groups.
      return (slot.kind as MessageKind<unknown>).readGroup(reader, slot.number, earlier);
    case forms.closed:
      return readClosed(reader, keeperIn(values), slot, listOf(slot, values));
    case forms.json:
      return readJson(slot, reader, values, earlier);
  }
}

/** Reads a `google.protobuf.Value`. One without a kind is not JSON; it is stored as an unknown field, and serialized as it was received. */
function readJson(
  { kind, number }: FieldReader,
  reader: Reader,
  values: unknown[],
  earlier: unknown,
): unknown {
  const value = kind.read(reader, earlier);
  if (value === undefined) addUnknownField(keeperIn(values), number, 2, new Uint8Array(0));
  return value;
}

/** The list that a field has so far, if it is one. */
function listOf({ place, index }: FieldReader, values: readonly unknown[]): readonly unknown[] | undefined {
  const isList = place === places.list || place === places.packed;
  return isList ? (values[index] as readonly unknown[]) : undefined;
}

function readMapEntry(slot: FieldReader, reader: Reader, values: unknown[]): void {
  const map = values[slot.index] as Entries<unknown>;
  if (slot.form !== forms.closed) readEntry(reader, map, slot.keys, slot.kind);
  else readClosedEntry(reader, keeperIn(values), slot, map as Entries<number>, slot.keys);
}

/** A `google.protobuf.Value` without a kind is undefined, and is put where it came all the same. */
function isValue({ form }: FieldReader, value: unknown): boolean {
  return value !== undefined || form !== forms.closed;
}
