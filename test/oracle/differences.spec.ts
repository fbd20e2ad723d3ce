import { fileURLToPath } from "node:url";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCodecs, type Codecs } from "./codecs.fixture.js";
import { differences } from "./differences.js";
import { codedError } from "../coded-error.js";

describe("a known difference between generated codecs and protobuf-es", () => {
  let codecs: Codecs;
  beforeAll(async () => {
    codecs = await loadCodecs(fileURLToPath(new URL("protos", import.meta.url)));
  });
  afterAll(async () => {
    await codecs?.[Symbol.asyncDispose]();
  });

  it.each(differences)("$what", ({ message, bytes: text, ours, written }) => {
    const desc = codecs.message(message);
    const codec = codecs.codec(desc);
    const bytes = new Uint8Array(Buffer.from(text, "hex"));
    const theirs = fromBinary(desc, bytes);
    if (typeof ours === "string") {
      expect(() => codec.decode(bytes)).toThrow(codedError("MESSAGE_INVALID", ours));
      return;
    }
    const read = codec.decode(bytes);
    expect(read).toMatchObject(ours);
    const again = Buffer.from(codec.encode(read)).toString("hex");
    expect(again).toBe(written);
    // It is a difference: in what is read, or in what is written.
    const isSame =
      again === Buffer.from(toBinary(desc, theirs)).toString("hex") &&
      isEqual(read, codecs.expected(desc, bytes));
    expect(isSame).toBe(false);
  });

  const isEqual = (a: unknown, b: unknown): boolean => {
    try {
      expect(a).toEqual(b);
      return true;
    } catch {
      return false;
    }
  };
});
