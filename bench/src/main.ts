import { callRows } from "./call.js";
import { catalogueRows } from "./catalogue.js";
import { checkRows } from "./checks.js";
import { coldRows } from "./cold.js";
import { connectionRows } from "./connections.js";
import { keepFigures, writesFigures } from "./figures.js";
import { emulatorRows } from "./emulator.js";
import { generationRows } from "./generation.js";
import { loadRows } from "./load.js";
import { maskRows } from "./mask.js";
import { openapiRows } from "./openapi.js";
import { messageRows } from "./message-codecs.js";
import { scaleRows } from "./scale.js";
import { shapeRows } from "./shapes.js";
import { isMissed, printTable, type Row } from "./report.js";
import { transferRows } from "./transfer.js";
import { typeCheckRows } from "./type-check.js";
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
  mask: maskRows,
  messages: messageRows,
  shapes: shapeRows,
  scale: scaleRows,
  load: loadRows,
  catalogue: catalogueRows,
  web: webRows,
  openapi: openapiRows,
  emulator: emulatorRows,
};

const words = process.argv.slice(2);
const picked = words.filter((word) => !word.startsWith("--"));
const unknown = picked.find((name) => !(name in suites));
if (unknown !== undefined) {
  console.error(`no bench is called "${unknown}"; there are: ${Object.keys(suites).join(", ")}`);
  process.exit(2);
}

const rows: Row[] = [];
for (const [name, run] of Object.entries(suites)) {
  if (picked.length > 0 && !picked.includes(name)) continue;
  const measured = await run();
  keepFigures(name, measured);
  rows.push(...measured);
}
console.log(words.includes("--json") ? JSON.stringify(rows, undefined, 2) : printTable(rows));
if (rows.some(isMissed) && !writesFigures()) process.exitCode = 1;
