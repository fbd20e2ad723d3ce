import { describe, expect, it } from "vitest";
import { readDuration, readMilliseconds } from "./duration.js";
import { codedError } from "../../../test/coded-error.js";

describe("a duration", () => {
  it.each([
    ["90s", "90s"],
    ["1h30m", "5400s"],
    ["1.5s", "1.5s"],
    ["-2m", "-120s"],
    ["1d", "86400s"],
    ["250ms", "0.25s"],
    ["1ns", "0.000000001s"],
    ["0s", "0s"],
  ])("%j is %j", (text, want) => {
    expect(readDuration(text, "--for")).toBe(want);
  });

  it.each(["5", "", "s", "1x", "1h 30m", "1e3s"])("%j is not one", (text) => {
    expect(() => readDuration(text, "--for")).toThrow(codedError("ARGUMENT_INVALID", "--for"));
  });

  it("that is waited for is longer than nothing", () => {
    expect(readMilliseconds("1.5s", "--timeout")).toBe(1500);
    expect(() => readMilliseconds("0s", "--timeout")).toThrow(codedError("ARGUMENT_INVALID", "--timeout"));
  });
});
