import type { JsonObject, JsonValue } from "../table/json-value.js";
import { setProperty } from "../table/set-property.js";
import { makePlainKind } from "./plain-kinds.js";
import type { Reader } from "./reader.js";
import type { ValueKind } from "./value-kinds.js";
import type { Writer } from "./writer.js";

/** The way that the fields of a message read and write plain JSON. */
type Read<T> = (reader: Reader, tag: number, into: T) => T;

function readFields<T>(reader: Reader, start: T, read: Read<T>): T {
  let value = start;
  const end = reader.enter();
  for (let tag = reader.next(end); tag !== 0; tag = reader.next(end)) value = read(reader, tag, value);
  return value;
}

/** Tags of the fields of `google/protobuf/struct.proto`. */
const tags = {
  entry: 10,
  key: 10,
  value: 18,
  element: 10,
  null: 8,
  number: 17,
  text: 26,
  bool: 32,
  struct: 42,
  list: 50,
} as const;

/** A `google.protobuf.Struct`, as a plain object. */
export const asStruct: ValueKind<JsonObject> = /*@__PURE__*/ makePlainKind<JsonObject>(
  "google.protobuf.Struct",
  {
    wireType: 2,
    read: (reader, earlier) => readFields(reader, earlier ?? asStruct.empty(), readStructField),
    write(writer, tag, object) {
      const start = writer.fork(tag);
      for (const key of Object.keys(object)) {
        const value = object[key];
        if (value === undefined) continue;
        const entry = writer.fork(tags.entry);
        writer.string(tags.key, key);
        asValue.write(writer, tags.value, value);
        writer.join(entry);
      }
      writer.join(start);
    },
    empty: () => ({}),
  },
);

function readStructField(reader: Reader, tag: number, object: JsonObject): JsonObject {
  if (tag !== tags.entry) reader.skip(tag);
  else {
    let key = "";
    const value = readFields<JsonValue | undefined>(reader, undefined, (_, part, earlier) => {
      if (part === tags.value) return asValue.read(reader, earlier);
      if (part === tags.key) key = reader.string();
      else reader.skip(part);
      return earlier;
    });
    if (value !== undefined) setProperty(object, key, value);
  }
  return object;
}

/** A `google.protobuf.ListValue`, as an array. */
export const asListValue: ValueKind<JsonValue[]> = /*@__PURE__*/ makePlainKind<JsonValue[]>(
  "google.protobuf.ListValue",
  {
    wireType: 2,
    read: (reader, earlier) =>
      readFields(reader, earlier ?? [], (_, tag, list) => {
        if (tag === tags.element) list.push(asValue.read(reader));
        else reader.skip(tag);
        return list;
      }),
    write(writer, tag, list) {
      const start = writer.fork(tag);
      for (const value of list) asValue.write(writer, tags.element, value);
      writer.join(start);
    },
    empty: () => [],
  },
);

/**
 * A `google.protobuf.Value`, as any JSON. One without a kind is none, and no writer makes one; it is read as undefined,
 * so that a list or a oneof that has one goes out as it came.
 */
export const asValue: ValueKind<JsonValue> = /*@__PURE__*/ makePlainKind<JsonValue>("google.protobuf.Value", {
  wireType: 2,
  read: (reader, earlier) => readFields<JsonValue | undefined>(reader, earlier, readValueField) as JsonValue,
  write(writer, tag, value) {
    const start = writer.fork(tag);
    writeKind(writer, value);
    writer.join(start);
  },
  empty: () => undefined as never,
});

function readValueField(reader: Reader, tag: number, earlier: JsonValue | undefined): JsonValue | undefined {
  switch (tag) {
    case tags.null:
      reader.int32();
      return null;
    case tags.number:
      return reader.double();
    case tags.text:
      return reader.string();
    case tags.bool:
      return reader.bool();
    case tags.struct:
      return asStruct.read(reader, isObject(earlier) ? earlier : undefined);
    case tags.list:
      return asListValue.read(reader, Array.isArray(earlier) ? earlier : undefined);
    default:
      reader.skip(tag);
      return earlier;
  }
}

/** @throws TypeError if the value is not JSON. */
function writeKind(writer: Writer, value: JsonValue): void {
  switch (typeof value) {
    case "boolean":
      return writer.bool(tags.bool, value);
    case "number":
      return writer.double(tags.number, value);
    case "string":
      return writer.string(tags.text, value);
    case "undefined":
      return undefined;
    case "object":
      if (value === null) return writer.int32(tags.null, 0);
      if (Array.isArray(value)) return asListValue.write(writer, tags.list, value);
      return asStruct.write(writer, tags.struct, value);
    default:
      throw new TypeError(`a ${typeof value} is not JSON`);
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
