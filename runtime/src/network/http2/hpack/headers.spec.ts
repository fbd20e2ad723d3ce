import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { HeaderDecoder } from "./header-decoder.js";
import { HeaderEncoder } from "./header-encoder.js";
import type { HeaderPair } from "./static-table.js";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const name = fc.constantFrom(":path", "grpc-status", "authorization", "x-a", "x-b", "x-c");
const value = fc.oneof(fc.constantFrom("0", "Bearer 0123456789012345", "v"), fc.string({ maxLength: 900 }));
const ascii = value.map((text) => text.replaceAll(/[^ -~]/g, "_"));

describe("headers", () => {
  it("come back as they were written, whatever was written before, and whatever size the table has", () => {
    const step = fc.record({
      headers: fc.array(fc.tuple(name, ascii), { maxLength: 8 }),
      tableBytes: fc.option(fc.constantFrom(0, 100, 300, 4_096, 65_536)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const [encoder, decoder] = [new HeaderEncoder(), new HeaderDecoder()];
        for (const { headers, tableBytes } of steps) {
          if (tableBytes !== null) encoder.resize(tableBytes);
          expect(decoder.decode(Buffer.from(encoder.encode(headers)))).toEqual(headers);
        }
      }),
    );
  });

  it("that come again are a byte or two each from the third time on", () => {
    const encoder = new HeaderEncoder();
    const headers: HeaderPair[] = [
      [":method", "POST"],
      [":path", "/acme.v1.ThingService/Get"],
      ["authorization", "Bearer 0123456789012345"],
      ["user-agent", "acme/1.0.0"],
    ];
    const sizes = [1, 2, 3].map(() => encoder.encode(headers).byteLength);
    expect(sizes[2]).toBeLessThanOrEqual(2 * headers.length);
  });

  it("with a short secret never reach the table", () => {
    const encoder = new HeaderEncoder();
    const blocks = [1, 2, 3].map(() => Buffer.from(encoder.encode([["authorization", "Bearer short"]])));
    // A literal that is never indexed, of the name with index 23 (RFC 7541, section 6.2.3).
    for (const block of blocks) expect(block.subarray(0, 2)).toEqual(hex("1f08"));
  });

  it.each([
    ["an entry that is not there", "be", /entry 62/],
    ["entry 0", "80", /entry 0/],
    ["a table that is too large", "3fe2 1f", /a table of 4097 bytes/],
    ["a size behind a header", "88 20", /after its first header/],
    ["a number without end", "ff ffff ffff ff7f", /too long/],
    ["a number that is cut off", "ff", /ends inside/],
    ["a text that is cut off", "4001 6105 61", /ends inside/],
    ["a text longer than the block", "4001 617f ffff 7f", /ends inside/],
    ["bad filling of a text", "4001 6181 1c", /Huffman/],
  ])("with %s are refused", (_, block, says) => {
    expect(() => new HeaderDecoder().decode(hex(block))).toThrow(says);
  });

  it("of which a few bytes say very many are not kept, and change the table as any do", () => {
    const decoder = new HeaderDecoder();
    const large = Buffer.concat([hex("4001 617f a11e"), Buffer.alloc(4_000, "x")]);
    decoder.decode(large);
    expect(decoder.decode(Buffer.alloc(40, 0xbe))).toBeUndefined();
    expect(decoder.decode(Buffer.concat([Buffer.alloc(2_001, 0x88), hex("4001 6201 63")]))).toBeUndefined();
    expect(decoder.decode(hex("be"))).toEqual([["b", "c"]]);
  });
});
