/**
 * `npm run long -- runtimes`: the client on several runtimes of JavaScript, against servers on this one. Runtimes are
 * installed once, into `$STRATUS_RUNTIMES_CACHE`, or `stratus/runtimes` of the user's cache folder.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { printFigure } from "../figures.js";
import { failuresOf, outcomeOf, printTable, type Column, type Outcome } from "../interop/report.js";
import { allRows } from "./rows/all-rows.js";
import { runRow } from "./run-row.js";
import { findRuntimes, type Runtime } from "./runtimes.js";

const { values } = parseArgs({ options: { only: { type: "string" }, row: { type: "string" } } });

const runtimes = findRuntimes().filter(({ title }) => title.includes(values.only ?? ""));
const rows = allRows.filter(({ name }) => name.includes(values.row ?? ""));
const table = new Map<string, Column>();
for (const runtime of runtimes) table.set(runtime.title, await columnOf(runtime));
printFigure("rows", printTable("client", table));
process.exitCode = failuresOf(table) > 0 ? 1 : 0;

async function columnOf(runtime: Runtime): Promise<Column> {
  const outcomes = new Map<string, Outcome>();
  for (const row of rows) {
    const outcome = await outcomeOf(() => runRow(row, runtime));
    console.error(`${runtime.title}: ${row.name}: ${outcome.kind}`);
    outcomes.set(row.name, outcome);
  }
  return outcomes;
}
