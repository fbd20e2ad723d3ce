import { ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, json, literal, type Code } from "../../kit/code/code.js";
import type { Module } from "./module.js";
import type { ValueForm } from "./value-form.js";

/** The representation of a scalar in TypeScript and in the wire format. */
interface Scalar {
  /** Method of the writer. */
  readonly method: Code;
  /** The name of its writer in the runtime, for maps and packed lists. */
  readonly kind: string;
  readonly wireType: WireType;
  readonly type: Code;
  /** Its default. */
  readonly zero: Code;
}

const number = { type: literal("number"), zero: literal("0") };
const bigint = { type: literal("bigint"), zero: literal("BigInt(0)") };
const boolean = { type: literal("boolean"), zero: literal("false") };
const text = { type: literal("string"), zero: literal('""'), wireType: WireType.LengthDelimited };
const bytes = { type: literal("Uint8Array"), zero: literal("new Uint8Array(0)") };
const { Varint, Bit32, Bit64, LengthDelimited } = WireType;

const scalars: Readonly<Record<ScalarType, Scalar>> = {
  [ScalarType.DOUBLE]: { method: literal("double"), kind: "asDouble", wireType: Bit64, ...number },
  [ScalarType.FLOAT]: { method: literal("float"), kind: "asFloat", wireType: Bit32, ...number },
  [ScalarType.INT32]: { method: literal("int32"), kind: "asInt32", wireType: Varint, ...number },
  [ScalarType.UINT32]: { method: literal("uint32"), kind: "asUint32", wireType: Varint, ...number },
  [ScalarType.SINT32]: { method: literal("sint32"), kind: "asSint32", wireType: Varint, ...number },
  [ScalarType.FIXED32]: { method: literal("fixed32"), kind: "asFixed32", wireType: Bit32, ...number },
  [ScalarType.SFIXED32]: { method: literal("sfixed32"), kind: "asSfixed32", wireType: Bit32, ...number },
  [ScalarType.INT64]: { method: literal("int64"), kind: "asInt64", wireType: Varint, ...bigint },
  [ScalarType.UINT64]: { method: literal("uint64"), kind: "asUint64", wireType: Varint, ...bigint },
  [ScalarType.SINT64]: { method: literal("sint64"), kind: "asSint64", wireType: Varint, ...bigint },
  [ScalarType.FIXED64]: { method: literal("fixed64"), kind: "asFixed64", wireType: Bit64, ...bigint },
  [ScalarType.SFIXED64]: { method: literal("sfixed64"), kind: "asSfixed64", wireType: Bit64, ...bigint },
  [ScalarType.BOOL]: { method: literal("bool"), kind: "asBool", wireType: Varint, ...boolean },
  [ScalarType.STRING]: { method: literal("string"), kind: "asString", ...text },
  [ScalarType.BYTES]: { method: literal("bytes"), kind: "asBytes", wireType: LengthDelimited, ...bytes },
};

/** Type of a scalar in TypeScript. */
export function scalarType(scalar: ScalarType): Code {
  return scalars[scalar].type;
}

/** The form of a scalar: `writer.uint32(8, message.size);`. */
export function scalarForm(scalar: ScalarType, fieldNumber: number, module: Module): ValueForm {
  const { method, kind, wireType, type, zero } = scalars[scalar];
  return {
    type,
    optionalType: code`${type} | undefined`,
    wireType,
    zero,
    isSet: (value) => isSet(scalar, value, zero, module),
    kind: () => module.runtime(kind),
    write: (value) => code`writer.${method}(${tag(fieldNumber, wireType)}, ${value});`,
  };
}

/** The form of a 64-bit integer with `jstype = JS_STRING`: `asInt64String.write(writer, 8, message.size);`. */
export function longStringForm(scalar: ScalarType, fieldNumber: number, module: Module): ValueForm {
  const { kind, wireType } = scalars[scalar];
  const zero = literal('"0"');
  const writer = (): Code => module.runtime(`${kind}String`);
  return {
    type: text.type,
    optionalType: code`${text.type} | undefined`,
    wireType,
    zero,
    isSet: (value) => code`${value} !== ${zero}`,
    kind: writer,
    write: (value) => code`${writer()}.write(writer, ${tag(fieldNumber, wireType)}, ${value});`,
  };
}

/** Condition for a value that is not the default. Of a `float` and a `double` -0 is a value. */
function isSet(scalar: ScalarType, value: Code, zero: Code, module: Module): Code {
  switch (scalar) {
    case ScalarType.BYTES:
      return code`${value}.length !== 0`;
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return code`!${module.runtime("isPositiveZero")}(${value})`;
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return code`!${module.runtime("isZeroInt64")}(${value})`;
    default:
      return code`${value} !== ${zero}`;
  }
}

/** Returns the tag of a field, which combines its number and its wire type as in the wire format. */
export function tag(fieldNumber: number, wireType: number): Code {
  return json(fieldNumber * 8 + wireType);
}
