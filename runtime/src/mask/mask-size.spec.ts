import { expect, it } from "vitest";
import { maskSizeWarning } from "./mask-size.js";
import { parseMask } from "./mask.js";

it("a mask of 8 KB passes without a word", () => {
  expect(maskSizeWarning(parseMask("a".repeat(8192)))).toBeUndefined();
});

it("a longer one gives a warning with its size and the way to shorten it", () => {
  expect(maskSizeWarning(parseMask("a".repeat(8193)))).toEqual({
    sizeBytes: 8193,
    maxSizeBytes: 8192,
    message: expect.stringMatching(
      /has 8193 bytes, more than 8192; a proxy may refuse.*modify\(\).*resetMask/,
    ),
  });
});
