import { describe, expect, it } from "vitest";
import { Reader } from "./reader.js";

const makeReader = (hex: string): Reader => new Reader(Buffer.from(hex, "hex"));

describe("the tags of a message", () => {
  it.each([
    ["08", 8],
    ["8a01", 138],
    ["8a808000", 10],
    ["faffffff0f", 4_294_967_290],
  ])("are read: %s", (hex, want) => {
    const reader = makeReader(hex);
    expect(reader.next(reader.length)).toBe(want);
    expect(reader.next(reader.length)).toBe(0);
  });
});

describe("a message inside", () => {
  it("ends where its length says", () => {
    const reader = makeReader("02080118");
    const end = reader.enter();
    expect([reader.next(end), reader.int32(), reader.next(end)]).toEqual([8, 1, 0]);
    expect(reader.next(reader.length)).toBe(0x18);
  });

  it.each([
    ["longer than what is there", "050801", (reader: Reader) => reader.enter()],
    ["shorter than a number in it", "0208ff01", readNumber],
    ["shorter than text in it", "020a0161", (reader: Reader) => readAll(reader, () => reader.string())],
    [
      "shorter than a fixed number in it",
      "020d00000000",
      (reader: Reader) => readAll(reader, () => reader.float()),
    ],
  ])("is refused where it is %s", (_, hex, read) => {
    expect(() => read(makeReader(hex))).toThrow("premature EOF");
  });

  function readNumber(reader: Reader): void {
    readAll(reader, () => reader.int32());
  }

  function readAll(reader: Reader, read: () => unknown): void {
    const end = reader.enter();
    while (reader.next(end) !== 0) read();
  }

  it("may be 100 levels deep, the outermost counted", () => {
    const nested = new Uint8Array(200);
    const reader = new Reader(nested);
    for (let level = 1; level < 100; level++) reader.enter();
    expect(() => reader.enter()).toThrow("nested more than 100 levels deep");
    expect(() => reader.enterGroup(1)).toThrow("nested more than 100 levels deep");
  });
});

describe("a group", () => {
  it("ends at its own tag, within its bytes", () => {
    const reader = makeReader("080114");
    const end = reader.enterGroup(2);
    expect([reader.next(end), reader.int32(), reader.next(end)]).toEqual([8, 1, 0]);
  });

  it.each([
    ["of another group", "0c", "the end of another group"],
    ["nowhere", "", "EOF"],
  ])("is refused with an end %s", (_, hex, message) => {
    const reader = makeReader(hex);
    expect(() => reader.next(reader.enterGroup(2))).toThrow(message);
  });
});

describe("a packed list", () => {
  it("is read to its end", () => {
    const reader = makeReader("0301ac02");
    const numbers: number[] = [];
    for (const end = reader.enterList(); reader.isInList(end);) numbers.push(reader.uint32());
    expect(numbers).toEqual([1, 300]);
  });

  it("is refused where its last element is longer", () => {
    const reader = makeReader("01ac02");
    const end = reader.enterList();
    reader.uint32();
    expect(() => reader.isInList(end)).toThrow("an element is longer than its list");
  });
});

describe("bytes", () => {
  it("are a plain view of what is read, also of a Buffer", () => {
    const input = Buffer.from("02 0102".replace(" ", ""), "hex");
    const bytes = new Reader(input).bytes();
    expect(Buffer.isBuffer(bytes)).toBe(false);
    expect(bytes).toStrictEqual(Uint8Array.of(1, 2));
    expect(bytes.buffer).toBe(input.buffer);
  });
});
