import { describe, expect, it } from "vitest";
import { nextVersion } from "./next-version.js";

describe("the next version", () => {
  it.each([
    ["1.2.3", "major", "2.0.0"],
    ["1.2.3", "minor", "1.3.0"],
    ["1.2.3", "patch", "1.2.4"],
    ["0.2.3", "major", "0.3.0"],
    ["0.2.3", "minor", "0.2.4"],
    ["0.2.3", "patch", "0.2.4"],
    ["2.0.0-rc.1", "major", "2.0.0"],
    ["2.0.0-rc.1", "patch", "2.0.0"],
    ["1.3.0-rc.1", "minor", "1.3.0"],
    ["1.3.0-rc.1", "major", "2.0.0"],
    ["1.3.1-rc.1", "minor", "1.4.0"],
    ["1.2.3+build.5", "patch", "1.2.4"],
  ] as const)("behind %s by a step that is %s is %s", (current, step, next) => {
    expect(nextVersion(current, step)).toBe(next);
  });

  it("is none behind what is no version", () => {
    expect(() => nextVersion("latest", "major")).toThrow('"latest" is not a version such as 1.2.0');
  });
});
