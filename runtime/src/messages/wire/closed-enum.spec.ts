import { describe, expect, it } from "vitest";
import { readClosed, readClosedEntry, settlePlaces } from "./closed-enum.js";
import { Reader } from "./reader.js";
import type { KeepsUnknown } from "./unknown-fields.js";
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
    const message: KeepsUnknown = {};
    expect(readClosed(makeReader(hex), message, modeField)).toBe(want);
    expect(message).toEqual({});
  });

  it.each([
    ["63", [0x63], 99],
    ["00", [0], 0],
    ["feffffffffffffffff01", [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], -2],
  ])("is kept as an unknown field where it does not name it: %s", (hex, bytes, value) => {
    const message: KeepsUnknown = {};
    expect(readClosed(makeReader(hex), message, modeField)).toBeUndefined();
    expect(message._unknownFields).toEqual([
      { number: 12, wireType: 0, value: Uint8Array.from(bytes), kept: { field: "mode", value } },
    ]);
  });

  it("says where it was in its list, whatever becomes of the list", () => {
    const [message, list] = [{} as KeepsUnknown, [3, 7]];
    readClosed(makeReader("63"), message, modeField, list);
    settlePlaces(message);
    list.pop();
    const place = { behind: 2, among: [3, 7] };
    expect(message._unknownFields?.[0]?.kept).toEqual({ field: "mode", value: 99, place });
  });
});

describe("the entry of a map with such values", () => {
  const read = (hex: string): readonly [object, KeepsUnknown] => {
    const [map, message] = [{} as { [key: string]: number }, {} as KeepsUnknown];
    readClosedEntry(makeReader(hex), message, { number: 5, field: "modes", known }, map, asString);
    return [map, message];
  };

  it("is put into the map where the enum names its value", () => {
    expect(read("050a01611007")).toEqual([{ a: 7 }, {}]);
  });

  it("is kept whole where it does not", () => {
    const value = Buffer.from("0a01611063", "hex");
    const kept = { field: "modes", value: 99, key: "a" };
    expect(read("050a01611063")).toEqual([
      {},
      { _unknownFields: [{ number: 5, wireType: 2, value: new Uint8Array(value), kept }] },
    ]);
  });
});
