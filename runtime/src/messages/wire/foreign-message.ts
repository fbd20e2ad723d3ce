import { propertyName, readField, writeField, type Properties } from "../table/field-access.js";
import { toMap } from "../table/map-form.js";
import type { Field, MessageTable, Shape } from "../table/table.js";
import { Reader } from "./reader.js";
import type { HasUnknownFields, UnknownFields } from "./unknown-fields.js";
import { varintLength } from "./varint-length.js";
import { Writer } from "./writer.js";

/** The unknown fields of a message as ts-proto keeps them: by tag, each value with its length or its end. */
type ForeignFields = { [tag: string]: Uint8Array[] };

/** The parts of a message type that differ between the two forms. */
interface Plan {
  /** Fields with messages inside. */
  readonly inner: readonly InnerField[];
  /** Properties that our messages always have, and others have when something was read. */
  readonly present: readonly string[];
}

interface InnerField {
  readonly field: Field;
  readonly table: MessageTable;
}

function makePlan(table: MessageTable): Plan {
  const single = table.fields.filter(({ shape }) => shape.kind === "single");
  return {
    inner: table.fields.flatMap((field) => {
      const { type } = field.shape;
      return type.kind === "message" ? [{ field, table: type.table }] : [];
    }),
    present: single
      .filter(({ oneof, shape }) => oneof || shape.type.kind === "message" || shape.type.kind === "wellKnown")
      .map(propertyName),
  };
}

/** Gives a message that another generator's code has just read the form that ours have, and all that is in it. */
export function fromForeign(table: MessageTable, message: object): void {
  const { inner, present } = table.once(makePlan);
  // A message has a property for each field.
  const properties = message as Properties;
  const unknown = properties["_unknownFields"];
  if (unknown !== undefined) properties["_unknownFields"] = toUnknownFields(unknown as ForeignFields);
  for (const property of present) if (!(property in properties)) properties[property] = undefined;
  for (const { field, table: type } of inner) {
    for (const one of messagesIn(field.shape, readField(properties, field))) fromForeign(type, one);
  }
}

/** The messages in the value of a field. */
function messagesIn({ kind }: Shape, value: unknown): Iterable<object> {
  if (value === undefined) return [];
  // The table says that the values are messages, so that is what they are.
  if (kind === "single") return [value as object];
  if (kind === "list") return value as object[];
  return value instanceof Map ? value.values() : Object.values(value as object);
}

function toUnknownFields(fields: ForeignFields): UnknownFields {
  const holder: HasUnknownFields = {};
  for (const [tag, values] of Object.entries(fields)) {
    for (const value of values) new Reader(value).keep(holder, Number(tag));
  }
  return holder._unknownFields ?? [];
}

/**
 * A message in the form that another generator's code writes: the message itself, or a copy where something in it has
 * unknown fields.
 */
export function toForeign<T>(table: MessageTable<T>, message: T): T {
  // A message has a property for each field.
  return convertMessage(table as MessageTable, message as Properties) as T;
}

function convertMessage(table: MessageTable, message: Properties): Properties {
  const { inner } = table.once(makePlan);
  const unknown = message["_unknownFields"];
  let copy: Properties | undefined;
  if (unknown !== undefined) copy = { ...message, _unknownFields: byTag(unknown as UnknownFields) };
  for (const { field, table: type } of inner) {
    const value = readField(message, field);
    if (value === undefined || value === null) continue;
    const foreign = foreignValue(field.shape, value, (one) => convertMessage(type, one));
    if (foreign !== value) writeField((copy ??= { ...message }), field, foreign);
  }
  return copy ?? message;
}

/** The same value where nothing in it changes. */
function foreignValue(shape: Shape, value: unknown, change: (message: Properties) => Properties): unknown {
  // The table says that the values are messages, so that is what they are.
  if (shape.kind === "single") return change(value as Properties);
  let isChanged = false;
  const changed = (one: Properties): Properties => {
    const other = change(one);
    isChanged ||= other !== one;
    return other;
  };
  if (shape.kind === "list") {
    const list = (value as Properties[]).map(changed);
    return isChanged ? list : value;
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  const copies = entries.map(([key, one]) => [String(key), changed(one)] as const);
  return isChanged ? toMap(shape.key, copies) : value;
}

function byTag(fields: UnknownFields): ForeignFields {
  const foreign: ForeignFields = {};
  for (const field of fields) {
    const tag = field.number * 8 + field.wireType;
    const writer = new Writer();
    writer.unknown([field]);
    (foreign[tag] ??= []).push(writer.finish().subarray(varintLength(tag)));
  }
  return foreign;
}
