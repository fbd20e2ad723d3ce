import { describe, expect, it } from "vitest";
import { relativeImport } from "./relative-import.js";

describe("an import from one module to another", () => {
  it.each([
    ["session", "common/v1/error", "./common/v1/error.js"],
    ["compute/v1/disk_service", "compute/v1/disk", "./disk.js"],
    ["compute/v1/disk_service", "common/v1/error", "../../common/v1/error.js"],
    ["compute/v1/disk_service", "compute/v2/disk", "../v2/disk.js"],
    ["a/b", "a/b/index", "./b/index.js"],
    ["a/b/c", "a/b", "../b.js"],
  ])("%s to %s", (from, to, want) => {
    expect(relativeImport(from, to, ".js")).toBe(want);
  });
});
