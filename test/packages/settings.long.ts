/** Packed packages under every setting of modules, with three versions of TypeScript. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileWith, type Version } from "./compilers.fixture.js";
import { openProject, type Project } from "./project.fixture.js";

/** Programs by the kind of the package that they use, and what they print. */
const programs = {
  gRPC: {
    text: `
import { Cloud, CloudError, mock, toJson } from "@svc/cloud";
import { Disk, DiskServiceClient, DiskType } from "@svc/cloud/compute/v1";
import { Cloud as WebCloud } from "@svc/cloud/web";
import { Timestamp } from "@svc/cloud/google/protobuf";
import { Metadata } from "@stratus/runtime";

export async function main(): Promise<string> {
  const disks = mock(DiskServiceClient, { get: ({ id }) => ({ metadata: { id }, spec: { type: DiskType.NETWORK_SSD } }) });
  const disk = await disks.get({ id: "1" });
  const isError = await disks.list({ pageSize: 10 }).catch((error: unknown) => error instanceof CloudError);
  const types = [Cloud, WebCloud, Metadata.empty].map((one) => typeof one).join();
  return [JSON.stringify(toJson(Disk, disk)), isError, Timestamp.create({}).seconds, types].join(" ");
}
void main().then((text) => console.log(text));
`,
    output: '{"metadata":{"id":"1"},"spec":{"type":"DISK_TYPE_NETWORK_SSD"}} true 0 function,function,object',
  },
  REST: {
    text: `
import { CatalogueClient, CatalogueError } from "@svc/catalogue";
import { mock } from "@svc/catalogue/testing";

export async function main(): Promise<string> {
  const fetch = async (): Promise<Response> => new Response("", { status: 500 });
  const catalogue = new CatalogueClient({ baseUrl: "https://catalogue.example", retry: false, fetch });
  const isError = await catalogue.courses.list().then(() => false, (error: unknown) => error instanceof CatalogueError);
  return [isError, typeof mock].join(" ");
}
void main().then((text) => console.log(text));
`,
    output: "true function",
  },
  messages: {
    text: `
import { fromJson, toJson } from "@acme/messages";
import { Kind, Note, type NoteJson } from "@acme/messages/acme/v1";

const note: Note = Note.create({ size: 5, version: "6", kind: Kind.LONG, notes: { a: {} } });
const json: NoteJson = toJson(Note, Note.decode(Note.encode(note)));
const { size, version } = fromJson(Note, json);
const text: string = version;
console.log(JSON.stringify(json), typeof size, text);
`,
    output: '{"size":"5","version":"6","kind":"KIND_LONG","notes":{"a":{}}} bigint 6',
  },
} as const;

interface Setting {
  readonly module: string;
  readonly moduleResolution?: string;
  readonly versions: readonly Version[];
  /** Whether Node runs the output as it is. */
  readonly runs: boolean;
}

const all = ["5.9", "6", "7"] as const;
const settings: readonly Setting[] = [
  { module: "commonjs", moduleResolution: "node10", versions: ["5.9", "6"], runs: true },
  { module: "commonjs", versions: all, runs: true },
  { module: "node16", versions: all, runs: true },
  { module: "node18", versions: all, runs: true },
  { module: "node20", versions: all, runs: true },
  { module: "nodenext", versions: all, runs: true },
  { module: "preserve", versions: all, runs: false },
  { module: "esnext", moduleResolution: "bundler", versions: all, runs: false },
];

let project: Project;
beforeAll(async () => {
  project = await openProject();
}, 300_000);
afterAll(() => project?.remove());

describe.each(["commonjs", "module"])("a project of type %s", (type) => {
  const rows = settings
    .filter(({ module }) => type === "commonjs" || module !== "commonjs")
    .flatMap(({ versions, ...one }) => versions.map((version) => ({ ...one, version })));

  it.each(rows)(
    "uses packages of gRPC, REST and messages with module $module, resolution $moduleResolution, TypeScript $version",
    { timeout: 300_000 },
    async ({ module, moduleResolution, version, runs }) => {
      const compilerOptions = {
        module,
        ...(moduleResolution && { moduleResolution }),
        // What TypeScript 6 says of it; the settings are those of projects that were begun years ago.
        ...(moduleResolution === "node10" && version === "6" ? { ignoreDeprecations: "6.0" } : {}),
        target: "es2022",
        lib: ["es2023", "esnext.disposable", "dom"],
        types: ["node"],
        rootDir: ".",
        outDir: "dist",
        strict: true,
        skipLibCheck: true,
      };
      const files = Object.fromEntries(
        Object.entries(programs).map(([kind, { text }]) => [`${kind}.ts`, text]),
      );
      project.write({
        "package.json": { private: true, type },
        "tsconfig.json": { compilerOptions, files: Object.keys(files) },
        ...files,
      });
      expect(await compileWith(version, project.path)).toBe("");
      if (!runs) return;
      for (const [kind, { output }] of Object.entries(programs)) {
        const { text } = await project.run(process.execPath, [`dist/${kind}.js`]);
        expect([kind, text]).toEqual([kind, output]);
      }
    },
  );
});
