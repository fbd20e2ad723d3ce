import { describe, expect, it } from "vitest";
import { compareVersions, isVersion, nextVersion, nextPreRelease } from "./next-version.js";
import { codedError } from "../../../../test/coded-error.js";

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
    expect(() => nextVersion("latest", "major")).toThrow(
      codedError("OPTION_INVALID", '"latest" is not a version such as 1.2.0'),
    );
  });
});

describe("a pre-release", () => {
  it.each([
    ["2.0.0", "rc", [], "2.0.0-rc.1"],
    ["2.0.0", "rc", ["2.0.0-rc.1", "2.0.0-beta.7", "1.9.0-rc.4"], "2.0.0-rc.2"],
    ["2.0.0", "rc", ["2.0.0-rc.9", "2.0.0-rc.10"], "2.0.0-rc.11"],
  ])("of %s called %s is behind those that there are: %j", (version, name, known, want) => {
    expect(nextPreRelease(version, name, known)).toBe(want);
  });

  it("has a name that a version can hold", () => {
    expect(() => nextPreRelease("2.0.0", "my rc", [])).toThrow(codedError("OPTION_INVALID", '--pre "my rc"'));
  });
});

describe("the order of versions", () => {
  it("is that of semver.org", () => {
    const sorted = [
      "0.9.0",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.10",
      "1.2.0",
      "10.0.0",
    ];
    expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
    expect(compareVersions("1.0.0-rc.1", "1.0.0-rc.1")).toBe(0);
  });

  it.each([
    ["1.2.3", true],
    ["1.2.3-rc.1+build", true],
    ["banana", false],
    ["1.2", false],
    ["v1.2.3", false],
    ["01.2.3", false],
  ])("takes %s for a version: %s", (text, want) => {
    expect(isVersion(text)).toBe(want);
  });
});
