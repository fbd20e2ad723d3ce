/**
 * Runs a test that takes longer than `npm test` may.
 *
 * - `npm run long` prints the table of long tests.
 * - `npm run long -- NAME [ARGUMENT...]` runs one. The arguments go to its Node program, or to vitest if it has none.
 *   The command first looks for the tools that the test needs, and stops if one is missing.
 * - `npm run long -- NAME --clone` clones the repositories and downloads the programs that it needs, unless variables name
 *   them.
 * - `npm run long -- NAME --partly` runs it although tools are missing. Tests that need them are skipped or fail.
 * - `npm run long -- NAME --write-figures` writes the figures that it prints into the pages that quote them.
 * - `npm run long -- --for PATH...` prints the tests that guard these files and folders.
 * - `npm run long -- --matrix` prints the jobs of the nightly run.
 * - `npm run long -- --write` updates the table of test/README.md.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, everything } from "./build.mjs";
import { writeFigures } from "./figures.mjs";
import { commandsOf, longTests, longTestsTable, nightlyJobs, testsFor } from "./long-tests.mjs";
import { writeBlock } from "./marked-blocks.mjs";
import { downloadPrograms, makeClones, missingOf } from "./requirements.mjs";
import { runStep, top } from "./steps.mjs";

const [first, ...rest] = process.argv.slice(2);

if (first === undefined) printTests(longTests);
else if (first === "--for") for (const path of rest) printGuards(path);
else if (first === "--matrix") console.log(JSON.stringify(nightlyJobs()));
else if (first === "--write") writeTable();
else run(first, rest);

function printTests(tests) {
  for (const { name, what, needs = [], programs = {}, clones = {}, limitMinutes } of tests) {
    const required = [...needs, ...Object.keys(programs), ...Object.keys(clones)];
    console.log(`${name.padEnd(18)}${what}`);
    console.log(
      `${"".padEnd(18)}at most ${limitMinutes} min${required.length > 0 ? `; needs ${required.join(", ")}` : ""}`,
    );
  }
}

function printGuards(path) {
  const tests = testsFor(path.replaceAll("\\", "/").replace(/\/$/, ""));
  if (tests.length === 0) console.log(`No long test guards ${path}.`);
  else console.log(`${path}: ${tests.map(({ name }) => `npm run long -- ${name}`).join(", ")}`);
}

function writeTable() {
  const path = join(top, "test/README.md");
  writeFileSync(path, writeBlock(readFileSync(path, "utf8"), "long-tests", longTestsTable()));
}

function run(name, words) {
  const test = longTests.find((one) => one.name === name);
  if (!test) {
    console.error(
      `No long test is called ${name}. The names are: ${longTests.map((one) => one.name).join(", ")}.`,
    );
    process.exit(2);
  }
  if (words.includes("--clone")) {
    makeClones(test);
    downloadPrograms(test);
  }
  const missing = missingOf(test);
  if (missing.length > 0) {
    console.error(`${name} needs what this machine does not have.\n${missing.join("\n")}`);
    if (!words.includes("--partly")) process.exit(2);
  }
  const figures = words.includes("--write-figures")
    ? mkdtempSync(join(tmpdir(), "stratus-figures-"))
    : undefined;
  if (figures !== undefined) process.env.STRATUS_FIGURES = figures;
  const more = words.filter((word) => !["--clone", "--partly", "--write-figures"].includes(word));
  const startMs = performance.now();
  for (const folder of test.install ?? []) runStep(`npm install --prefix ${folder}`);
  build(test.build ?? everything);
  for (const command of commandsOf(test, more)) runStep(command.text, command.more);
  if (figures !== undefined) console.log(`Wrote the figures: ${writeFigures(name, figures).join(", ")}.`);
  console.log(`${name} took ${Math.ceil((performance.now() - startMs) / 60_000)} min.`);
}
