import { describe, expect, it } from "vitest";
import { failuresOf, outcomeOf, printTable, type Column } from "./report.js";

describe("the report", () => {
  const columns = new Map<string, Column>([
    [
      "one",
      new Map([
        ["a", { kind: "passed", ms: 3 }],
        ["b", { kind: "failed", error: "Error: no" }],
      ] as const),
    ],
    ["two", new Map([["b", { kind: "skipped", reason: "it has none" }]] as const)],
  ]);

  it("has a row for each case and a column for each server, and says why a case failed or was left out", () => {
    expect(printTable("case", columns)).toBe(
      [
        "| case | one    | two |",
        "| ---- | ------ | --- |",
        "| a    | passed |     |",
        "| b    | FAILED | –   |",
        "",
        "b, one: Error: no",
        "b, two: it has none",
      ].join("\n"),
    );
    expect(failuresOf(columns)).toBe(1);
  });

  it("takes a case that does not end for one that failed", async () => {
    const hanging = await outcomeOf(() => new Promise(() => undefined), 1);
    expect(hanging).toEqual({ kind: "failed", error: "Error: no end after 0.001 s" });
  });
});
