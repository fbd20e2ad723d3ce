import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differences } from "./diff-lines.js";

describe("the differences of two texts", () => {
  it("have a few lines around them", () => {
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at}`);
    const after = lines.with(2, "two").with(10, "ten");
    expect(differences(lines.join("\n"), after.join("\n"))).toEqual([
      "  line 0",
      "  line 1",
      "- line 2",
      "+ two",
      "  line 3",
      "  line 4",
      "  ...",
      "  line 8",
      "  line 9",
      "- line 10",
      "+ ten",
      "  line 11",
    ]);
  });

  it("lead from one to the other", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const all = differences(before.join("\n"), after.join("\n"));
        const count = (sign: string) => all.filter((line) => line[0] === sign).length;
        expect(after.length - before.length).toBe(count("+") - count("-"));
      }),
    );
  });
});
