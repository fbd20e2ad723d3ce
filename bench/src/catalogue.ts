import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createClient as createHeyClient } from "@hey-api/client-fetch";
import { CatalogueClient, type Course, type paths } from "@svc/catalogue";
import ky from "ky";
import createOpenapiClient from "openapi-fetch";
import { rolldown } from "rolldown";
import type { Row } from "./report.js";
import { compare, cpuMicroseconds } from "./slices.js";

const baseUrl = "https://catalogue.test";
const url = `${baseUrl}/courses/CS/225`;
const callsPerSlice = 2000;
const top = fileURLToPath(new URL("../../", import.meta.url));

/** What may be spent on a call beyond `fetch` itself, in microseconds of CPU. */
const allowedMicroseconds = 15;

/** The most that client and guards may weigh, in bytes, minified and gzipped. */
const allowedBytes = 4096;

const course: Course = {
  title: "CS 225 - Data Structures",
  subjectCode: "CS",
  courseNumber: 225,
  credits: "4",
  description: "Lists, trees, hash tables and graphs, and what each is good for.",
  updated: "2026-01-05T08:30:00.000Z",
  sections: [],
  _version: 7,
};

/** CPU per call beyond bare fetch, and weight of a bundle, beside peers. */
export async function catalogueRows(): Promise<Row[]> {
  return [...(await callRows()), ...(await weightRows())];
}

/** A network that answers at once, so that what is left is the client. */
function instantFetch(): typeof globalThis.fetch {
  const text = JSON.stringify(course);
  return async () => new Response(text, { headers: { "content-type": "application/json" } });
}

async function callRows(): Promise<Row[]> {
  const fetch = instantFetch();
  const catalogue = new CatalogueClient({ baseUrl, fetch });
  const openapi = createOpenapiClient<paths>({ baseUrl, fetch });
  const hey = createHeyClient({ baseUrl, fetch });
  const kyClient = ky.create({ prefixUrl: baseUrl, fetch });
  const path = { subject_code: "CS", course_number: 225 };
  const rows = await compare(
    "catalogue call",
    "µs CPU",
    [
      { name: "fetch", slice: () => cpuPerCall(async () => (await fetch(url)).json()) },
      { name: "stratus", slice: () => cpuPerCall(() => catalogue.courses.get("CS", 225)) },
      {
        name: "openapi-fetch",
        slice: () =>
          cpuPerCall(() => openapi.GET("/courses/{subject_code}/{course_number}", { params: { path } })),
      },
      {
        name: "hey-api",
        slice: () => cpuPerCall(() => hey.get({ url: "/courses/{subject_code}/{course_number}", path })),
      },
      { name: "ky", slice: () => cpuPerCall(() => kyClient.get("courses/CS/225").json()) },
    ],
    { warmUp: 4, measured: 15 },
  );
  const [bare] = rows;
  const beyond = rows.slice(1).map((row): Row => {
    const cost = row.cost - (bare?.cost ?? 0);
    const target = row.contestant === "stratus" ? 1 : undefined;
    const topic = `catalogue call beyond fetch, of ${allowedMicroseconds} µs`;
    return { ...row, topic, cost, ratio: cost / allowedMicroseconds, target };
  });
  return [...rows, ...beyond];
}

async function cpuPerCall(call: () => PromiseLike<unknown>): Promise<number> {
  const total = await cpuMicroseconds(async () => {
    for (let count = 0; count < callsPerSlice; count++) await call();
  });
  return total / callsPerSlice;
}

/** Programs that only name a client: what a page loads before anything has gone wrong. */
const programs: Readonly<Record<string, string>> = {
  stratus: 'export { CatalogueClient } from "@svc/catalogue";',
  "stratus, one function": 'export { getCourse, Session } from "@svc/catalogue";',
  "openapi-fetch": 'export { default } from "openapi-fetch";',
  "hey-api": 'export { createClient } from "@hey-api/client-fetch";',
  ky: 'export { default } from "ky";',
};

async function weightRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [contestant, text] of Object.entries(programs)) {
    const cost = await weightOf(text);
    const target = contestant === "stratus" ? 1 : undefined;
    const topic = `catalogue client, gzip, of ${allowedBytes} bytes`;
    rows.push({ topic, contestant, cost, unit: "bytes", ratio: cost / allowedBytes, target });
  }
  return rows;
}

/**
 * Minified and gzipped weight of a program's first load. Parts that are loaded
 * when an answer is not as described, or at a guarded redirect, are not in it.
 */
async function weightOf(text: string): Promise<number> {
  const folder = await mkdtemp(join(top, "bench/dist/weight-"));
  const entry = join(folder, "entry.js");
  await writeFile(entry, text);
  const bundle = await rolldown({
    input: entry,
    logLevel: "silent",
    platform: "browser",
    external: (id) => /\/(drift|redirect|shapes)\.js$/.test(id),
  });
  const { output } = await bundle.generate({ minify: true, format: "esm" });
  await bundle.close();
  await rm(folder, { recursive: true });
  return gzipSync(output[0].code, { level: 9 }).length;
}
