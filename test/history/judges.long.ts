import { rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { create, createFileRegistry, type FileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { diffSdks } from "../../generator/src/versions/diff.js";
import { openFolder, type Folder } from "../compile.fixture.js";
import { programSettings } from "../changes/programs.fixture.js";
import { readOtherwise } from "./data.fixture.js";
import { histories, isCloned, versionsOf, type History, type Version } from "./history.fixture.js";
import { held, type Agreement, type Complaint, type Difference } from "./judges.fixture.js";
import { readNames } from "./uses/names.fixture.js";
import { writeProgram } from "./uses/program.fixture.js";
import type { Program } from "./uses/line.fixture.js";

/** Versions of each API. */
const count = Number(env["HISTORY_VERSIONS"] ?? 60);
const only = env["HISTORY"];
/** Of the versions asked for, those that make steps: some changed nothing, and some did not compile with their imports of today. */
const leastShare = 0.5;

describe("verdicts over the history of public APIs", { timeout: 36_000_000 }, () => {
  const chosen = histories.filter(({ name }) => only === undefined || only === name);
  it.skip.each(chosen.filter((one) => !isCloned(one)))(
    "are untried, because there is no clone: $name",
    () => {},
  );
  it.each(chosen.filter(isCloned))("agree with the compiler, protobuf-es and buf: $name", async (history) => {
    let before: { version: Version; sdk: SdkFiles } | undefined;
    const steps: Agreement[] = [];
    const differences: string[] = [];
    for (const version of versionsOf(history, count)) {
      const sdk = await sdkOf(version);
      if (!sdk) continue;
      if (before) {
        const step = await judged(history, before, { version, sdk });
        steps.push(step);
        for (const { judge, what } of step.differences)
          differences.push(
            `${before.version.commit.slice(0, 8)}..${version.commit.slice(0, 8)} ${judge}: ${what}`,
          );
      }
      before = { version, sdk };
    }
    console.log(tableOf(history, steps), differences.join("\n"));
    expect(steps.length, "versions that compile").toBeGreaterThanOrEqual(Math.floor(count * leastShare));
    expect(differences).toEqual([]);
  });
});

async function sdkOf({ files, own }: Version): Promise<SdkFiles | undefined> {
  const parameter = "session_name=Api,kind=cloud,partial=allow";
  const { files: texts, error } = await runPlugin(requestOf(files, { parameter, generate: own }));
  if (error !== "") console.log(error.slice(0, 300));
  return error === "" ? { label: "sdk", files: new Map(Object.entries(texts)) } : undefined;
}

interface Side {
  readonly version: Version;
  readonly sdk: SdkFiles;
}

async function judged({ unstable }: History, before: Side, after: Side): Promise<Agreement> {
  const { changes } = await diffSdks(before.sdk, after.sdk, { unstable });
  const [old, now] = [before, after].map(({ version }) => registryOf(version));
  if (!old || !now) throw new Error("no registry");
  await using folder = await openFolder();
  const names = readNames(before.sdk);
  const program = writeProgram(
    names,
    old,
    (entry) => `./sdk/${entry === "." ? "" : `${entry.slice(2)}/`}index.js`,
  );
  // What did not compile before is no program of anybody.
  const never = new Set((await complaintsOf(folder, program, before.sdk)).map(({ line }) => line));
  const complaints = await complaintsOf(folder, program, after.sdk);
  const fresh = complaints.filter(({ line }) => !never.has(line));
  // What a line says of a module that is gone has no type.
  const gone = names.imports.filter(({ entry }) =>
    fresh.some(({ elements }) => elements.includes(`entry ${entry}`)),
  );
  const lines = [...program.lines].flatMap(([at, line]) =>
    never.has(`program.ts ${at}`) || gone.some(({ alias }) => line.text.includes(`${alias}.`)) ? [] : [line],
  );
  return held(changes, fresh, readOtherwise(old, now), {
    registry: old,
    before: before.version,
    after: after.version,
    used: new Set(lines.flatMap(({ elements }) => elements)),
    empty: new Set(lines.flatMap(({ creates }) => creates ?? [])),
  });
}

function registryOf({ files }: Version): FileRegistry {
  return createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
}

/** What the compiler says of a program with an SDK. */
async function complaintsOf(
  folder: Folder,
  { text, lines }: Program,
  { files }: SdkFiles,
): Promise<Complaint[]> {
  await rm(join(folder.path, "sdk"), { recursive: true, force: true });
  await folder.write({
    ...Object.fromEntries([...files].map(([path, source]) => [`sdk/${path}`, source])),
    "program.ts": text,
    "tsconfig.json": JSON.stringify({ compilerOptions: programSettings, files: ["program.ts"] }),
  });
  const said = (await folder.check("TypeScript 7")).split("\n");
  return said.flatMap((line): Complaint[] => {
    const [, file = "", at = "", what = ""] = /^([^(\s]+)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
    if (file === "") return [];
    const elements = file === "program.ts" ? (lines.get(Number(at))?.elements ?? []) : [`file ${file}`];
    return [{ line: `${file} ${at}`, elements, text: what }];
  });
}

function tableOf({ name }: History, steps: readonly Agreement[]): string {
  const sum = (of: (one: Agreement) => number): number => steps.reduce((all, one) => all + of(one), 0);
  const judges: readonly Difference["judge"][] = ["compiler", "protobuf-es", "buf"];
  const rows = judges.map((judge) => {
    const differ = sum(({ differences }) => differences.filter((one) => one.judge === judge).length);
    const all = sum((one) => one.held[judge]);
    return `| ${name} | ${steps.length} | ${judge} | ${all} | ${all - differ} | ${differ} |`;
  });
  const verdicts = sum((one) => one.verdicts);
  const uncertain = sum((one) => one.uncertain);
  return [...rows, `${name}: ${verdicts} verdicts, ${uncertain} of them "perhaps"`].join("\n");
}
