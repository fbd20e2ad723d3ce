import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
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
import { printFigure } from "../../figures.js";
import { besideOthers, lockOf, names, writeFiles } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { saidOfAbsent } from "./corpus.fixture.js";
import { DirectoryRecords, type DocumentRecord } from "./directory-records.fixture.js";
import {
  judgeBodies,
  judgeExamples,
  judgeParameters,
  printType,
  type JudgedExample,
} from "./examples.fixture.js";
import { publishedDocuments } from "./published.fixture.js";

/** Every so many documents are read. */
const every = Number(env["STRATUS_DIRECTORY_EVERY"] ?? 1);
/** The first document that is read, so that several processes can share the documents. */
const first = Number(env["STRATUS_DIRECTORY_FIRST"] ?? 0);
/** Every so many documents are compiled and given to the peers. */
const comparedEvery = 20;
const compiledAtOnce = 5;
/** So many examples of a document are compared with printed types, if they are not longer. */
const maxTyped = 40;
const maxTypedLength = 10_000;

/** Generates the types of a document. Rejects a document that the tool cannot read. */
type PeerRun = (file: string, output: string) => Promise<unknown>;

/** Loads the peers that are installed. */
async function loadPeers(): Promise<Readonly<Record<string, PeerRun>>> {
  const load = async (path: string): Promise<Record<string, unknown> | undefined> => {
    const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
    return existsSync(file)
      ? ((await import(pathToFileURL(file).href)) as Record<string, unknown>)
      : undefined;
  };
  const types = (await load("generator/node_modules/openapi-typescript/dist/index.mjs"))?.["default"];
  const hey = (await load("bench/peers/node_modules/@hey-api/openapi-ts/dist/index.mjs"))?.["createClient"];
  const run = (value: unknown): ((input: unknown) => Promise<unknown>) =>
    value as (input: unknown) => Promise<unknown>;
  return {
    ...(types !== undefined && { "openapi-typescript": (file) => run(types)(pathToFileURL(file)) }),
    ...(hey !== undefined && {
      "hey-api": (file, output) => run(hey)({ input: file, output, logs: { level: "silent" } }),
    }),
  };
}

/** A generated client with its API. */
interface Made {
  readonly file: string;
  readonly text: string;
  readonly files: Awaited<ReturnType<typeof generateRestClient>>["files"];
  readonly examples: readonly JudgedExample[];
}

/** Generates a client, and compares the examples of the document with its guards. */
async function readDocument(file: string, text: string): Promise<{ record: DocumentRecord; made?: Made }> {
  const start = performance.now();
  const none = { operations: 0, omitted: [], examples: 0, passedExamples: 0, differences: [] };
  const noParameters = { parameters: 0, passedParameters: 0, parameterDifferences: [] };
  const noBodies = { bodies: 0, passedBodies: 0, bodyDifferences: [] };
  try {
    const { files, operations, omitted } = await generateRestClient({ file, text }, names);
    const ms = Math.round(performance.now() - start);
    const { root, api } = await readAs(file, text, lockOf(files));
    const examples = judgeExamples(root, api);
    const failed = examples.filter(({ issue }) => issue !== undefined);
    const parameters = judgeParameters(api);
    const bodies = judgeBodies(root, api);
    const record = {
      file,
      operations,
      omitted,
      examples: examples.length,
      passedExamples: examples.length - failed.length,
      differences: failed.slice(0, 5).map(({ operation, issue }) => `${operation.label} ${issue}`),
      parameters: parameters.all,
      passedParameters: parameters.all - parameters.differences.length,
      parameterDifferences: parameters.differences.slice(0, 5),
      bodies: bodies.all,
      passedBodies: bodies.all - bodies.differences.length,
      bodyDifferences: bodies.differences.slice(0, 5),
      ms,
    };
    return { record, made: { file, text, files, examples } };
  } catch (error) {
    const refused = String(error).split("\n")[0]?.slice(0, 200) ?? "";
    const ms = Math.round(performance.now() - start);
    return {
      record: { file, refused, ...none, ...noParameters, ...noBodies, ms },
    };
  }
}

/** Reads a document as its client was generated from it. */
async function readAs(
  file: string,
  text: string,
  lock: string,
): Promise<{ root: Readonly<Record<string, unknown>>; api: RestApi }> {
  const { spec } = normalizeDescription(convertSwagger(await readSpecText(file, text)), false);
  const api = readApi(spec, {
    reservedNames: [`${names.name}Client`, `${names.name}Error`, `${names.name}Options`],
    lock: new NameLock(lock),
    findings: new Findings([]),
    selection: { include: [], exclude: [] },
    invalidParts: [],
  });
  // The pass removes the components that only examples use.
  return { root: (text.startsWith("{") ? JSON.parse(text) : spec.root) as typeof spec.root, api };
}

