import { ScalarType, type DescExtension, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/** One field as it is encoded. `value` has no tag and no length. */
interface RawField {
  readonly number: number;
  readonly wireType: WireType;
  readonly value: Uint8Array;
}

/** Whether the elements of a repeated option are packed, with the wire type of one; undefined for all other options. */
type PackingOf = (type: DescMessage, number: number) => { isPacked: boolean; element: WireType } | undefined;

/**
 * Returns a function that writes an encoded file descriptor again, with the options of each element in the order of their
 * numbers, and repeated ones packed as they are declared. Compilers differ in both. Options of one number keep their order,
 * and nothing is dropped, so the decoded value is equal. Bytes that cannot be decoded stay as they are.
 *
 * @param files Files that declare the options.
 */
export function optionSorter(files: readonly DescFile[]): (file: Uint8Array) => Uint8Array {
  const declared = new Map<string, DescExtension>();
  for (const file of files)
    for (const one of nestedTypes(file))
      if (one.kind === "extension") declared.set(`${one.extendee.typeName} ${one.number}`, one);
  return (file) =>
    sortIn(file, FileDescriptorProtoSchema, ({ typeName }, number) => {
      const option = declared.get(`${typeName} ${number}`);
      if (option?.fieldKind !== "list" || option.listKind === "message") return undefined;
      const element = wireTypeOf(option.listKind === "enum" ? ScalarType.INT32 : option.scalar);
      return element === WireType.LengthDelimited ? undefined : { isPacked: option.packed, element };
    });
}

function sortIn(message: Uint8Array, type: DescMessage, packingOf: PackingOf): Uint8Array {
  const types = new Map(
    type.fields.flatMap((field) => (field.message ? [[field.number, field.message]] : [])),
  );
  const isOptions = /^google\.protobuf\.\w+Options$/.test(type.typeName);
  const fields = attempt(() => readFields(message));
  if (!fields) return message;
  const given = fields.map((field) => {
    const inner = field.wireType === WireType.LengthDelimited ? types.get(field.number) : undefined;
    return inner ? { ...field, value: sortIn(field.value, inner, packingOf) } : field;
  });
  if (!isOptions) return writeFields(given);
  const byNumber = new Map<number, RawField[]>();
  for (const one of given) {
    const same = byNumber.get(one.number);
    if (same) same.push(one);
    else byNumber.set(one.number, [one]);
  }
  const sorted = [...byNumber].sort(([a], [b]) => a - b);
  return writeFields(
    sorted.flatMap(([number, same]) => {
      const packing = packingOf(type, number);
      return (packing && attempt(() => repack(same, packing))) ?? same;
    }),
  );
}

/** Returns undefined if bytes cannot be decoded: a reader of the schema skips them, or it reports them with their place. */
function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/**
 * Writes the elements of a repeated option as it is declared: in one field, or in one each.
 *
 * @throws Error for an element of another wire type.
 */
function repack(
  fields: readonly RawField[],
  { isPacked, element }: { isPacked: boolean; element: WireType },
): readonly RawField[] {
  const [{ number = 0 } = {}] = fields;
  const values = fields.flatMap(({ wireType, value }) => {
    if (wireType === WireType.LengthDelimited) return splitPacked(value, element);
    if (wireType === element) return [value];
    throw new Error(`wire type ${wireType}`);
  });
  if (!isPacked) return values.map((value) => ({ number, wireType: element, value }));
  return [{ number, wireType: WireType.LengthDelimited, value: new Uint8Array(Buffer.concat(values)) }];
}

function splitPacked(packed: Uint8Array, element: WireType): readonly Uint8Array[] {
  const reader = new BinaryReader(packed);
  const values: Uint8Array[] = [];
  while (reader.pos < packed.length) values.push(reader.skip(element));
  return values;
}

function wireTypeOf(scalar: ScalarType): WireType {
  const { DOUBLE, FIXED64, SFIXED64, FLOAT, FIXED32, SFIXED32, STRING, BYTES } = ScalarType;
  if (scalar === STRING || scalar === BYTES) return WireType.LengthDelimited;
  if (scalar === DOUBLE || scalar === FIXED64 || scalar === SFIXED64) return WireType.Bit64;
  return scalar === FLOAT || scalar === FIXED32 || scalar === SFIXED32 ? WireType.Bit32 : WireType.Varint;
}

function readFields(message: Uint8Array): RawField[] {
  const reader = new BinaryReader(message);
  const fields: RawField[] = [];
  while (reader.pos < message.length) {
    const [number, wireType] = reader.tag();
    const value = wireType === WireType.LengthDelimited ? reader.bytes() : reader.skip(wireType, number);
    fields.push({ number, wireType, value });
  }
  return fields;
}

function writeFields(fields: readonly RawField[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, wireType, value } of fields) {
    writer.tag(number, wireType);
    if (wireType === WireType.LengthDelimited) writer.bytes(value);
    else writer.raw(value);
  }
  return writer.finish();
}
