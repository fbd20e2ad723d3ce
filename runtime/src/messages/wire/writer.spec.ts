import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Writer } from "./writer.js";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("a writer", () => {
  it("puts the length of a message before it, however long it is", () => {
    for (const length of [0, 1, 125, 126, 127, 128, 16_380, 16_384, 2_100_000]) {
      const writer = new Writer();
      const start = writer.fork(10);
      const inside = writer.fork(18);
      writer.bytes(10, new Uint8Array(length).fill(7));
      writer.join(inside);
      writer.join(start);
      const bytes = writer.finish();
      expect(bytes.subarray(-length || bytes.length).every((byte) => length === 0 || byte === 7)).toBe(true);
      const inner = 1 + varintLength(length) + length;
      const outer = 1 + varintLength(inner) + inner;
      expect(bytes.length).toBe(1 + varintLength(outer) + outer);
    }
  });

  it("writes the same where more or less room was left for the length than it takes", () => {
    for (const length of [0, 1, 125, 126, 16_380, 16_384, 2_100_000]) {
      for (const room of [1, 2, 3, 4, 5]) {
        const writer = new Writer();
        const start = writer.fork(10, room);
        writer.bytes(10, new Uint8Array(length).fill(7));
        const took = writer.join(start, room);
        writer.bool(16, true);
        const bytes = writer.finish();
        const inner = 1 + varintLength(length) + length;
        expect([took, bytes.length]).toEqual([varintLength(inner), 1 + took + inner + 2]);
        expect(hex(bytes.subarray(1 + took, 2 + took))).toBe("0a");
        expect(bytes.subarray(bytes.length - 2 - length, -2).every((byte) => byte === 7)).toBe(true);
        expect(hex(bytes.subarray(-2))).toBe("1001");
      }
    }
  });

  it("gives the same in parts, and does not copy large values, wherever they stand", () => {
    const value = fc.oneof(fc.constantFrom(0, 1, 127, 65_535), fc.constantFrom(65_536, 70_000));
    const field = fc.record({ depth: fc.nat(4), room: fc.integer({ min: 1, max: 5 }), length: value });
    const write = (fields: readonly { depth: number; room: number; values: readonly Uint8Array[] }[]) => {
      const writer = new Writer();
      for (const { depth, room, values } of fields) {
        const starts = Array.from({ length: depth }, () => writer.fork(10, room));
        for (const one of values) writer.bytes(18, one);
        writer.string(26, "behind");
        for (const start of starts.toReversed()) writer.join(start, room);
      }
      return writer;
    };
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), (rows) => {
        const fields = rows.map(({ depth, room, length }, at) => {
          const values = [new Uint8Array(length).fill(at + 1), new Uint8Array(3).fill(9)];
          return { depth, room, values };
        });
        const whole = write(fields).finish();
        const parts = [write(fields).finishParts()].flat();
        expect(Buffer.concat(parts).equals(whole)).toBe(true);
        const large = fields.flatMap(({ values }) => values.filter(({ length }) => length >= 65_536));
        const passedOn = parts.filter((part) => large.some((value) => value === part));
        expect(passedOn.map((part) => large.findIndex((value) => value === part))).toEqual([...large.keys()]);
      }),
      { numRuns: 40 },
    );
  });

  it("writes no tag for the elements of a packed list", () => {
    const writer = new Writer();
    const start = writer.fork(10);
    writer.int32(0, 1);
    writer.int32(0, 300);
    writer.join(start);
    expect(hex(writer.finish())).toBe("0a0301ac02");
  });

  it("gives bytes of their own, which a later message does not touch", () => {
    const first = new Writer();
    first.string(10, "first");
    const bytes = first.finish();
    const second = new Writer();
    second.string(10, "other");
    second.finish();
    expect(hex(bytes)).toBe(`0a05${Buffer.from("first").toString("hex")}`);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it("may be used while another one is", () => {
    const [one, other] = [new Writer(), new Writer()];
    one.int32(8, 1);
    other.int32(8, 2);
    one.int32(8, 3);
    expect([hex(one.finish()), hex(other.finish())]).toEqual(["08010803", "0802"]);
  });

  it("is empty when it has finished, and can be used again", () => {
    const writer = new Writer();
    writer.int32(8, 1);
    writer.finish();
    expect(writer.finish()).toEqual(new Uint8Array(0));
    writer.string(10, "a".repeat(5000));
    expect(writer.finish().length).toBe(5003);
  });

  it("writes unknown fields as they came, each with its tag", () => {
    const writer = new Writer();
    writer.unknown([
      { number: 2, wireType: 0, value: Uint8Array.of(0x80, 1) },
      { number: 1, wireType: 2, value: Uint8Array.of(97) },
      { number: 3, wireType: 3, value: Uint8Array.of(8, 1) },
      { number: 536_870_911, wireType: 5, value: Uint8Array.of(1, 2, 3, 4) },
    ]);
    expect(hex(writer.finish())).toBe("1080010a01611b08011cfdffffff0f01020304");
  });
});

function varintLength(value: number): number {
  return value < 0x80 ? 1 : 1 + varintLength(Math.floor(value / 0x80));
}
