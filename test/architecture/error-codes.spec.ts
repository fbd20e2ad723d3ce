import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printErrorCodes, readErrorTables } from "../../tools/print-error-codes.mjs";

const root = new URL("../..", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

describe("error codes", async () => {
  const tables = await readErrorTables();

  it("are in docs/reference/errors.md as the tables have them (run: node tools/print-error-codes.mjs)", async () => {
    expect(read("docs/reference/errors.md")).toBe(await printErrorCodes());
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

  /** Files whose errors reach no program as they are, with the reason. */
  const internal: Readonly<Record<string, string>> = {
    "generator/src/plugin/read/comments.ts": "the reader of descriptors reports a broken request",
    "generator/src/rest/runtime/read-body.ts": "is the cause of an ApiError",
    "generator/src/rest/runtime/same-origin.ts": "is the reason for an ApiError",
    "runtime/src/base/text/coded-error.ts": "adds the code",
    "runtime/src/calls/rpc/complete.ts": "is impossible in generated code",
    "runtime/src/messages/mask/dynamic.ts": "is impossible: the engine clones views",
    "runtime/src/messages/mask/rules/apply-update.ts": "is impossible: the engine clones views",
    "runtime/src/messages/mask/rules/dynamic-view.ts": "is impossible: the engine asks for its own fields",
    "runtime/src/messages/mask/rules/table-view.ts": "is impossible: the engine asks for its own fields",
    "runtime/src/messages/mask/rules/update-engine.ts": "is impossible: masks were checked before",
    "runtime/src/messages/table/enum-type.ts": "is impossible in generated code",
    "runtime/src/messages/wire": "is the cause of a MessageError",
    "generator/src/rest/runtime/stack-overflow.ts": "is caught by whoever checks a value",
    "runtime/src/server/failure.ts": "is reported to `onError` of a server, and thrown nowhere",
  };

  it("are in every TypeError and RangeError that a program may catch", () => {
    const isInternal = (path: string): boolean =>
      Object.keys(internal).some((one) => path === one || path.startsWith(`${one}/`));
    const folders = tables.map(({ sources }) => sources);
    const found = execFileSync(
      "git",
      ["grep", "-l", "-E", "new (Type|Range)Error\\(", "--", ...folders, ":!*.spec.ts", ":!*.fixture.ts"],
      { cwd: root, encoding: "utf8" },
    );
    expect(
      found
        .trim()
        .split("\n")
        .filter((path) => !isInternal(path)),
    ).toEqual([]);
  });
});
