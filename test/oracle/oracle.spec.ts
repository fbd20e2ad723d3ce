import { fileURLToPath } from "node:url";
import { fromBinary, toBinary, type DescMessage } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCodecs, type Codecs, type Plain } from "./codecs.fixture.js";
import { randomMessage, type Draw } from "./random-message.fixture.js";
import { codedError } from "../coded-error.js";
import { runs } from "../runs.js";

describe("generated codecs, beside protobuf-es", () => {
  let codecs: Codecs;
  beforeAll(async () => {
    codecs = await loadCodecs(fileURLToPath(new URL("protos", import.meta.url)));
  });
  afterAll(async () => {
    await codecs?.[Symbol.asyncDispose]();
  });

  const forEveryMessage = (count: number, law: (desc: DescMessage, draw: Draw) => void): void => {
    for (const desc of codecs.messages) {
      fc.assert(
        fc.property(fc.gen(), (draw) => law(desc, draw)),
        { numRuns: runs(count) },
      );
    }
  };
  const bytesOf = (desc: DescMessage, draw: Draw): Uint8Array =>
    toBinary(desc, randomMessage(desc, draw).message, { writeUnknownFields: true });
  const encode = (desc: DescMessage, plain: Plain): Uint8Array =>
    new Uint8Array(codecs.codec(desc).encode(plain));
  /** The bytes as protobuf-es writes them: fields by number, nothing left out. */
  const canonical = (desc: DescMessage, bytes: Uint8Array): Uint8Array =>
    toBinary(desc, fromBinary(desc, bytes));

  it("read every message as the same values", () => {
    forEveryMessage(10, (desc, draw) => {
      const bytes = bytesOf(desc, draw);
      expect(codecs.codec(desc).decode(bytes)).toEqual(codecs.expected(desc, bytes));
    });
  });

  it("write every message as the same bytes", () => {
    forEveryMessage(10, (desc, draw) => {
      const bytes = bytesOf(desc, draw);
      expect(encode(desc, codecs.codec(desc).decode(bytes)), desc.typeName).toEqual(bytes);
    });
  });

  it("keep all that they do not know", () => {
    const nothing = codecs.message("oracle.v1.Nothing");
    forEveryMessage(7, (desc, draw) => {
      const bytes = bytesOf(desc, draw);
      const kept = encode(nothing, codecs.codec(nothing).decode(bytes));
      expect(kept.length).toBe(bytes.length);
      expect(canonical(desc, kept), desc.typeName).toEqual(canonical(desc, bytes));
    });
  });

  it("keep what they do not know beside what they know", () => {
    forEveryMessage(7, (desc, draw) => {
      const known = bytesOf(desc, draw);
      const unknown = Uint8Array.of(0xfa, 0x3f, 1, 7, 0xf2, 0x3f, 0, 0xf8, 0x3f, 5);
      const plain = codecs.codec(desc).decode(joined(known, unknown));
      expect(plain["_unknownFields"]).toEqual([
        { number: 1023, wireType: 2, value: Uint8Array.of(7) },
        { number: 1022, wireType: 2, value: Uint8Array.of() },
        { number: 1023, wireType: 0, value: Uint8Array.of(5) },
      ]);
      expect(encode(desc, plain), desc.typeName).toEqual(joined(unknown, known));
    });
  });

  it("give bytes as plain arrays, whatever they are read from", () => {
    const scalars = codecs.codec(codecs.message("oracle.v1.Scalars"));
    const { someBytes, _unknownFields } = scalars.decode(Buffer.from("7a020102fa3f0107", "hex"));
    expect(Buffer.isBuffer(someBytes)).toBe(false);
    expect(someBytes).toStrictEqual(Uint8Array.of(1, 2));
    expect(_unknownFields).toStrictEqual([{ number: 1023, wireType: 2, value: Uint8Array.of(7) }]);
  });

  it("have a key __proto__ like any other, also in a Struct", () => {
    const maps = codecs.codec(codecs.message("oracle.v1.Maps"));
    const byString = Object.fromEntries([["__proto__", "a"]]);
    const again = maps.decode(maps.encode({ ...maps.decode(new Uint8Array()), byString }));
    expect(Object.entries(again["byString"] as object)).toEqual([["__proto__", "a"]]);
    const known = codecs.codec(codecs.message("oracle.v1.WellKnown"));
    const struct = JSON.parse('{ "__proto__": { "a": 1 } }') as unknown;
    const { struct: read } = known.decode(known.encode({ ...known.decode(new Uint8Array()), struct }));
    expect(JSON.stringify(read)).toBe('{"__proto__":{"a":1}}');
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });

  it("refuse text that is no UTF-8, except where the proto does not ask for it", () => {
    const edition = codecs.codec(codecs.message("oracle.v1.Edition"));
    expect(() => edition.decode(Uint8Array.of(0x0a, 1, 0xff))).toThrow();
    expect(edition.decode(Uint8Array.of(0x5a, 1, 0xff))).toMatchObject({ unchecked: "\ufffd" });
    const two = codecs.codec(codecs.message("oracle.v1.Two"));
    expect(two.decode(Uint8Array.of(0x0a, 1, 0xff))).toMatchObject({ name: "\ufffd" });
    const maps = codecs.codec(codecs.message("oracle.v1.Maps"));
    expect(() => maps.decode(Uint8Array.of(0x62, 3, 0x0a, 1, 0xff))).toThrow();
    expect(() => maps.decode(Uint8Array.of(0x62, 3, 0x12, 1, 0xff))).toThrow();
  });

  it.each([
    ["tag 0", "00", "no field number 0"],
    ["field number 0", "0200", "no field number 0"],
    ["the end of a group that did not begin", "0c", "wire type 4"],
    ["a wire type that does not exist", "0e", "wire type 6"],
    ["a group without its end", "0b", "EOF"],
    ["a length beyond the end", "0a05", "EOF"],
    ["a number without its end", "08", "EOF"],
  ])("refuse %s", (_, bytes, message) => {
    const { decode } = codecs.codec(codecs.message("oracle.v1.Nothing"));
    expect(() => decode(Buffer.from(bytes, "hex"))).toThrow(codedError("MESSAGE_INVALID", message));
  });

  it.each([
    ["the end of another group", "oracle.v1.Two", "5b64", "the end of another group"],
    [
      "the end of another group inside an unknown one",
      "oracle.v1.Nothing",
      "5b64",
      "the end of another group",
    ],
    ["a group that the end of the input ends", "oracle.v1.Two", "5b0a0161", "EOF"],
    ["a group that the end of its message ends", "oracle.v1.Two", "820106080112025b", "EOF"],
    ["a number of 11 bytes", "oracle.v1.Scalars", "18ffffffffffffffffffff01", "invalid varint"],
    ["a 64-bit number of 11 bytes", "oracle.v1.Scalars", "20ffffffffffffffffffff01", "invalid varint"],
    ["an unknown number of 11 bytes", "oracle.v1.Nothing", "08ffffffffffffffffffffff", "invalid varint"],
    ["a tag of 11 bytes", "oracle.v1.Scalars", "ffffffffffffffffffff01", "longer than 32 bits"],
    [
      "a tag of five bytes with more than 32 bits",
      "oracle.v1.Nothing",
      "8880808040d209",
      "longer than 32 bits",
    ],
    ["a tag of six bytes", "oracle.v1.Nothing", "88808080800001", "longer than 32 bits"],
    ["a packed list that is longer than its message", "oracle.v1.Lists", "1a050102", "EOF"],
    ["a fixed number that is cut off", "oracle.v1.Scalars", "090000", "EOF"],
  ])("refuse %s", (_, typeName, bytes, message) => {
    const { decode } = codecs.codec(codecs.message(typeName));
    expect(() => decode(Buffer.from(bytes, "hex"))).toThrow(codedError("MESSAGE_INVALID", message));
  });

  it.each([
    ["each by itself", "180118ac0218ffffffffffffffffff01"],
    ["packed", "1a0d01ac02ffffffffffffffffff01"],
    ["packed in pieces, and by themselves between them", "1a0301ac021a0018ffffffffffffffffff01"],
  ])("read numbers of a list %s", (_, bytes) => {
    const desc = codecs.message("oracle.v1.Lists");
    const numbers = codecs.codec(desc).decode(Buffer.from(bytes, "hex"))["int32s"];
    expect(numbers).toEqual([1, 300, -1]);
    expect(numbers).toEqual(codecs.expected(desc, Buffer.from(bytes, "hex"))["int32s"]);
  });

  it.each([
    ["the first moment that a Timestamp can hold", -62_135_596_800n, 0],
    ["a moment before 1970", -1n, 999_999_999],
    ["the last moment that a Timestamp can hold", 253_402_300_799n, 999_999_999],
    ["what no Timestamp should hold", -(2n ** 63n), -1],
  ])("keep %s to the nanosecond", (_, seconds, nanos) => {
    const { encode: write, decode } = codecs.codec(codecs.message("google.protobuf.Timestamp"));
    expect(decode(write({ seconds, nanos }))).toEqual({ seconds, nanos });
  });

  it("carry what an older client does not know through every level of a message", () => {
    const newer = codecs.message("oracle.v1.Newer");
    const older = codecs.message("oracle.v1.Older");
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const bytes = bytesOf(newer, draw);
        const passedOn = encode(older, codecs.codec(older).decode(bytes));
        expect(codecs.codec(newer).decode(passedOn)).toEqual(codecs.codec(newer).decode(bytes));
      }),
      { numRuns: runs(40) },
    );
  });

  it("read messages 100 levels deep, and refuse deeper ones instead of running out of stack", () => {
    const { decode } = codecs.codec(codecs.message("oracle.v1.Tree"));
    const nested = (depth: number): Uint8Array => {
      let bytes: Uint8Array = new Uint8Array();
      for (let level = 1; level < depth; level++)
        bytes = joined(Uint8Array.of(0x12, ...varint(bytes.length)), bytes);
      return bytes;
    };
    expect(() => decode(nested(100))).not.toThrow();
    expect(() => decode(nested(101))).toThrow(
      codedError("MESSAGE_INVALID", "nested more than 100 levels deep"),
    );
    expect(() => decode(nested(20_000))).toThrow(
      codedError("MESSAGE_INVALID", "nested more than 100 levels deep"),
    );
  });

  it("refuse groups and unknown groups that are nested too deep", () => {
    const part = codecs.codec(codecs.message("oracle.v1.Edition.Part"));
    expect(() => part.decode(new Uint8Array(20_000).fill(0x13))).toThrow(
      codedError("MESSAGE_INVALID", "nested more than 100 levels deep"),
    );
    const nothing = codecs.codec(codecs.message("oracle.v1.Nothing"));
    expect(() => nothing.decode(new Uint8Array(20_000).fill(0x13))).toThrow(
      codedError("MESSAGE_INVALID", /recursion|nested/),
    );
  });

  it("say where a message contains itself", () => {
    const { encode: write, decode } = codecs.codec(codecs.message("oracle.v1.Tree"));
    const empty = (): Plain => decode(new Uint8Array());
    const ring = empty();
    ring["left"] = { ...empty(), left: ring };
    expect(() => write(ring)).toThrow(
      codedError("MESSAGE_INVALID", "the message contains itself, in its field left"),
    );
    expect(() => write({ ...empty(), left: empty(), branches: [empty(), ring] })).toThrow(
      codedError("MESSAGE_INVALID", "in its field branches"),
    );
    const shared = empty();
    expect(() =>
      write({ ...empty(), left: { ...empty(), left: shared }, branches: [shared, shared] }),
    ).not.toThrow();
  });

  it("merge a message that comes in pieces", () => {
    forEveryMessage(7, (desc, draw) => {
      const bytes = joined(bytesOf(desc, draw), bytesOf(desc, draw));
      expect(codecs.codec(desc).decode(bytes)).toEqual(codecs.expected(desc, bytes));
    });
  });

  it("refuse a message that was cut off where protobuf-es refuses it, and read the same where it does not", () => {
    forEveryMessage(2, (desc, draw) => {
      const bytes = bytesOf(desc, draw);
      for (const end of cutsOf(bytes, draw)) expectSameVerdict(desc, bytes.subarray(0, end));
    });
  });

  it("make of damaged bytes an error or a message that stays what it is", () => {
    forEveryMessage(14, (desc, draw) => {
      const bytes = Buffer.from(bytesOf(desc, draw));
      if (bytes.length === 0) return;
      bytes[draw(fc.integer, { min: 0, max: bytes.length - 1 })] = draw(fc.integer, { min: 0, max: 255 });
      const { value, error } = attempt(() => codecs.codec(desc).decode(bytes));
      if (value) expectStable(desc, encode(desc, value));
      else expect(error).toBeInstanceOf(Error);
    });
  });

  function expectStable(desc: DescMessage, bytes: Uint8Array): void {
    expect(encode(desc, codecs.codec(desc).decode(bytes))).toEqual(bytes);
  }

  function expectSameVerdict(desc: DescMessage, bytes: Uint8Array): void {
    const theirs = attempt(() => codecs.expected(desc, bytes));
    const ours = attempt(() => codecs.codec(desc).decode(bytes));
    const about = `${desc.typeName} ${Buffer.from(bytes).toString("hex")} ours: ${ours.error} theirs: ${theirs.error}`;
    // The one thing in which we are stricter; see differences.ts.
    if (ours.error instanceof RangeError && ours.error.message.includes("longer than its message")) return;
    expect(ours.error === undefined, about).toBe(theirs.error === undefined);
    if (ours.value && theirs.value) expect(withoutUnknown(ours.value), about).toEqual(theirs.value);
  }
});

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Every length of a small message that is not the whole; of a long one as many, spread over all of it. */
function cutsOf({ length }: Uint8Array, draw: Draw): number[] {
  const most = 100;
  if (length <= most) return Array.from({ length }, (_, end) => end);
  return Array.from({ length: most }, (_, part) => {
    const from = Math.floor((part * length) / most);
    return draw(fc.integer, { min: from, max: Math.floor(((part + 1) * length) / most) - 1 });
  });
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function attempt<T>(work: () => T): { readonly value?: T; readonly error?: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, withoutUnknown(one)]));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "_unknownFields")
      .map(([key, one]) => [key, withoutUnknown(one)]),
  );
}
