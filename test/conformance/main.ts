/**
 * `npm run long -- conformance`: Google's conformance suite on the messages that our plugin generates, and on protobuf-es
 * beside it. The runner is built once from Debian's source package of protobuf and kept in
 * `$STRATUS_CONFORMANCE_CACHE`, or in `stratus/conformance` of the user's cache folder. A newer one that is
 * built already is named by `--runner` (`STRATUS_CONFORMANCE_RUNNER`), and the source tree that it was
 * built from by `--source` (`STRATUS_CONFORMANCE_SOURCE`).
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { parseArgs } from "node:util";
import { printFigure } from "../figures.js";
import { debianSuite } from "./debian-suite.js";
import { printTable, rowsOf, type Case } from "./report.js";
import { stage } from "./staging.js";
import { runSuite, type Suite } from "./suite.js";

const { values } = parseArgs({
  options: {
    runner: { type: "string", default: env["STRATUS_CONFORMANCE_RUNNER"] },
    source: { type: "string", default: env["STRATUS_CONFORMANCE_SOURCE"] },
  },
});

const cache = resolve(
  env["STRATUS_CONFORMANCE_CACHE"] ??
    join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "stratus", "conformance"),
);
const suite = suiteOf(values.runner, values.source);
const folder = join(cache, "messages");
stage(suite.source, folder);

const ours = await runSuite(suite, "stratus", folder);
const theirs = await runSuite(suite, "protobuf-es", folder);
const table = printTable({ Stratus: rowsOf(ours), "protobuf-es": rowsOf(theirs) });
printFigure(`suite ${readVersion(suite.source)}`, table);
printFailures("Stratus", ours);
printFailures("protobuf-es", theirs);

function suiteOf(runner: string | undefined, source: string | undefined): Suite {
  if (runner === undefined && source === undefined) return debianSuite(cache);
  if (runner === undefined || source === undefined)
    throw new Error(
      "--runner and --source belong together: a runner, and the source tree that it was built from",
    );
  return { runner: resolve(runner), source: resolve(source) };
}

/** Returns the release of protobuf that a source tree is of: `21.12` for 3.21.12. */
function readVersion(source: string): string {
  const branches = JSON.parse(readFileSync(join(source, "version.json"), "utf8")) as Readonly<
    Record<string, { readonly protoc_version: string }>
  >;
  return Object.values(branches)[0]?.protoc_version ?? "unknown";
}

function printFailures(library: string, cases: readonly Case[]): void {
  const failed = cases.filter(({ outcome }) => outcome === "failed");
  console.log(`\n${library}: ${failed.length} failed`);
  for (const { name, reason } of failed) console.log(`  ${name}: ${reason}`);
}
