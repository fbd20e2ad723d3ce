import { describe, expect, it } from "vitest";
import { readArguments } from "../../bench/src/arguments.js";
import { goalsWithoutRows, judge } from "../../bench/src/goals.js";
import type { Row } from "../../bench/src/report.js";

describe("the verdicts of the bench", () => {
  const row: Row = {
    topic: "mask of a full update request",
    contestant: "stratus",
    unit: "µs CPU",
    cost: 1,
    ratio: 0.3,
    beside: "encoding",
  };

  it.each([
    ["met", 0.35, [0.3, 0.4]],
    ["unclear", 0.36, [0.35, 0.4]],
    ["missed", 0.36, [0.355, 0.4]],
  ] as const)("are %s by median and quartiles", (verdict, ratio, spread) => {
    expect(judge("mask", [{ ...row, ratio, spread }])).toMatchObject([{ verdict, goal: { max: 0.35 } }]);
  });

  it("are missed by exact sizes above the goal, however slightly", () => {
    const size = { ...row, topic: "program for Node, one file", unit: "bytes", ratio: 1 };
    expect(judge("bundles", [{ ...size, cost: 70_001 }])).toMatchObject([{ verdict: "missed" }]);
    expect(judge("bundles", [{ ...size, cost: 70_000 }])).toMatchObject([{ verdict: "met" }]);
  });

  it("name the goals that no row has, so that a renamed topic is noticed", () => {
    const missing = goalsWithoutRows(judge("mask", [row])).map(({ topic }) => topic);
    expect(missing).toContain("command line: help");
    expect(missing).not.toContain(row.topic);
  });

  it("are of stratus: peers have no goal", () => {
    expect(judge("mask", [{ ...row, contestant: "encoding the request" }])).toEqual([]);
  });
});

describe("the arguments of the bench", () => {
  const names = ["call", "mask"];

  it("name suites, and none means all", () => {
    expect(readArguments(["mask"], names)).toEqual({ suites: ["mask"], isJson: false });
    expect(readArguments(["--json"], names)).toEqual({ suites: [], isJson: true });
  });

  it.each([["--help"], ["-h"], ["mask", "--help"]])("%s prints the suites and runs none", (...words) => {
    expect(readArguments(words, names)).toEqual({ help: expect.stringContaining("call, mask") });
  });

  it.each([
    ["--thorough", "--thorough"],
    ["masks", 'No suite is called "masks".'],
    ["toString", 'No suite is called "toString".'],
  ])("%s is refused, with the usage", (word, fault) => {
    const read = readArguments(["call", word], names);
    expect(read).toEqual({ fault: expect.stringContaining(fault) });
    expect(read).toEqual({ fault: expect.stringContaining("npm run bench -- [SUITE...]") });
  });
});
