import { describe, expect, it } from "vitest";
import { checkPaths } from "./paths.js";

const faults = (...paths: string[]): string[] => checkPaths(paths).map(({ what }) => what);

describe("a path of the output", () => {
  it.each([
    "a.ts",
    "src/compute/v1/instance.ts",
    "package.json",
    ".npmignore",
    "a..b.ts",
    "a-b_c.d/e.ts",
    "é.ts",
    "console.ts",
    "com.ts",
    "com10.ts",
    "auxiliary/a.ts",
  ])("may be %s", (path) => {
    expect(faults(path)).toEqual([]);
  });

  it.each([
    ["", "The name is empty"],
    ["/etc/passwd", "The name is absolute"],
    ["../a.ts", "The name leads out of the output folder"],
    ["a/../../b.ts", "The name leads out of the output folder"],
    ["a//b.ts", "The name holds an empty part"],
    ["./a.ts", "The name holds an empty part"],
    ["a/", "The name holds an empty part"],
    ["a\\b.ts", "The name holds a character that not every file system takes"],
    ["C:/a.ts", "The name holds a character that not every file system takes"],
    ["a?.ts", "The name holds a character that not every file system takes"],
    ["a\u0000.ts", "The name holds an invisible character"],
    ["a\nb.ts", "The name holds an invisible character"],
    ["a\u202eb.ts", "The name holds an invisible character"],
    ["a\ud800.ts", "The name holds an invisible character"],
    ["con.ts", "A part of the name is a device on Windows"],
    ["a/NUL/b.ts", "A part of the name is a device on Windows"],
    ["lpt1.proto.ts", "A part of the name is a device on Windows"],
    ["a./b.ts", "A part of the name ends in a space or a full stop"],
    ["a /b.ts", "A part of the name ends in a space or a full stop"],
    [`${"a".repeat(256)}.ts`, "A part of the name is longer than 255 bytes"],
  ])("may not be %j", (path, want) => {
    expect(faults(path)).toEqual([want]);
  });

  it.each([
    ["the same file twice", ["a.ts", "b.ts", "a.ts"], "The file is generated twice"],
    ["two that differ by capitals", ["a/B.ts", "A/b.ts"], "The name differs from a/B.ts by capitals only"],
    [
      "two spellings of one letter",
      ["\u00e9.ts", "e\u0301.ts"],
      "The name differs from \u00e9.ts by capitals only",
    ],
    ["a file that is a folder", ["a/b.ts/c.ts", "a/b.ts"], "The folder is also a file, a/b.ts"],
    ["a file that is a folder, capitals aside", ["A.ts", "a.ts/b/c.ts"], "The folder is also a file, A.ts"],
  ])("may not stand beside another: %s", (_, paths, want) => {
    expect(faults(...paths)).toEqual([want]);
  });

  it("is reported with its name, its code and the fix", () => {
    expect(checkPaths(["a\u0007.ts"])).toEqual([
      {
        code: "OUTPUT_PATH_INVALID",
        element: 'output file "a\\u0007.ts"',
        what: "The name holds an invisible character",
        fix: "Rename the proto file or its package",
      },
    ]);
  });
});
