import { describe, expect, it } from "vitest";
import { parseCredits } from "./credits.js";

describe("parseCredits", () => {
  it.each([
    ["4", 4, 4],
    [" 4 ", 4, 4],
    ["1-16", 1, 16],
    ["1 - 16", 1, 16],
    ["1–16", 1, 16],
    ["0", 0, 0],
    ["1.5", 1.5, 1.5],
    [3, 3, 3],
    [[1, 16], 1, 16],
    [[4], 4, 4],
    [[1, 2, 3], 1, 3],
  ])("reads %j as %d to %d", (credits, min, max) => expect(parseCredits(credits)).toEqual({ min, max }));

  it.each([
    "",
    "-",
    "x",
    "1-",
    "-1",
    "16-1",
    "1-2-3",
    "1,5",
    "1e3",
    Number.NaN,
    -1,
    Infinity,
    [[]].flat(),
    [1, Number.NaN],
  ])("gives undefined for %j", (credits) => expect(parseCredits(credits)).toBeUndefined());
});
