import { describe, expect, it } from "vitest";
import { jsonReplacer } from "./json-replacer.js";

const message = {
  metadata: { id: "i1", resourceVersion: 9007199254740993n },
  spec: {
    key: Uint8Array.of(1, 2, 255),
    labels: new Map([["a", 1n]]),
    placement: { $case: "hostId", value: "h" },
    parts: [1n, undefined, "2"],
    missing: undefined,
  },
};

describe("the JSON of a message for people", () => {
  it("has digits for 64-bit integers, base64 for bytes, and objects for maps", () => {
    expect(JSON.parse(JSON.stringify(message, jsonReplacer))).toEqual({
      metadata: { id: "i1", resourceVersion: "9007199254740993" },
      spec: {
        key: "AQL/",
        labels: { a: "1" },
        placement: { $case: "hostId", value: "h" },
        parts: ["1", null, "2"],
      },
    });
  });

  it("takes a Buffer for the bytes that it is, and any value at the top", () => {
    expect(JSON.stringify({ key: Buffer.of(1, 2, 255) }, jsonReplacer)).toBe('{"key":"AQL/"}');
    expect(JSON.stringify(7n, jsonReplacer)).toBe('"7"');
    expect(JSON.stringify([message.spec.key], jsonReplacer)).toBe('["AQL/"]');
  });
});
