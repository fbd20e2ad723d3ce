/** Runs `connectconformance`, the runner of connectrpc/conformance, against clients and servers of this project. */
import { printFigure } from "../../figures.js";
import { type Half, halves } from "./halves.js";
import { type Counts, runHalf } from "./run.js";

const runner = process.env["CONNECT_CONFORMANCE"];
if (runner === undefined) {
  console.error(
    "Set CONNECT_CONFORMANCE to the program connectconformance of a release of connectrpc/conformance.",
  );
  process.exit(2);
}

const number = (value: number): string => value.toLocaleString("en-US");

function row({ name, axes }: Half, { total, passed }: Counts): string {
  return `| ${name} | ${axes} | ${number(total)} | ${number(passed)} |`;
}

const only = process.argv[2];
const rows: string[] = [];
let isGood = true;
for (const half of halves.filter(({ name }) => only === undefined || name.includes(only))) {
  console.log(`${half.name}:`);
  const { isGood: isHalfGood, counts } = await runHalf(runner, half);
  isGood &&= isHalfGood;
  rows.push(row(half, counts));
}
const table = ["| tested | features | cases | passed |", "|---|---|---|---|", ...rows].join("\n");
if (only === undefined) printFigure("cases", table);
else console.log(table);
process.exit(isGood ? 0 : 1);
