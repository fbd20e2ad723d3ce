import { readArguments } from "./arguments.js";
import { bundleRows } from "./bundles.js";
import { callRows } from "./call.js";
import { catalogueRows } from "./catalogue.js";
import { checkRows } from "./checks.js";
import { coldRows } from "./cold.js";
import { connectionRows } from "./connections.js";
import { emulatorRows } from "./emulator.js";
import { keepFigure, keepFigures, keepVerdicts, writesFigures } from "./figures.js";
import { generationRows } from "./generation.js";
import { goalsWithoutRows, judge, type JudgedRow, verdictTable } from "./goals.js";
import { loadRows } from "./load.js";
import { maskRows } from "./mask.js";
import { messageRows } from "./message-codecs.js";
import { openapiRows } from "./openapi.js";
import { printTable, type Row, suiteTable } from "./report.js";
import { scaleRows } from "./scale.js";
import { shapeRows } from "./shapes.js";
import { startRows } from "./start.js";
import { transferRows } from "./transfer.js";
import { typeCheckRows } from "./type-check.js";
import { printVersions } from "./versions.js";
import { volumeRows } from "./volume.js";
import { webRows } from "./web.js";

/** The benchmarks by name: `npm run bench -- call`. */
const suites: Readonly<Record<string, () => Promise<Row[]>>> = {
  generation: generationRows,
  "type-check": typeCheckRows,
  call: callRows,
  checks: checkRows,
  volume: volumeRows,
  transfer: transferRows,
  connections: connectionRows,
  cold: coldRows,
  start: startRows,
  mask: maskRows,
  messages: messageRows,
  shapes: shapeRows,
  load: loadRows,
  catalogue: catalogueRows,
  web: webRows,
  bundles: bundleRows,
  openapi: openapiRows,
  emulator: emulatorRows,
  scale: scaleRows,
};

/** Runs the suites one after the other, and prints and writes what they measured. */
async function run(picked: readonly string[], isJson: boolean): Promise<void> {
  const all: Row[] = [];
  const judged: JudgedRow[] = [];
  for (const [name, run] of Object.entries(suites)) {
    if (picked.length > 0 && !picked.includes(name)) continue;
    const startMs = performance.now();
    const rows = await run();
    console.error(`${name} took ${Math.round((performance.now() - startMs) / 1000)} s.`);
    keepFigures(name, rows);
    judged.push(...judge(name, rows));
    all.push(...rows);
  }
  if (picked.length === 0) {
    const missing = goalsWithoutRows(judged).map(({ suite, topic }) => `${suite}: ${String(topic)}`);
    if (missing.length > 0) throw new Error(`no row has these goals:\n${missing.join("\n")}`);
    keepVerdicts(judged);
  }
  keepFigure("versions", printVersions());
  if (isJson) console.log(JSON.stringify(all, undefined, 2));
  else {
    if (picked.length > 0) console.log(`${suiteTable(all)}\n`);
    console.log(`${printTable(verdictTable(judged))}\n\n${printVersions()}`);
  }
  if (judged.some(({ verdict }) => verdict === "missed") && !writesFigures()) process.exitCode = 1;
}

const given = readArguments(process.argv.slice(2), Object.keys(suites));
if ("suites" in given) await run(given.suites, given.isJson);
else if ("help" in given) console.log(given.help);
else {
  console.error(given.fault);
  process.exitCode = 2;
}
