#!/usr/bin/env node
// Prints docs/errors.md from the tables of error codes in the packages. `--check` compares it instead of writing it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);

/** The tables, in the order of the page. */
const tables = [
  "runtime/src/base/text/error-codes.ts",
  "generator/src/error-codes.ts",
  "generator/src/rest/runtime/error-codes.ts",
  "dynamic-client/src/error-codes.ts",
  "cli/src/error-codes.ts",
  "mcp/src/error-codes.ts",
  "emulator/src/error-codes.ts",
  "query/src/error-codes.ts",
  "site/src/error-codes.ts",
];

/** Returns the tables: the title, the folder of the sources that use the codes, the file, and its records. */
export async function readErrorTables() {
  return Promise.all(tables.map(readTables));
}

async function readTables(path) {
  const text = readFileSync(new URL(path, root), "utf8");
  // The tables are plain objects, so without their types they are JavaScript.
  const code = text.replace(/^(?:import|export) type [^;]*;/gm, "").replace(/^\}[^;]*;/gm, "};");
  const exports = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  // The generator copies its folder `rest/runtime` into REST clients.
  const [sources] = /^.*\/rest\/runtime|^[^/]+\/src/.exec(path);
  const { name } = JSON.parse(readFileSync(new URL(`${path.split("/")[0]}/package.json`, root), "utf8"));
  const records = Array.from(
    text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const (\w+)/g),
    ([, comment, record]) => ({
      record,
      about: comment.replace(/\s*\n \* ?/g, " ").trim(),
      codes: exports[record],
    }),
  );
  return { name: sources.endsWith("/runtime") ? "REST clients" : name, sources, path, records };
}

/** Returns the text of docs/errors.md. */
export async function printErrorCodes() {
  const sections = (await readErrorTables()).map(({ name, records }) =>
    [
      `## ${name}`,
      ...records.flatMap(({ about, codes }) => [about.replace(/\s+/g, " "), printTable(codes)]),
    ].join("\n\n"),
  );
  return `${[introduction, ...sections].join("\n\n")}\n`;
}

const introduction = `# Error codes

<!-- Printed by tools/print-error-codes.mjs. Change the tables in src/error-codes.ts of the packages. -->

Errors carry a code that a program can compare and that you can search for. The message of the error names the place and the fix. \`error.code\` of a \`CallError\` is the gRPC status code, and \`error.reason\` is the reason that the server sent.`;

function printTable(codes) {
  const rows = Object.entries(codes).map(
    ([code, meaning]) => `| \`${code}\` | ${meaning.replaceAll("|", "\\|")} |`,
  );
  return ["| code | meaning |", "|---|---|", ...rows].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = new URL("docs/errors.md", root);
  const text = await printErrorCodes();
  if (!process.argv.includes("--check")) writeFileSync(page, text);
  else if (!existsSync(page) || readFileSync(page, "utf8") !== text) {
    console.error("docs/errors.md is out of date. Run: node tools/print-error-codes.mjs");
    process.exitCode = 1;
  }
}
