import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describe, expect, it } from "vitest";
import { CommandError, Problems } from "../../kit/problem.js";
import { describeError, isUsageError } from "./error-report.js";

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const parse = (...args: string[]): unknown =>
  thrownBy(() => parseArgs({ args, options: { out: { type: "string" } } }));
const problem = { code: "OPTION_UNKNOWN", what: "There is no option x", fix: "Leave it out" } as const;

describe("the report of an error", () => {
  it.each<[what: string, error: unknown, code: string, isUsage: boolean]>([
    ["a command's failure", new CommandError("WRITE_FAILED", "Nothing was written"), "WRITE_FAILED", false],
    ["a command's option", new CommandError("OPTION_INVALID", "--format x"), "OPTION_INVALID", true],
    ["an unknown option", parse("--ou"), "OPTION_UNKNOWN", true],
    ["an option without its value", parse("--out"), "OPTION_INVALID", true],
    ["an argument too many", parse("more"), "ARGUMENT_INVALID", true],
    ["a missing file", thrownBy(() => readFileSync("/does/not/exist")), "FILE_UNREADABLE", false],
    ["a defect", new TypeError("x is not a function"), "INTERNAL_ERROR", false],
    ["a problem of an input", new Problems([problem]), "OPTION_UNKNOWN", false],
  ])("of %s ends with its code", (_, error, code, isUsage) => {
    expect(describeError(error)).toMatch(new RegExp(`. \\[${code}\\]$`));
    expect(isUsageError(error)).toBe(isUsage);
  });

  it("has the code of each problem once", () => {
    expect(describeError(new Problems([problem]))).toBe(
      "There is no option x. Leave it out. [OPTION_UNKNOWN]",
    );
  });
});
