import { describe, expect, it } from "vitest";
import { unsignedInteger } from "./der.js";

describe("an INTEGER", () => {
  it.each([
    { bytes: [], want: "020100" },
    { bytes: [0], want: "020100" },
    { bytes: [0, 0], want: "020100" },
    { bytes: [1], want: "020101" },
    { bytes: [0x7f], want: "02017f" },
    { bytes: [0x80], want: "02020080" },
    { bytes: [0, 1], want: "020101" },
    { bytes: [0, 0x80], want: "02020080" },
    { bytes: [0, 0, 0xff, 0], want: "020300ff00" },
  ])("of the bytes $bytes is $want", ({ bytes, want }) => {
    expect(Buffer.from(unsignedInteger(Uint8Array.from(bytes))).toString("hex")).toBe(want);
  });
});
