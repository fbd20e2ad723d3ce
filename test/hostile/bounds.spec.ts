import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  ServiceOptionsSchema,
  type DescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestOf, runPlugin, type Outcome } from "../../generator/src/plugin/request.fixture.js";
import { runs } from "../runs.js";

/** A small API as a compiler would describe it. */
function api(change: (file: FileDescriptorProto) => void = () => {}): FileDescriptorProto {
  const file = create(FileDescriptorProtoSchema, {
    name: "acme/v1/book.proto",
    package: "acme.v1",
    syntax: "proto3",
    messageType: [{ name: "Book", field: [field("title", 1)] }],
    service: [
      {
        name: "BookService",
        method: [{ name: "Get", inputType: ".acme.v1.Book", outputType: ".acme.v1.Book" }],
      },
    ],
  });
  change(file);
  return file;
}

function field(name: string, number: number): NonNullable<DescriptorProto["field"]>[number] {
  return create(DescriptorProtoSchema, {
    field: [
      { name, number, type: FieldDescriptorProto_Type.STRING, label: FieldDescriptorProto_Label.OPTIONAL },
    ],
  }).field[0]!;
}

const parameter = "kind=cloud";
const requestFor = (change?: (file: FileDescriptorProto) => void): Uint8Array =>
  requestOf([api(change)], { parameter });

/** What came of it is files or lines that say what is wrong, never a defect of ours. */
function expectClear({ files, error }: Outcome): void {
  if (error === "") return expect(Object.keys(files).length).toBeGreaterThan(0);
  expect(Object.keys(files)).toEqual([]);
  expect(error).not.toMatch(/should not|^\s+at /m);
  expect(error.length).toBeLessThan(20_000);
}

/** Messages inside of each other. Made from the inside as bytes, since the encoder of the library calls itself. */
function nested(depth: number): Uint8Array {
  let inner: Uint8Array = toBinary(DescriptorProtoSchema, create(DescriptorProtoSchema, { name: "M" }));
  for (let level = 1; level < depth; level++) {
    inner = new BinaryWriter()
      .tag(1, WireType.LengthDelimited)
      .string("M")
      .tag(3, WireType.LengthDelimited)
      .bytes(inner)
      .finish();
  }
  const file = new BinaryWriter()
    .raw(toBinary(FileDescriptorProtoSchema, api()))
    .tag(4, WireType.LengthDelimited)
    .bytes(inner)
    .finish();
  return new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string("acme/v1/book.proto")
    .tag(2, WireType.LengthDelimited)
    .string(parameter)
    .tag(15, WireType.LengthDelimited)
    .bytes(file)
    .finish();
}

describe("a request made to do harm ends in files or in a clear error,", () => {
  it("as the small API does when nothing is wrong with it", async () => {
    expect((await runPlugin(requestFor())).files["acme/v1/book.ts"]).toContain("BookServiceClient");
  });

  it("cut off at every byte", async () => {
    const whole = requestFor();
    for (let length = 0; length < whole.length; length++)
      expectClear(await runPlugin(whole.slice(0, length)));
  });

  it("with bytes changed, here and there", async () => {
    const whole = requestFor();
    for (let index = 0; index < whole.length; index += 5) {
      const changed = whole.slice();
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      expectClear(await runPlugin(changed));
    }
  });

  it("of random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) =>
        expectClear(await runPlugin(bytes)),
      ),
      { numRuns: runs(170) },
    );
  });

  it.each([
    ["2 GB", [0xff, 0xff, 0xff, 0xff, 0x07]],
    ["4 GB", [0xff, 0xff, 0xff, 0xff, 0x0f]],
    ["more than there is", [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ])("with a length of %s", async (_, length) => {
    for (const tag of [0x0a, 0x12, 0x7a]) {
      const { error } = await runPlugin(Uint8Array.of(tag, ...length, 1, 2, 3));
      expect(error).toMatch(/^The request cannot be decoded/);
      expect(error.split("\n")).toHaveLength(1);
    }
  });

  it("with 100,000 plugin options", async () => {
    const options = Array.from({ length: 100_000 }, (_, index) => `option_${index}=x`).join(",");
    const { error } = await runPlugin(requestOf([api()], { parameter: options }));
    expect(error).toContain('"option_0"');
    expect(error).toMatch(/and 50 more$/);
  });

  it("with 100,000 options on a service that no one declared", async () => {
    const request = requestFor((file) => {
      const options = create(ServiceOptionsSchema);
      options.$unknown = Array.from({ length: 100_000 }, (_, index) => ({
        no: 50_000 + index,
        wireType: WireType.Varint,
        data: Uint8Array.of(1),
      }));
      file.service[0]!.options = options;
    });
    const { error, files } = await runPlugin(request);
    expect(error).toBe("");
    expect(files["acme/v1/book.ts"]).toContain("BookServiceClient");
  });

  it("with 4,000 fields in a message", async () => {
    const request = requestFor((file) => {
      for (let number = 2; number <= 4_000; number++)
        file.messageType[0]!.field.push(field(`f${number}`, number));
    });
    expectClear(await runPlugin(request));
  });

  it.each([50, 10_000])("with messages nested %d deep", async (depth) => {
    expectClear(await runPlugin(nested(depth)));
  });
});
