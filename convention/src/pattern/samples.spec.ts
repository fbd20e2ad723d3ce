import { describe, expect, it } from "vitest";
import { generateSamples } from "./samples.js";

describe("the first sample of a pattern", () => {
  it.each([
    ["^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$", "aaaaa"],
    ["^[a-z]+$", "aaa"],
    ["^\\d{4}-\\d{2}$", "1111-11"],
    ["^projects/[^/]+/disks/[^/]+$", "projects/aaa/disks/aaa"],
    ["^(web|db)-[0-9]{3}$", "web-111"],
    ["^$", ""],
    ["a", "a"],
  ])("%s is %j", (pattern, want) => expect(generateSamples(pattern)[0]).toBe(want));

  it("matches, and there is none where nobody can say one", () => {
    expect(generateSamples("^(?=b)a$")).toEqual([]);
    expect(generateSamples("^[一-龥]$")).toEqual([]);
    expect(generateSamples("^(a)\\1$")).toEqual([]);
    expect(generateSamples("(")).toEqual([]);
    expect(generateSamples("(?i)a")).toEqual([]);
  });
});
