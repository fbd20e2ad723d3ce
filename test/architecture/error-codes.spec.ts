import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printErrorCodes, readErrorTables } from "../../tools/print-error-codes.mjs";

const root = new URL("../..", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

describe("error codes", async () => {
  const tables = await readErrorTables();

  it("are in docs/errors.md as the tables have them (run: node tools/print-error-codes.mjs)", async () => {
    expect(read("docs/errors.md")).toBe(await printErrorCodes());
  });

  // The command line and the MCP server throw errors of the dynamic client too.
  const users: Readonly<Record<string, readonly string[]>> = {
    "dynamic-client/src": ["dynamic-client/src", "cli/src", "mcp/src"],
  };

  it.each(tables)("of $name are all used", ({ sources: folder, path, records }) => {
    const folders = users[folder] ?? [folder];
    const files = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" });
    const sources = files
      .split("\n")
      .filter((file) => /(?<!\.(?:spec|fixture))\.ts$/.test(file) && file !== path);
    const text = sources.map(read).join("\n");
    const codes = records.flatMap((record) => Object.keys(record.codes));
    expect(codes.filter((code) => !text.includes(`"${code}"`))).toEqual([]);
  });

  it.each(tables)("of $name have a meaning of one or two sentences each", ({ records }) => {
    for (const { codes } of records) {
      for (const [code, meaning] of Object.entries(codes)) {
        expect(code).toMatch(/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/);
        expect(meaning, code).toMatch(/^[^.].*\.$/);
      }
    }
  });
});
