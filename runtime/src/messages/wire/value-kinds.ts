import { integerText } from "../table/scalar-default.js";
import type { Scalar } from "../table/table.js";
import { outOfRangeError } from "./int64.js";
import type { Reader } from "./reader.js";
import type { Writer } from "./writer.js";

/** How the values of one type are read and written, wherever they are: in fields, lists or maps. */
export interface ValueKind<T> {
  /** Wire type of a value. */
  readonly wireType: number;
  /** Reads the value behind a tag. A message in pieces is merged into the earlier ones. */
  read(reader: Reader, earlier?: T): T;
  /** Writes a tag, unless it is 0, and a value. */
  write(writer: Writer, tag: number, value: T): void;
  /** A value that was left out. */
  empty(): T;
}

function kind<T>(
  wireType: number,
  zero: T,
  read: (reader: Reader) => T,
  write: (writer: Writer, tag: number, value: T) => void,
): ValueKind<T> {
  return { wireType, read, write, empty: () => zero };
}

/** A `double`. */
export const asDouble: ValueKind<number> = /*@__PURE__*/ kind(
  1,
  0,
  (reader) => reader.double(),
  (writer, tag, value) => writer.double(tag, value),
);
/** A `float`. */
export const asFloat: ValueKind<number> = /*@__PURE__*/ kind(
  5,
  0,
  (reader) => reader.float(),
  (writer, tag, value) => writer.float(tag, value),
);

/** An `int32`. */
export const asInt32: ValueKind<number> = /*@__PURE__*/ kind(
  0,
  0,
  (reader) => reader.int32(),
  (writer, tag, value) => writer.int32(tag, value),
);

/** A `uint32`. */
export const asUint32: ValueKind<number> = /*@__PURE__*/ kind(
  0,
  0,
  (reader) => reader.uint32(),
  (writer, tag, value) => writer.uint32(tag, value),
);

/** A `sint32`. */
export const asSint32: ValueKind<number> = /*@__PURE__*/ kind(
  0,
  0,
  (reader) => reader.sint32(),
  (writer, tag, value) => writer.sint32(tag, value),
);

/** A `fixed32`. */
export const asFixed32: ValueKind<number> = /*@__PURE__*/ kind(
  5,
  0,
  (reader) => reader.fixed32(),
  (writer, tag, value) => writer.fixed32(tag, value),
);

/** A `sfixed32`. */
export const asSfixed32: ValueKind<number> = /*@__PURE__*/ kind(
  5,
  0,
  (reader) => reader.sfixed32(),
  (writer, tag, value) => writer.sfixed32(tag, value),
);

/** An `int64`. */
export const asInt64: ValueKind<bigint> = /*@__PURE__*/ kind(
  0,
  0n,
  (reader) => reader.int64(),
  (writer, tag, value) => writer.int64(tag, value),
);

/** A `uint64`. */
export const asUint64: ValueKind<bigint> = /*@__PURE__*/ kind(
  0,
  0n,
  (reader) => reader.uint64(),
  (writer, tag, value) => writer.uint64(tag, value),
);

/** A `sint64`. */
export const asSint64: ValueKind<bigint> = /*@__PURE__*/ kind(
  0,
  0n,
  (reader) => reader.sint64(),
  (writer, tag, value) => writer.sint64(tag, value),
);

/** A `fixed64`. */
export const asFixed64: ValueKind<bigint> = /*@__PURE__*/ kind(
  1,
  0n,
  (reader) => reader.fixed64(),
  (writer, tag, value) => writer.fixed64(tag, value),
);

/** A `sfixed64`. */
export const asSfixed64: ValueKind<bigint> = /*@__PURE__*/ kind(
  1,
  0n,
  (reader) => reader.sfixed64(),
  (writer, tag, value) => writer.sfixed64(tag, value),
);

/** A 64-bit integer that is a string in TypeScript: `jstype = JS_STRING` in the proto. */
function longAsString(scalar: string, { wireType, read, write }: ValueKind<bigint>): ValueKind<string> {
  return kind(
    wireType,
    "0",
    (reader) => String(read(reader)),
    (writer, tag, value) => {
      if (typeof value !== "string" || !integerText.test(value)) throw outOfRangeError(scalar, value);
      write(writer, tag, BigInt(value));
    },
  );
}

/** An `int64` as a string. */
export const asInt64String: ValueKind<string> = /*@__PURE__*/ longAsString("int64", asInt64);

/** A `uint64` as a string. */
export const asUint64String: ValueKind<string> = /*@__PURE__*/ longAsString("uint64", asUint64);

/** A `sint64` as a string. */
export const asSint64String: ValueKind<string> = /*@__PURE__*/ longAsString("sint64", asSint64);

/** A `fixed64` as a string. */
export const asFixed64String: ValueKind<string> = /*@__PURE__*/ longAsString("fixed64", asFixed64);

/** A `sfixed64` as a string. */
export const asSfixed64String: ValueKind<string> = /*@__PURE__*/ longAsString("sfixed64", asSfixed64);

/** A `bool`. */
export const asBool: ValueKind<boolean> = /*@__PURE__*/ kind(
  0,
  false,
  (reader) => reader.bool(),
  (writer, tag, value) => writer.bool(tag, value),
);

/** Text, which must be UTF-8. */
export const asString: ValueKind<string> = /*@__PURE__*/ kind(
  2,
  "",
  (reader) => reader.string(),
  (writer, tag, value) => writer.string(tag, value),
);

/** Text that need not be UTF-8. */
export const asUncheckedString: ValueKind<string> = /*@__PURE__*/ kind(
  2,
  "",
  (reader) => reader.uncheckedString(),
  (writer, tag, value) => writer.string(tag, value),
);

/** Bytes. */
export const asBytes: ValueKind<Uint8Array> = {
  wireType: 2,
  read: (reader) => reader.bytes(),
  write: (writer, tag, value) => writer.bytes(tag, value),
  empty: () => new Uint8Array(0),
};

/** The values of an open enum: any number. */
export function asEnum<T extends number>(): ValueKind<T> {
  return asInt32 as ValueKind<number> as ValueKind<T>;
}

/**
 * The values of a scalar type.
 * @param isChecked Text must be UTF-8. Default true.
 * @param isString Whether a 64-bit integer is a string. Default false.
 */
export function scalarKind(
  scalar: Scalar,
  isChecked: boolean = true,
  isString: boolean = false,
): ValueKind<unknown> {
  if (isString) return longStrings[scalar] ?? scalarKinds[scalar];
  return scalar === "string" && !isChecked ? asUncheckedString : scalarKinds[scalar];
}

const longStrings: { readonly [scalar in Scalar]?: ValueKind<unknown> } = {
  int64: asInt64String,
  uint64: asUint64String,
  sint64: asSint64String,
  fixed64: asFixed64String,
  sfixed64: asSfixed64String,
};

const scalarKinds: { readonly [scalar in Scalar]: ValueKind<unknown> } = {
  double: asDouble,
  float: asFloat,
  int32: asInt32,
  int64: asInt64,
  uint32: asUint32,
  uint64: asUint64,
  sint32: asSint32,
  sint64: asSint64,
  fixed32: asFixed32,
  fixed64: asFixed64,
  sfixed32: asSfixed32,
  sfixed64: asSfixed64,
  bool: asBool,
  string: asString,
  bytes: asBytes,
};
