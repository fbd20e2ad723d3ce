import { create, toBinary } from "@bufbuild/protobuf";
import { SourceCodeInfoSchema } from "@bufbuild/protobuf/wkt";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readComments } from "./comments.js";

const locations = fc.array(
  fc.record({
    path: fc.array(fc.nat()),
    span: fc.array(fc.nat()),
    leadingComments: fc.oneof(fc.constant(""), fc.string()),
    trailingComments: fc.oneof(fc.constant(""), fc.string()),
    leadingDetachedComments: fc.array(fc.string()),
  }),
);

describe("the comments of source info", () => {
  it("are those of all locations that have one, in their order", () => {
    fc.assert(
      fc.property(locations, (location) => {
        const bytes = toBinary(SourceCodeInfoSchema, create(SourceCodeInfoSchema, { location }));
        const commented = location.filter((one) => one.leadingComments + one.trailingComments !== "");
        expect(readComments(bytes)).toEqual(
          commented.map(({ path, leadingComments, trailingComments }) => ({
            path,
            leadingComments,
            trailingComments,
          })),
        );
      }),
    );
  });

  it("are found where the numbers of a path come one by one, and between fields that nobody knows", () => {
    const location = new BinaryWriter().tag(1, WireType.Varint).int32(4).tag(9, WireType.Varint).int32(7);
    location.tag(1, WireType.Varint).int32(2).tag(3, WireType.LengthDelimited).string("Both.");
    const info = new BinaryWriter().tag(9, WireType.Varint).int32(7);
    info.tag(1, WireType.LengthDelimited).bytes(location.finish());
    expect(readComments(info.finish())).toEqual([
      { path: [4, 2], leadingComments: "Both.", trailingComments: "" },
    ]);
  });

  it.each<[what: string, bytes: readonly number[]]>([
    ["that is longer than all", [0x0a, 9]],
    ["with text behind its end", [0x0a, 3, 0x1a, 4, 65, 66, 67, 68]],
    ["with numbers behind its end", [0x0a, 2, 0x0a, 2, 1, 1]],
    ["that ends within a field", [0x0a, 1, 0x08]],
  ])("are refused of a location %s", (_, bytes) => {
    expect(() => readComments(Uint8Array.from(bytes))).toThrow(Error);
  });
});
