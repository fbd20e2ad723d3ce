import { describe, expect, it } from "vitest";
import { writePacked } from "./lists.js";
import { readPacked } from "./packed-lists.js";
import { Reader } from "./reader.js";
import {
  asBool,
  asDouble,
  asFixed32,
  asFixed64,
  asFloat,
  asInt32,
  asInt64,
  asSfixed32,
  asSint32,
  asSint64,
  asUint32,
  asUint64,
  type ValueKind,
} from "./value-kinds.js";
import { Writer } from "./writer.js";

const [low, high] = [-(2n ** 63n), 2n ** 64n - 1n];

describe.each<[name: string, kind: ValueKind<unknown>, list: readonly unknown[]]>([
  ["int32", asInt32, [0, 1, 300, -1, 2 ** 31 - 1]],
  ["uint32", asUint32, [0, 127, 128, 2 ** 32 - 1]],
  ["sint32", asSint32, [0, -64, 64, -(2 ** 31)]],
  ["int64", asInt64, [0n, 127n, 1n << 28n, 1n << 35n, -1n, low]],
  ["uint64", asUint64, [0n, (1n << 28n) - 1n, 1n << 42n, high]],
  ["sint64", asSint64, [0n, -1n, 1n << 27n, 1n << 34n, low]],
  ["double", asDouble, [0, -0, 0.1, Number.NaN, -Infinity]],
  ["float", asFloat, [0, 0.5, -0]],
  ["fixed32", asFixed32, [0, 2 ** 32 - 1]],
  ["sfixed32", asSfixed32, [0, -1]],
  ["fixed64", asFixed64, [0n, high]],
  ["bool", asBool, [true, false, true]],
])("a packed list of %s", (_, kind, list) => {
  const bytes = write(kind, list);

  it("is read as it was written", () => {
    expect(readPacked(kind, new Reader(bytes), [])).toStrictEqual(list);
  });

  it("is added to the elements before it", () => {
    expect(readPacked(kind, new Reader(bytes), [...list])).toStrictEqual([...list, ...list]);
  });

  it("is refused if its last element is cut off", () => {
    // A byte more than the elements have, which begins another one.
    const longer = Uint8Array.of((bytes[0] ?? 0) + 1, ...bytes.subarray(1), 0x80);
    expect(() => readPacked(kind, new Reader(longer), [])).toThrow("an element is longer than its list");
  });
});

/** The list behind its length. */
function write(kind: ValueKind<unknown>, list: readonly unknown[]): Uint8Array {
  const writer = new Writer();
  writePacked(writer, 10, list, kind);
  return writer.finish().subarray(1);
}
