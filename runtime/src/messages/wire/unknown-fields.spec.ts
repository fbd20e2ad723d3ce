import { describe, expect, it } from "vitest";
import { Reader } from "./reader.js";
import { toShortestVarint, type HasUnknownFields } from "./unknown-fields.js";
import { Writer } from "./writer.js";

function passOn(hex: string): string {
  const message: HasUnknownFields = {};
  const reader = new Reader(Buffer.from(hex, "hex"));
  for (let tag = reader.next(reader.length); tag !== 0; tag = reader.next(reader.length))
    reader.keep(message, tag);
  const writer = new Writer();
  writer.unknown(message._unknownFields);
  return Buffer.from(writer.finish()).toString("hex");
}

describe("fields that a message does not know", () => {
  it.each([
    ["of every wire type", "08011101020304050607081a0161230801240d01020304"],
    ["with one number, apart", "080110020803"],
    ["that are groups in groups", "0b130a0161141b1c0c"],
    ["that are empty", "0a000b0c0800"],
  ])("go out as they came: %s", (_, hex) => {
    expect(passOn(hex)).toBe(hex);
  });

  it.each([
    ["0880808000", "0800"],
    ["08818000", "0801"],
    ["8880800001", "0801"],
    ["08ffffffffffffffffff01", "08ffffffffffffffffff01"],
    ["08ffffffffffffffffff7f", "08ffffffffffffffffff01"],
    ["0880808080808080808002", "0800"],
  ])("have varints as short as can be: %s", (hex, want) => {
    expect(passOn(hex)).toBe(want);
  });

  it.each([
    ["a wire type that does not exist", "0e", "wire type 6"],
    ["the end of a group that did not begin", "0c", "wire type 4"],
    ["a fixed number that is cut off", "0d0102", "EOF"],
    ["text that is cut off", "0a0261", "EOF"],
    ["a group that is cut off", "0b0801", "EOF"],
    ["groups nested without end", "0b".repeat(200), "nested more than 100 levels deep"],
  ])("are refused: %s", (_, hex, message) => {
    expect(() => passOn(hex)).toThrow(message);
  });
});

describe("a varint", () => {
  it("that is short stays the same object", () => {
    const bytes = Uint8Array.of(0xac, 2);
    expect(toShortestVarint(bytes)).toBe(bytes);
  });
});
