import { describe, expect, it } from "vitest";
import { readClosed, readClosedEntry, copyRecognizedValues } from "./closed-enum.js";
import { Reader } from "./reader.js";
import type { HasUnknownFields } from "./unknown-fields.js";
import { asString } from "./value-kinds.js";

/** The numbers that the enum names. */
const known = new Set([3, 7, -1]);
const modeField = { number: 12, field: "mode", known };
const makeReader = (hex: string): Reader => new Reader(Buffer.from(hex, "hex"));

describe("a value of a closed enum", () => {
  it.each([
    ["07", 7],
    ["ffffffffffffffffff01", -1],
  ])("is a number that it names: %s", (hex, want) => {
    const message: HasUnknownFields = {};
    expect(readClosed(makeReader(hex), message, modeField)).toBe(want);
    expect(message).toEqual({});
  });

  it.each([
    ["63", [0x63], 99],
    ["00", [0], 0],
    ["feffffffffffffffff01", [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], -2],
  ])("stores a number that the enum lacks as an unknown field: %s", (hex, bytes, value) => {
    const message: HasUnknownFields = {};
    expect(readClosed(makeReader(hex), message, modeField)).toBeUndefined();
    expect(message._unknownFields).toEqual([
      { number: 12, wireType: 0, value: Uint8Array.from(bytes), unrecognized: { field: "mode", value } },
    ]);
  });

  it("has its position in the list, even if the list changes", () => {
    const [message, list] = [{} as HasUnknownFields, [3, 7]];
    readClosed(makeReader("63"), message, modeField, list);
    copyRecognizedValues(message);
    list.pop();
    const position = { index: 2, recognized: [3, 7] };
    expect(message._unknownFields?.[0]?.unrecognized).toEqual({ field: "mode", value: 99, position });
  });
});

describe("the entry of a map with such values", () => {
  const read = (hex: string): readonly [object, HasUnknownFields] => {
    const [map, message] = [{} as { [key: string]: number }, {} as HasUnknownFields];
    readClosedEntry(makeReader(hex), message, { number: 5, field: "modes", known }, map, asString);
    return [map, message];
  };

  it("is put into the map where the enum names its value", () => {
    expect(read("050a01611007")).toEqual([{ a: 7 }, {}]);
  });

  it("stores an entry with another number whole", () => {
    const value = Buffer.from("0a01611063", "hex");
    const unrecognized = { field: "modes", value: 99, key: "a" };
    expect(read("050a01611063")).toEqual([
      {},
      { _unknownFields: [{ number: 5, wireType: 2, value: new Uint8Array(value), unrecognized }] },
    ]);
  });
});
