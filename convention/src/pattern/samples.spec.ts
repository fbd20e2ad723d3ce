import { describe, expect, it } from "vitest";
import { samplesOfPattern } from "./samples.js";

describe("the first sample of a pattern", () => {
  it.each([
    ["^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$", "aaaaa"],
    ["^[a-z]+$", "aaa"],
    ["^\\d{4}-\\d{2}$", "1111-11"],
    ["^projects/[^/]+/disks/[^/]+$", "projects/aaa/disks/aaa"],
    ["^(web|db)-[0-9]{3}$", "web-111"],
    ["^$", ""],
    ["a", "a"],
  ])("%s is %j", (pattern, want) => expect(samplesOfPattern(pattern)[0]).toBe(want));

  it("matches, and there is none where nobody can say one", () => {
    expect(samplesOfPattern("^(?=b)a$")).toEqual([]);
    expect(samplesOfPattern("^[一-龥]$")).toEqual([]);
    expect(samplesOfPattern("^(a)\\1$")).toEqual([]);
    expect(samplesOfPattern("(")).toEqual([]);
    expect(samplesOfPattern("(?i)a")).toEqual([]);
  });
});
