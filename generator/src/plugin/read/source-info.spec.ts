import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, it } from "vitest";
import { decodeFile } from "./source-info.js";

const location = (text: string) => ({ path: [4, 0], span: [1, 2, 3], leadingComments: text });
const fileWith = (...texts: readonly string[]): Uint8Array =>
  toBinary(
    FileDescriptorProtoSchema,
    create(FileDescriptorProtoSchema, {
      name: "a.proto",
      package: "a",
      syntax: "proto3",
      ...(texts.length > 0 && { sourceCodeInfo: { location: texts.map(location) } }),
    }),
  );
const refuse = (cause: unknown): Error => new Error(`refused: ${String(cause)}`);
const textsOf = (bytes: Uint8Array): string[] | undefined =>
  decodeFile(bytes, refuse).file.sourceCodeInfo?.location.map(({ leadingComments }) => leadingComments);

describe("the source info of a file", () => {
  it("is decoded when it is asked for, and all else at once", () => {
    const { file } = decodeFile(fileWith("one", "two"), refuse);
    expect(file).toMatchObject({ name: "a.proto", package: "a", syntax: "proto3" });
    expect(file.sourceCodeInfo?.location).toMatchObject([location("one"), location("two")]);
    expect(file.sourceCodeInfo).not.toBe(file.sourceCodeInfo);
  });

  it("is merged where it comes in pieces", () => {
    expect(textsOf(Buffer.concat([fileWith("one"), fileWith("two")]))).toEqual(["one", "two"]);
  });

  it("is absent where the compiler has sent none", () => {
    expect(textsOf(fileWith())).toBeUndefined();
  });

  it("may be taken away or replaced", () => {
    const { file } = decodeFile(fileWith("one"), refuse);
    Object.assign(file, { sourceCodeInfo: undefined });
    expect(file.sourceCodeInfo).toBeUndefined();
  });

  it("is refused with the reader's words where it is broken", () => {
    const broken = Buffer.concat([fileWith(), Uint8Array.of(0x4a, 2, 0x0a, 9)]);
    const { file, comments } = decodeFile(broken, refuse);
    expect(() => file.sourceCodeInfo).toThrow("refused: ");
    expect(comments).toThrow("refused: ");
  });
});

describe("the descriptor of a file", () => {
  it("is as it was sent, without source info and what a descriptor does not have", () => {
    const note = new BinaryWriter().tag(8042, WireType.LengthDelimited).string("of the compiler").finish();
    const { file, descriptor } = decodeFile(Buffer.concat([note, fileWith("one"), note]), refuse);
    expect(Buffer.from(descriptor)).toEqual(Buffer.from(fileWith()));
    expect(file.$unknown).toBeUndefined();
  });
});
