import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodes as commandCodes } from "../../cli/src/error-codes.js";
import { errorCodes as usageCodes } from "../../dynamic-client/src/error-codes.js";
import { errorCodes as emulatorCodes } from "../../emulator/src/error-codes.js";
import { errorCodes as refusalCodes } from "../../mcp/src/error-codes.js";

const root = new URL("../..", import.meta.url);

// Commands and the MCP server throw errors of the dynamic client too.
it.each([
  ["dynamic-client", usageCodes, ["dynamic-client", "cli", "mcp"]],
  ["cli", commandCodes, ["cli"]],
  ["mcp", refusalCodes, ["mcp"]],
  ["emulator", emulatorCodes, ["emulator"]],
])("%s uses each of its error codes", (_, codes, folders) => {
  const paths = folders.map((folder) => `${folder}/src`);
  const files = execFileSync("git", ["ls-files", ...paths], { cwd: root, encoding: "utf8" }).split("\n");
  const sources = files.filter((file) => /(?<!\.spec|\.fixture|error-codes)\.ts$/.test(file));
  const text = sources.map((file) => readFileSync(new URL(file, root), "utf8")).join("\n");
  expect(Object.keys(codes).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