/** Compiles clients with their examples, and gives the documents to the peers. */
async function compare(
  clients: readonly Made[],
  peers: Readonly<Record<string, PeerRun>>,
  records: DirectoryRecords,
): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "directory-"));
  try {
    const typed = clients.map(({ examples }) => examples.filter(isTyped).slice(0, maxTyped));
    for (const [index, { files }] of clients.entries()) {
      await writeFiles(place, besideOthers(`d${index}`, files));
      const text = printExamples(typed[index] ?? []);
      await writeFiles(place, [{ path: `d${index}/src/examples.ts`, text }]);
    }
    const said = await compileAll(place, ["TypeScript 7"], Infinity);
    for (const [index, { file, text }] of clients.entries()) {
      const lines = said
        .split(/\n(?=\S)/)
        .filter((line) => line.includes(`d${index}/src/`) && line.includes("error TS"));
      const verdicts = readVerdicts(lines, typed[index] ?? []);
      const others = lines.filter((line) => !line.includes("/src/examples.ts"));
      if (others.length > 0) console.log(`${file}\n${others.slice(0, 3).join("\n")}`);
      const copy = join(place, `document${index}${extname(file)}`);
      await writeFile(copy, text);
      const read: Record<string, boolean> = {};
      for (const [name, run] of Object.entries(peers))
        read[name] = await run(copy, join(place, `peer-${name}-${index}`)).then(
          () => true,
          () => false,
        );
      records.add({ compared: file, isCompiled: others.length === 0, ...verdicts, peers: read });
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const isTyped = ({ value }: JudgedExample): boolean => JSON.stringify(value).length <= maxTypedLength;

/** Prints a program that gives each example the type of its response. */
function printExamples(examples: readonly JudgedExample[]): string {
  const lines = examples.map(
    ({ operation: { functionName }, value }, index) =>
      `export const e${index}: Awaited<ReturnType<typeof ours.${functionName}>> = null as unknown as ${printType(value)};`,
  );
  return `import type * as ours from "./index.js";\n${lines.join("\n")}\nexport {};\n`;
}

/** Compares what the compiler and the guards say about examples. */
function readVerdicts(errors: readonly string[], examples: readonly JudgedExample[]) {
  const refused = new Map(
    errors.flatMap((line) => {
      const at = /\/src\/examples\.ts\((\d+),\d+\): error TS/.exec(line);
      return at ? [[Number(at[1]) - 2, line] as const] : [];
    }),
  );
  // TypeScript refuses an object that has none of the properties of a type whose properties are all optional.
  const isWeak = (index: number): boolean =>
    refused.get(index)?.includes("no properties in common with type") === true;
  const compared = examples.filter((_, index) => !isWeak(index));
  const different = compared.filter(
    (one) => refused.has(examples.indexOf(one)) !== (one.issue !== undefined),
  );
  return {
    typed: compared.length,
    agreed: compared.length - different.length,
    disagreements: different
      .slice(0, 5)
      .map(({ operation, issue }) => `${operation.label} guard: ${issue ?? "accepts"}`),
  };
}

it(
  "published documents give clients that compile and accept their own examples",
  { timeout: 14_400_000 },
  async () => {
    const peers = await loadPeers();
    const records = new DirectoryRecords(env["STRATUS_DIRECTORY_RESULTS"]);
    const known = new Set([
      ...records.documents.map(({ file }) => file),
      ...records.compared.map(({ compared }) => `compared ${compared}`),
    ]);
    const documents = [...publishedDocuments().entries()].filter(([index]) => index % every === first);
    let batch: Made[] = [];
    for (const [count, [index, document]] of documents.entries()) {
      const { name } = document;
      const isCompared = index % comparedEvery === 0 && !known.has(`compared ${name}`);
      const text = !known.has(name) || isCompared ? await document.read() : undefined;
      if (text !== undefined) {
        const { record, made } = await readDocument(name, text);
        if (!known.has(name)) records.add(record);
        if (isCompared && made) batch.push(made);
      }
      if (batch.length === compiledAtOnce || count === documents.length - 1) {
        await compare(batch, peers, records);
        batch = [];
      }
      if (count % 200 === 199) console.log(records.table());
    }
    report(records);
    const { documents: read, compared } = records;
    const isGenerated = read.filter(({ refused }) => refused === undefined).length;
    expect(isGenerated / read.length).toBeGreaterThanOrEqual(0.995);
    const omitted = read.reduce((total, one) => total + one.omitted.length, 0);
    const operations = read.reduce((total, one) => total + one.operations, 0);
    expect(omitted / (operations + omitted)).toBeLessThanOrEqual(0.005);
    expect(compared.filter(({ isCompiled }) => !isCompiled).map(({ compared }) => compared)).toEqual([]);
  },
);

/** Prints the table, and each document that is refused or has examples that differ. */
function report(records: DirectoryRecords): void {
  const { documents, compared } = records;
  const lines = documents.flatMap((one) => {
    const differ = (all: number, passed: number, differences: readonly string[]): string =>
      `${all - passed} of ${all} differ: ${differences.join("; ")}`;
    return [
      ...(one.refused === undefined ? [] : [`refused: ${one.file}: ${one.refused}`]),
      ...one.omitted.map((operation) => `omitted: ${one.file}: ${operation}`),
      ...(one.differences.length === 0
        ? []
        : [`examples: ${one.file}: ${differ(one.examples, one.passedExamples, one.differences)}`]),
      ...(one.parameterDifferences.length === 0
        ? []
        : [
            `parameters: ${one.file}: ${differ(one.parameters, one.passedParameters, one.parameterDifferences)}`,
          ]),
      ...(one.bodyDifferences.length === 0
        ? []
        : [`bodies: ${one.file}: ${differ(one.bodies, one.passedBodies, one.bodyDifferences)}`]),
    ];
  });
  const types = compared.flatMap((one) => one.disagreements.map((text) => `types: ${one.compared}: ${text}`));
  console.log([...lines, ...types, saidOfAbsent()].join("\n"));
  printFigure("directory", records.table());
}
