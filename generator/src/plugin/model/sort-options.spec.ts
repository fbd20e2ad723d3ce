import { create, createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compileProtos } from "../request.fixture.js";
import { optionSorter } from "./sort-options.js";

const sortOptions = optionSorter([]);

type Option = readonly [number: number, text: string];

/** A file whose message, field and service have options, in the order in which they are given. */
function fileWith(options: readonly Option[]): Uint8Array {
  const encoded = (() => {
    const writer = new BinaryWriter();
    for (const [number, text] of options) writer.tag(number, WireType.LengthDelimited).string(text);
    return writer.finish();
  })();
  const element = (name: string, optionsAt: number, fields: readonly Uint8Array[] = []): Uint8Array => {
    const writer = new BinaryWriter();
    writer.tag(1, WireType.LengthDelimited).string(name);
    for (const field of fields) writer.tag(2, WireType.LengthDelimited).bytes(field);
    return writer.tag(optionsAt, WireType.LengthDelimited).bytes(encoded).finish();
  };
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string("a.proto");
  writer.tag(4, WireType.LengthDelimited).bytes(element("M", 7, [element("f", 8)]));
  writer.tag(6, WireType.LengthDelimited).bytes(element("S", 3));
  return writer.finish();
}

const options = fc.array(fc.tuple(fc.integer({ min: 50_000, max: 50_004 }), fc.string({ maxLength: 200 })));

it("options in any order have the same bytes, and nothing is lost", () => {
  fc.assert(
    fc.property(options, fc.infiniteStream(fc.nat()), (given, dice) => {
      // Another order in which those of one number keep theirs.
      const keys = new Map(given.map(([number]) => [number, dice.next().value]));
      const other = given.toSorted(([a], [b]) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
      const sorted = sortOptions(fileWith(given));
      expect(sorted).toEqual(sortOptions(fileWith(other)));
      expect(sorted.length).toBe(fileWith(given).length);
      const [message] = fromBinary(FileDescriptorProtoSchema, sorted).messageType;
      const kept = [message?.options, message?.field[0]?.options].map((one) =>
        one?.$unknown?.map(({ no, data }) => [no, Buffer.from(data).toString("hex")]),
      );
      const [sent] = fromBinary(FileDescriptorProtoSchema, fileWith(given)).messageType;
      const want = sent?.options?.$unknown
        ?.map(({ no, data }): [number, string] => [no, Buffer.from(data).toString("hex")])
        .toSorted(([a], [b]) => a - b);
      expect(kept).toEqual([want, want]);
    }),
  );
});

it.each([
  ["a message that ends too early", [0x22, 2, 0x0a, 5]],
  ["a number where a message belongs", [0x20, 0x81, 0x01]],
  ["a fixed number where options belong", [0x45, 1, 2, 3, 4]],
  ["a tag that there is not", [0x22, 1, 0x07]],
])("%s stays as it is", (_, bytes) => {
  expect([...sortOptions(new Uint8Array(bytes))]).toEqual(bytes);
});

it("repeated options are packed as they are declared, however a compiler wrote them", () => {
  const file = compileProtos({
    "o.proto": `syntax = "proto3"; import "google/protobuf/descriptor.proto"; enum E { Z = 0; A = 1; }
      extend google.protobuf.FieldOptions { repeated E kinds = 50000; }
      extend google.protobuf.ServiceOptions { repeated E others = 50000 [packed = false]; }`,
  });
  const sort = optionSorter([...createFileRegistry(create(FileDescriptorSetSchema, { file })).files]);
  const { Varint, LengthDelimited } = WireType;
  const fileOf = (options: Uint8Array): Uint8Array => {
    const field = new BinaryWriter().tag(8, LengthDelimited).bytes(options).finish();
    const message = new BinaryWriter().tag(2, LengthDelimited).bytes(field).finish();
    const service = new BinaryWriter().tag(3, LengthDelimited).bytes(options).finish();
    const writer = new BinaryWriter().tag(4, LengthDelimited).bytes(message);
    return writer.tag(6, LengthDelimited).bytes(service).finish();
  };
  const packed = new BinaryWriter()
    .tag(50_000, LengthDelimited)
    .bytes(new Uint8Array([1, 0, 1]))
    .finish();
  const each = new BinaryWriter();
  for (const value of [1, 0, 1]) each.tag(50_000, Varint).int32(value);
  const one = sort(fileOf(packed));
  expect(one).toEqual(sort(fileOf(each.finish())));
  for (const bytes of [new Uint8Array([0x80]), new Uint8Array([1, 0xff])]) {
    const broken = fileOf(new BinaryWriter().tag(50_000, LengthDelimited).bytes(bytes).finish());
    expect(sort(broken)).toEqual(broken);
  }
  const other = fileOf(new BinaryWriter().tag(50_000, WireType.Bit32).fixed32(1).finish());
  expect(sort(other)).toEqual(other);
  const { messageType, service } = fromBinary(FileDescriptorProtoSchema, one);
  expect(messageType[0]?.field[0]?.options?.$unknown?.map(({ wireType }) => wireType)).toEqual([
    LengthDelimited,
  ]);
  expect(service[0]?.options?.$unknown?.map(({ wireType }) => wireType)).toEqual([Varint, Varint, Varint]);
});
