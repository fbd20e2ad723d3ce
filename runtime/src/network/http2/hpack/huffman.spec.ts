import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { huffmanLength, readHuffman, writeHuffman } from "./huffman.js";

const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("the Huffman code", () => {
  // RFC 7541, appendix C.4 and C.6.
  it.each([
    ["www.example.com", "f1e3 c2e5 f23a 6ba0 ab90 f4ff"],
    ["no-cache", "a8eb 1064 9cbf"],
    ["custom-value", "25a8 49e9 5bb8 e8b4 bf"],
    ["Mon, 21 Oct 2013 20:13:21 GMT", "d07a be94 1054 d444 a820 0595 040b 8166 e082 a62d 1bff"],
    ["", ""],
  ])("of %j is %s, both ways", (text, want) => {
    const bytes = Buffer.alloc(huffmanLength(text));
    expect(writeHuffman(text, bytes, 0)).toBe(bytes.byteLength);
    expect(bytes).toEqual(hex(want));
    expect(readHuffman(bytes, 0, bytes.byteLength)).toBe(text);
  });

  it("gives every text back", () => {
    fc.assert(
      fc.property(latin1, (text) => {
        const bytes = Buffer.alloc(huffmanLength(text));
        writeHuffman(text, bytes, 0);
        expect(readHuffman(bytes, 0, bytes.byteLength)).toBe(text);
      }),
    );
  });

  it.each([
    ["the end of a string inside", "ffff ffff"],
    ["a byte of filling", "1fff"],
    ["filling that is not ones", "1c"],
    ["a code without its end", "ff"],
  ])("with %s is refused", (_, text) => {
    const bytes = hex(text);
    expect(() => readHuffman(bytes, 0, bytes.byteLength)).toThrow(/a Huffman-coded string/);
  });
});
