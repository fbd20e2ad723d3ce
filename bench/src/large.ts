/**
 * `npm run long -- corpus`: generation of a whole platform's APIs, a quarter of them, a
 * half and all, so that time and memory can be seen to grow with the input and
 * no faster. Compares with protoc-gen-es, which is stopped after some minutes.
 * `--check` type-checks the output of all of it as well.
 */
import { statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childMilliseconds } from "./child.js";
import {
  buildCorpus,
  corpusLarge,
  type GeneratedFile,
  plugins,
  readResponse,
  top,
  writeRequest,
} from "./corpus.js";
import { selectPart } from "./corpus-part.js";
import { keepFigure, markdownTable } from "./figures.js";
import { writeProject } from "./type-check.js";
import { usageWithin } from "./usage.js";

const parts = [
  ["a quarter", 1 / 4],
  ["a half", 1 / 2],
  ["all", 1],
] as const;

/** The timeout for other plugins. Ours must finish. */
const limitMs = 180_000;

const head = ["protos", "plugin", "request", "output", "CPU", "peak memory"];

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function typeCheck(files: readonly GeneratedFile[], folder: string): Promise<void> {
  const project = join(folder, "project");
  await writeProject(project, files);
  const compiler = join(top, "node_modules/typescript/bin/tsc");
  const diagnostics = join(folder, "diagnostics.txt");
  const cpuMs = await childMilliseconds([compiler, "-p", project], { output: diagnostics }).catch(
    async (cause: unknown) => {
      const [first] = (await readFile(diagnostics, "utf8")).split("\n");
      throw new Error(`the output does not compile: ${first}`, { cause });
    },
  );
  console.log(`type-check of all ${files.length} files by TypeScript 7: ${seconds(cpuMs)} of CPU time`);
}

const rows: string[][] = [head];
const folder = await mkdtemp(join(tmpdir(), "stratus-corpus-"));
try {
  const whole = await buildCorpus(corpusLarge, folder);
  for (const [label, part] of parts) {
    const corpus = selectPart(whole, part);
    // A part of the files imports others of the same platform, which are left out on purpose.
    const stratus = { ...plugins.stratus, parameter: `${plugins.stratus.parameter},partial=allow` };
    for (const plugin of [stratus, plugins.protobufEs]) {
      const input = await writeRequest(plugin, corpus, folder);
      const output = `${input}.response`;
      const program = [join(top, plugin.command)];
      const limit = plugin === stratus ? Infinity : limitMs;
      const cost = await usageWithin(limit, program, { input, output });
      const costs = cost
        ? [megabytes(statSync(output).size), seconds(cost.cpuMs), megabytes(cost.peakBytes)]
        : ["", `stopped after ${seconds(limitMs)}`, ""];
      const row = [
        `${label}, ${corpus.names.length} files`,
        plugin.name,
        megabytes(statSync(input).size),
        ...costs,
      ];
      rows.push(row);
      console.log(row.join("  "));
      if (part === 1 && plugin === stratus && process.argv.includes("--check"))
        await typeCheck(await readResponse(plugin, output), folder);
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
const table = markdownTable(rows);
console.log(table);
keepFigure("size", table);
