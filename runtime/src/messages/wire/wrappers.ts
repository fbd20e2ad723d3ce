import type { WellKnown } from "../table/table.js";
import { makePlainKind } from "./plain-kinds.js";
import type { ValueKind } from "./value-kinds.js";
import type { Writer } from "./writer.js";
import * as kinds from "./value-kinds.js";

/** The values of a type of wrapper, such as `google.protobuf.StringValue`: those in its only field. */
function wrapper<T>(name: WellKnown, kind: ValueKind<T>): ValueKind<T> {
  const tag = 8 | kind.wireType;
  return makePlainKind(name, {
    wireType: 2,
    read(reader, earlier) {
      let value = earlier;
      const end = reader.enter();
      for (let next = reader.next(end); next !== 0; next = reader.next(end)) {
        if (next === tag) value = kind.read(reader);
        else reader.skip(next);
      }
      return value === undefined ? kind.empty() : value;
    },
    write(writer, outer, value) {
      const start = writer.fork(outer);
      writeWrapped(writer, kind, value);
      writer.join(start);
    },
    empty: () => kind.empty(),
  });
}

/** Writes the only field of a wrapper, unless it has its default. */
export function writeWrapped<T>(writer: Writer, kind: ValueKind<T>, value: T): void {
  if (!isDefault(kind, value)) kind.write(writer, 8 | kind.wireType, value);
}

function isDefault<T>(kind: ValueKind<T>, value: T): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === kind.empty() && (kind.wireType === 0 || !Object.is(value, -0));
}

/** A `google.protobuf.DoubleValue`, as the value that it wraps. */
export const asDoubleValue: ValueKind<number> = /*@__PURE__*/ wrapper(
  "google.protobuf.DoubleValue",
  kinds.asDouble,
);

/** A `google.protobuf.FloatValue`, as the value that it wraps. */
export const asFloatValue: ValueKind<number> = /*@__PURE__*/ wrapper(
  "google.protobuf.FloatValue",
  kinds.asFloat,
);

/** A `google.protobuf.Int64Value`, as the value that it wraps. */
export const asInt64Value: ValueKind<bigint> = /*@__PURE__*/ wrapper(
  "google.protobuf.Int64Value",
  kinds.asInt64,
);

/** A `google.protobuf.UInt64Value`, as the value that it wraps. */
export const asUInt64Value: ValueKind<bigint> = /*@__PURE__*/ wrapper(
  "google.protobuf.UInt64Value",
  kinds.asUint64,
);

/** A `google.protobuf.Int32Value`, as the value that it wraps. */
export const asInt32Value: ValueKind<number> = /*@__PURE__*/ wrapper(
  "google.protobuf.Int32Value",
  kinds.asInt32,
);

/** A `google.protobuf.UInt32Value`, as the value that it wraps. */
export const asUInt32Value: ValueKind<number> = /*@__PURE__*/ wrapper(
  "google.protobuf.UInt32Value",
  kinds.asUint32,
);

/** A `google.protobuf.BoolValue`, as the value that it wraps. */
export const asBoolValue: ValueKind<boolean> = /*@__PURE__*/ wrapper(
  "google.protobuf.BoolValue",
  kinds.asBool,
);

/** A `google.protobuf.StringValue`, as the value that it wraps. */
export const asStringValue: ValueKind<string> = /*@__PURE__*/ wrapper(
  "google.protobuf.StringValue",
  kinds.asString,
);

/** A `google.protobuf.BytesValue`, as the value that it wraps. */
export const asBytesValue: ValueKind<Uint8Array> = /*@__PURE__*/ wrapper(
  "google.protobuf.BytesValue",
  kinds.asBytes,
);
