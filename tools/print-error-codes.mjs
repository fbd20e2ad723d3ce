#!/usr/bin/env node
// Prints docs/reference/errors.md from the tables of error codes in the packages. `--check` compares it instead of writing it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);

/** The tables, in the order of the page. */
const tables = [
  "runtime/src/base/text/error-codes.ts",
  "generator/src/error-codes.ts",
  "generator/src/rest/error-meanings.ts",
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
  // The generator copies its folder `rest/runtime` into REST clients, without the meanings of their codes.
  const sources = path.replace(/(?<=\/rest)\/.*/, "/runtime").replace(/(?<=^[^/]+\/src)\/(?!rest\/).*/, "");
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

/** Returns the text of docs/reference/errors.md. */
export async function printErrorCodes() {
  const known = new Set();
  const sections = (await readErrorTables()).map(({ name, records }) =>
    [
      `## ${name}`,
      ...records.flatMap(({ about, codes }) => [about.replace(/\s+/g, " "), printList(codes, known)]),
    ].join("\n\n"),
  );
  return `${[introduction(), ...sections].join("\n\n")}\n`;
}

/** The first sentence of a comment. */
const firstSentence = (text) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

/** The first clause of a meaning that is a whole sentence without the rest. The message of an error has the rest. */
function firstClause(text) {
  const sentence = firstSentence(text);
  const short = /^(.{24,}?)(?:[:;](?=\s)|, (?:such as|for example)\b| \()/.exec(sentence);
  return short ? `${short[1]}.` : sentence;
}

/** The properties of an error of a call, as their comments describe them. */
function printProperties() {
  const text = readFileSync(new URL("runtime/src/calls/error/call-error.ts", root), "utf8");
  const found = text.matchAll(
    /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:declare )?(?:override )?readonly (\w+)\??:/g,
  );
  return Array.from(found, ([, comment, name]) => {
    const about = comment
      .replaceAll(/\s*\n\s*\* ?/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    return `- \`${name}\`: ${firstClause(about)}`;
  }).join("\n");
}

const introduction = () => `# Errors and error codes

<!-- Printed by tools/print-error-codes.mjs from the sources. -->

[Handle errors](../how-to/handle-errors.md) shows what to do with them. Every error has a \`code\` that a program can compare. Its message names the place and the fix. No message shows a token, a key or a secret field.

## Properties of a CallError

An SDK exports the class under its own name, such as \`CloudError\`.

${printProperties()}`;

/** Codes that mean something else in each table. */
const ambiguous =
  /^(?:DEADLINE_EXCEEDED|DECODE|MESSAGE_TOO_LARGE|METHOD_UNKNOWN|REQUEST_INVALID|RESPONSE_INVALID)$/;

/** A list of codes. Those that an earlier list explains are named without their meaning. */
function printList(codes, known) {
  const entries = Object.entries(codes);
  const isRepeated = ([code]) => known.has(code) && !ambiguous.test(code);
  const repeated = entries.filter(isRepeated).map(([code]) => `\`${code}\``);
  const rest = entries
    .filter((entry) => !isRepeated(entry))
    .map(([code, meaning]) => `- \`${code}\`: ${firstClause(meaning)}`);
  for (const [code] of entries) known.add(code);
  return [...rest, ...(repeated.length > 0 ? [`- as above: ${repeated.join(", ")}`] : [])].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = new URL("docs/reference/errors.md", root);
  const text = await printErrorCodes();
  if (!process.argv.includes("--check")) writeFileSync(page, text);
  else if (!existsSync(page) || readFileSync(page, "utf8") !== text) {
    console.error("docs/reference/errors.md is out of date. Run: node tools/print-error-codes.mjs");
    process.exitCode = 1;
  }
}
