import { describe, expect, it } from "vitest";
import { completePackage } from "./package-json.js";
import { findPackageManager } from "./package-manager.js";

const tools = { stratus: "1.0.0", buf: "1.0.0", tsMorph: "1.0.0" };

describe("a package.json that is there", () => {
  it.each([
    ["spaces", '{\n    "name": "a",\n    "scripts": {\n        "test": "t"\n    }\n}\n'],
    ["tabs", '{\n\t"name": "a",\n\t"scripts": {\n\t\t"test": "t"\n\t}\n}\n'],
    ["lines that end with CRLF", '{\r\n  "name": "a",\r\n  "scripts": {\r\n    "test": "t"\r\n  }\r\n}\r\n'],
    ["a byte order mark", '\uFEFF{\n  "name": "a",\n  "scripts": {\n    "test": "t"\n  }\n}\n'],
  ])("keeps its lines as they are: with %s", (_, text) => {
    const { text: after = "", added } = completePackage(text, tools, findPackageManager(new Map()));
    expect(added).toContain("script sdk:generate");
    // A comma behind what was the last one is all that changes of a line.
    const lines = after.split("\n").map((line) => line.replace(/,(?=\r?$)/, ""));
    const kept = text.split("\n").map((line) => line.replace(/,(?=\r?$)/, ""));
    expect(kept.filter((line) => !lines.includes(line))).toEqual([]);
    expect(after.split("\n").filter((line) => line.endsWith("\r"))).toHaveLength(
      text.includes("\r") ? after.split("\n").length - 1 : 0,
    );
  });
});
