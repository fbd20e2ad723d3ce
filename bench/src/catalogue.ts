import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown, type Plugin } from "rolldown";
import { catalogueCallRows, catalogueLoopbackRows } from "./catalogue-calls.js";
import type { Row } from "./report.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Compares the CPU time per call in addition to fetch, and the size of a bundle, with peers. */
export async function catalogueRows(): Promise<Row[]> {
  return [...(await catalogueCallRows()), ...(await catalogueLoopbackRows()), ...(await weightRows())];
}

/** Programs that only name a client: what a page loads before anything has gone wrong. */
const programs: Readonly<Record<string, string>> = {
  stratus: 'export { CatalogueClient } from "@svc/catalogue";',
  "stratus, one function": 'export { listSubjects, Session } from "@svc/catalogue";',
  "stratus, everything": 'export * from "@svc/catalogue";',
  "openapi-fetch": 'export { default } from "openapi-fetch";',
  "hey-api": 'export { createClient } from "../../peers/hey-client.mjs";',
  ky: 'export { default } from "ky";',
};

async function weightRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [contestant, text] of Object.entries(programs)) {
    const cost = await measureWeight(text);
    const topic = "catalogue client, gzip";
    rows.push({ topic, contestant, cost, unit: "bytes", ratio: 1, beside: "ky" });
  }
  const beside = rows.find(({ contestant }) => contestant === "ky")?.cost ?? Number.NaN;
  return rows.map((row) => ({ ...row, ratio: row.cost / beside }));
}

/** Leaves out what is loaded later, under a name whose length is the same wherever this repository lies. */
const later: Plugin = {
  name: "later",
  resolveId: (id, _importer, { kind }) =>
    kind === "dynamic-import" ? { id: `./${basename(id)}`, external: true } : null,
};

/**
 * Minified and gzipped weight of a program's first load. Parts that are loaded
 * when an answer is not as described, or at a guarded redirect, are not in it.
 */
async function measureWeight(text: string): Promise<number> {
  const folder = await mkdtemp(join(top, "bench/dist/weight-"));
  const entry = join(folder, "entry.js");
  await writeFile(entry, text);
  const bundle = await rolldown({
    input: entry,
    logLevel: "silent",
    platform: "browser",
    plugins: [later],
  });
  const { output } = await bundle.generate({ minify: true, format: "esm" });
  await bundle.close();
  await rm(folder, { recursive: true });
  return gzipSync(output[0].code, { level: 9 }).length;
}
