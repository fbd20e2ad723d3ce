import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Reader } from "./reader.js";
import { Writer } from "./writer.js";
import { runs } from "../../../../test/runs.js";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text that a field of these bytes has; "refused" if it has none. */
function read(bytes: Uint8Array): string {
  const writer = new Writer();
  writer.bytes(10, bytes);
  // The bytes of the next field could be those of a character that is cut off.
  const field = Uint8Array.of(...writer.finish(), 0x80, 0x80, 0x80);
  const reader = new Reader(field);
  reader.next(field.length);
  return textOr(() => reader.string());
}

function textOr(read: () => string): string {
  try {
    return read();
  } catch {
    return "refused";
  }
}

function written(text: string): Uint8Array {
  const writer = new Writer();
  writer.string(10, text);
  const field = writer.finish();
  const reader = new Reader(field);
  reader.next(field.length);
  return Uint8Array.from(reader.bytes());
}

/** Bytes at which the rules of UTF-8 change. */
const edges = [
  0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5,
];

describe("text that is not ASCII", () => {
  it("is what the platform's decoder says, or refused as by it, for all pairs and many longer runs of odd bytes", () => {
    const runs = edges.flatMap((a) => edges.map((b) => [a, b]));
    const longer = runs.flatMap(([a = 0, b = 0]) =>
      edges.flatMap((c) => [
        [a, b, c],
        [a, b, c, 0x80],
        [0x41, a, b, c, 0xbf, 0x41],
      ]),
    );
    const isOther = (run: readonly number[]): boolean => {
      const bytes = Uint8Array.from(run);
      return read(bytes) !== textOr(() => strict.decode(bytes));
    };
    expect([...runs, ...longer].filter(isOther)).toEqual([]);
  });

  it("is so for random text that was damaged anywhere, of all lengths", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(), fc.option(fc.constantFrom(...edges)), (whole, place, damage) => {
        const bytes = new TextEncoder().encode(whole);
        if (damage !== null && bytes.length > 0) bytes[place % bytes.length] = damage;
        expect(read(bytes)).toBe(textOr(() => strict.decode(bytes)));
      }),
      { numRuns: runs(500) },
    );
  });

  it("is written as by the platform's encoder, and refused if it has half of a pair", () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((one) => String.fromCharCode(one)),
      fc.integer({ min: 0xd7f0, max: 0xe00f }).map((one) => String.fromCharCode(one)),
      fc.constantFrom("a", "ü", "世", "👍", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff"),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 50 }), (units) => {
        const text = units.join("");
        if (/\p{Surrogate}/u.test(text)) expect(() => written(text)).toThrow("half a surrogate pair");
        else expect([...written(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
      { numRuns: runs(500) },
    );
  });
});
