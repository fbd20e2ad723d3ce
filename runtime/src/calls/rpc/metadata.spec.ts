import { codedError } from "../../../../test/coded-error.js";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Metadata } from "./metadata.js";

describe("metadata", () => {
  it("does not care for the case of names, and keeps order and repetition", () => {
    const metadata = Metadata.from({ "X-Team": ["blue", "red"], "x-Other": "1" });
    expect([...metadata]).toEqual([
      ["x-team", "blue"],
      ["x-team", "red"],
      ["x-other", "1"],
    ]);
    expect(metadata.get("x-TEAM")).toBe("blue");
    expect(metadata.getAll("X-Team")).toEqual(["blue", "red"]);
    expect(metadata.has("x-none")).toBe(false);
  });

  it("never changes: with, withAdded and without give copies", () => {
    const before = Metadata.from([["x-a", "1"]]);
    expect(Array.from(before.with("X-A", "2"))).toEqual([["x-a", "2"]]);
    expect(Array.from(before.withAdded("x-a", "2"))).toHaveLength(2);
    expect(before.without("x-A").size).toBe(0);
    expect([...before]).toEqual([["x-a", "1"]]);
  });

  it("carries bytes under names that end in -bin", () => {
    const metadata = Metadata.from({ "x-raw-bin": Uint8Array.of(1, 2) });
    expect(metadata.getBinary("x-raw-bin")).toEqual(Uint8Array.of(1, 2));
    expect(metadata.get("x-raw-bin")).toBeUndefined();
  });

  it.each([
    ["authorization", "Bearer marker"],
    ["proxy-authorization", "marker"],
    ["cookie", "a=marker"],
    ["set-cookie", "a=marker"],
    ["x-access-token", "marker"],
    ["x-api-key", "marker"],
    ["x-apikey", "marker"],
    ["x-client-secret", "marker"],
    ["x-password", "marker"],
    ["x-note", "Bearer marker"],
  ])("hides %s where it is printed", (name, value) => {
    const metadata = Metadata.from({ [name]: value });
    const shown = [
      inspect(metadata, { depth: 9, showHidden: true }),
      JSON.stringify(metadata),
      `${metadata}`,
      inspect({ metadata }),
    ];
    expect(shown.join()).not.toContain("marker");
    expect(metadata.get(name)).toBe(value);
  });

  it("says which header is wrong and where, and never shows its value", () => {
    const wrong = fc
      .tuple(fc.string({ minLength: 1 }), fc.constantFrom("\n", "\r", "\0", "\u007f", "é", "😀"))
      .map(([text, bad]) => `${text}${bad}secret-part`);
    fc.assert(
      fc.property(wrong, (value) => {
        let message = "";
        try {
          Metadata.from({ "x-note": value });
        } catch (error) {
          message = String(error);
        }
        expect(message).toMatch(/"x-note": the character at position \d+/);
        expect(message).not.toContain("secret-part");
      }),
    );
  });

  it.each<[string, () => unknown]>([
    ["an object", () => Metadata.from(JSON.parse('{ "__proto__": "a" }'))],
    ["pairs", () => Metadata.from([["__PROTO__", "a"]])],
    ["a change", () => Metadata.empty.with("__proto__", "a")],
  ])("refuses the name __proto__ of %s, which objects would lose", (_, make) => {
    expect(make).toThrow(
      codedError("METADATA_INVALID", 'Metadata "__proto__": objects cannot hold this name'),
    );
  });

  it("carries any printable ASCII text as it is", () => {
    const printable = fc.string({ unit: "grapheme-ascii" });
    fc.assert(
      fc.property(printable, (value) => {
        expect(Metadata.from({ "x-note": value }).get("x-note")).toBe(value);
      }),
    );
  });
});
