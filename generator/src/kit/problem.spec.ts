import { describe, expect, it } from "vitest";
import { Problems, showProblem, showProblems, type Problem } from "./problem.js";

const problem = (more: Partial<Problem>): Problem => ({
  code: "FILE_INVALID",
  what: "It is broken",
  fix: "Mend it",
  ...more,
});

describe("a problem", () => {
  it.each<[string, Partial<Problem>, string]>([
    ["has only a text where it has no place", {}, "It is broken. Mend it. [FILE_INVALID]"],
    ["names its file", { file: "a.proto" }, "a.proto: It is broken. Mend it. [FILE_INVALID]"],
    [
      "is a link in most terminals",
      { file: "a.proto", line: 3, column: 5, element: "message a.B" },
      "a.proto:3:5: message a.B: It is broken. Mend it. [FILE_INVALID]",
    ],
    [
      "shows no column without its line",
      { file: "a.proto", column: 5 },
      "a.proto: It is broken. Mend it. [FILE_INVALID]",
    ],
  ])("%s", (_, more, want) => {
    expect(showProblem(problem(more))).toBe(want);
  });

  it("shows the start and the end of a name or text that no terminal should have to show", () => {
    const long = (start: string, end: string): string => start + "x".repeat(250_000) + end;
    const shown = showProblem({
      code: "FILE_INVALID",
      file: long("acme/", ".proto"),
      element: long("message acme.", ".B"),
      what: long("It is ", " broken"),
      fix: long("Mend ", " it"),
    });
    expect(shown.length).toBeLessThan(3000);
    expect(shown).toMatch(
      /^acme\/x+ \.\.\. x+\.proto: message acme\.x+ .* broken\. Mend x.* it\. \[FILE_INVALID\]$/,
    );
  });

  it("cannot drive the terminal or fake a line", () => {
    expect(showProblem(problem({ element: "\u001b[2Jx\ny\u202e" }))).toBe(
      "\\u001b[2Jx\\u000ay\\u202e: It is broken. Mend it. [FILE_INVALID]",
    );
  });
});

describe("a report", () => {
  it("is in the order of files and lines, each problem once", () => {
    const found = [
      { file: "b", line: 1 },
      { file: "a", line: 10 },
      { file: "a", line: 9 },
      { file: "a", line: 9 },
    ];
    expect(
      showProblems(found.map(problem))
        .split("\n")
        .map((line) => line.split(": ")[0]),
    ).toEqual(["a:9", "a:10", "b:1"]);
  });

  it("stays readable where everything is wrong", () => {
    const found = Array.from({ length: 70 }, (_, line) => problem({ file: "a", line: line + 1 }));
    const lines = showProblems(found).split("\n");
    expect(lines).toHaveLength(51);
    expect(lines[50]).toBe("... and 20 more");
  });

  it("is the message of the error that carries it", () => {
    expect(new Problems([problem({ file: "a" })]).message).toBe("a: It is broken. Mend it. [FILE_INVALID]");
  });
});
