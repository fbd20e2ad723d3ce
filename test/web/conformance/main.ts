/** The command: all cases of a clone, by the features of each half. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expand } from "./expand.js";
import { type Half, halves } from "./halves.js";
import { reportOf } from "./report.js";
import { readConfig, readSuites } from "./suites.js";

const folder = fileURLToPath(new URL("../../../../", import.meta.url));
const clone = process.env["CONNECT_CONFORMANCE"];
if (clone === undefined) {
  console.error(
    "CONNECT_CONFORMANCE names the folder of a clone of the cases:\n" +
      "  git clone --depth 1 https://github.com/connectrpc/conformance && CONNECT_CONFORMANCE=$PWD/conformance npm run long -- conformance-web",
  );
  process.exit(2);
}
const suites = readSuites(join(clone, "internal/app/connectconformance/testsuites/data"));
const named = suites.reduce((sum, { testCases }) => sum + testCases.length, 0);
console.log(`${suites.length} suites, ${named} cases`);
const only = process.argv[2];

async function run(half: Half): Promise<boolean> {
  const config = readConfig(readFileSync(join(folder, "features", `${half.features}.yaml`), "utf8"));
  const permutations = expand(suites, config, half.mode);
  const { text, isGood } = reportOf(half, permutations.length, await half.run(permutations));
  console.log(text);
  return isGood;
}

let isGood = true;
for (const half of halves) {
  if (only === undefined || half.name.includes(only)) isGood = (await run(half)) && isGood;
}
process.exit(isGood ? 0 : 1);
