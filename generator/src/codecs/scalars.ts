import { ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, json, literal, type Code } from "../code/code.js";
import type { ValueForm } from "./value-form.js";

/** How a scalar stands in TypeScript and on the wire. */
interface Scalar {
  /** Method of the reader and of the writer. */
  readonly method: Code;
  readonly wireType: WireType;
  readonly type: Code;
  /** Its default. */
  readonly zero: Code;
}

const numeric = { type: literal("number"), zero: literal("0") };
const long = { type: literal("bigint"), zero: literal("0n") };
const { Varint, Bit32, Bit64, LengthDelimited } = WireType;

const scalars: Readonly<Record<ScalarType, Scalar>> = {
  [ScalarType.DOUBLE]: { method: literal("double"), wireType: Bit64, ...numeric },
  [ScalarType.FLOAT]: { method: literal("float"), wireType: Bit32, ...numeric },
  [ScalarType.INT32]: { method: literal("int32"), wireType: Varint, ...numeric },
  [ScalarType.UINT32]: { method: literal("uint32"), wireType: Varint, ...numeric },
  [ScalarType.SINT32]: { method: literal("sint32"), wireType: Varint, ...numeric },
  [ScalarType.FIXED32]: { method: literal("fixed32"), wireType: Bit32, ...numeric },
  [ScalarType.SFIXED32]: { method: literal("sfixed32"), wireType: Bit32, ...numeric },
  [ScalarType.INT64]: { method: literal("int64"), wireType: Varint, ...long },
  [ScalarType.UINT64]: { method: literal("uint64"), wireType: Varint, ...long },
  [ScalarType.SINT64]: { method: literal("sint64"), wireType: Varint, ...long },
  [ScalarType.FIXED64]: { method: literal("fixed64"), wireType: Bit64, ...long },
  [ScalarType.SFIXED64]: { method: literal("sfixed64"), wireType: Bit64, ...long },
  [ScalarType.BOOL]: {
    method: literal("bool"),
    wireType: Varint,
    type: literal("boolean"),
    zero: literal("false"),
  },
  [ScalarType.STRING]: {
    method: literal("string"),
    wireType: LengthDelimited,
    type: literal("string"),
    zero: literal('""'),
  },
  [ScalarType.BYTES]: {
    method: literal("bytes"),
    wireType: LengthDelimited,
    type: literal("Uint8Array"),
    zero: literal("new Uint8Array(0)"),
  },
};

/**
 * The form of a scalar.
 * @param isChecked Text must be valid UTF-8.
 */
export function scalarForm(scalar: ScalarType, isChecked: boolean): ValueForm {
  const { method, wireType, type, zero } = scalars[scalar];
  const isText = scalar === ScalarType.STRING;
  const call = isText && isChecked ? code`reader.${method}(true)` : code`reader.${method}()`;
  return {
    type,
    optionalType: code`${type} | undefined`,
    wireType,
    zero,
    isSet: (value) =>
      scalar === ScalarType.BYTES ? code`${value}.length !== 0` : code`${value} !== ${zero}`,
    write: (value, number) => code`writer${tagged(number, wireType)}.${method}(${value});`,
    writeInList: (value) => code`writer.${method}(${value});`,
    read: () => (type === long.type ? code`${call} as bigint` : call),
    readEmpty: () => zero,
  };
}

/** The form of a value of an enum, which travels as an int32. */
export function enumForm(type: Code, first: number): ValueForm {
  const zero = json(first);
  return {
    ...scalarForm(ScalarType.INT32, false),
    type,
    optionalType: code`${type} | undefined`,
    zero,
    isSet: (value) => code`${value} !== ${zero}`,
    read: () => literal("reader.int32() as any"),
  };
}

/** `.uint32(10)`, which writes the number of a field and its wire type. */
export function tagged(number: number, wireType: WireType): Code {
  return code`.uint32(${json(tagOf(number, wireType))})`;
}

/** The number of a field and its wire type in one, as they stand on the wire. */
export function tagOf(number: number, wireType: WireType): number {
  return number * 8 + wireType;
}
