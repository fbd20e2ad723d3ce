import { describe, expect, it } from "vitest";
import type { JsonValue } from "../table/json-value.js";
import { asStruct, asValue } from "./plain-json.js";
import { Reader } from "./reader.js";
import type { ValueKind } from "./value-kinds.js";
import { asStringValue } from "./wrappers.js";
import { Writer } from "./writer.js";

/** The message that a kind writes, without the length before it. */
function writeBytes<T>(kind: ValueKind<T>, value: T): Uint8Array {
  const writer = new Writer();
  kind.write(writer, 0, value);
  return new Reader(writer.finish()).bytes();
}

function read<T>(kind: ValueKind<T>, ...pieces: readonly Uint8Array[]): T | undefined {
  let value: T | undefined;
  for (const piece of pieces) {
    const writer = new Writer();
    writer.bytes(0, piece);
    value = kind.read(new Reader(writer.finish()), value);
  }
  return value;
}

describe("plain JSON", () => {
  it("has no place for what is none", () => {
    expect(() => writeBytes(asValue, 1n as never)).toThrow("a bigint is not JSON");
    expect(() => writeBytes(asStruct, { a: (() => 1) as never })).toThrow("a function is not JSON");
    expect(writeBytes(asStruct, { a: undefined as never })).toEqual(new Uint8Array(0));
  });

  it("is refused where it is nested too deep", () => {
    const nest = (levels: number): JsonValue => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(() => read(asValue, writeBytes(asValue, nest(40)))).not.toThrow();
    expect(() => read(asValue, writeBytes(asValue, nest(60)))).toThrow("nested more than 100 levels deep");
  });
});

describe("a wrapper", () => {
  it("holds the default where it holds nothing, and the last of several", () => {
    expect(read(asStringValue, new Uint8Array(0))).toBe("");
    expect(read(asStringValue, Uint8Array.of(0x0a, 1, 97), new Uint8Array(0))).toBe("a");
    expect(read(asStringValue, Uint8Array.of(0x0a, 1, 97, 0x0a, 1, 98, 0x38, 1))).toBe("b");
  });
});
