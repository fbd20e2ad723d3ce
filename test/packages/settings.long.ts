import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Compiler, runCompiler } from "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A program with a client of gRPC, messages alone, and a client of REST. */
const program = `
import { Cloud, CloudError, mock, toJson } from "@svc/cloud";
import { Disk, DiskServiceClient, DiskType } from "@svc/cloud/compute/v1";
import { Cloud as WebCloud } from "@svc/cloud/web";
import { Timestamp } from "@svc/cloud/google/protobuf";
import { CatalogueClient } from "@svc/catalogue";
import { Metadata } from "@stratus/runtime";

export async function main(): Promise<string> {
  const disks = mock(DiskServiceClient, { get: ({ id }) => ({ metadata: { id }, spec: { type: DiskType.NETWORK_SSD } }) });
  const disk = await disks.get({ id: "1" });
  const found = await disks.list({ pageSize: 10 }).catch((error: unknown) => error instanceof CloudError);
  const catalogue = new CatalogueClient({ baseUrl: "https://catalogue.example" });
  const sessions = [Cloud, WebCloud, catalogue, Metadata.empty].map((one) => typeof one).join();
  return [JSON.stringify(toJson(Disk, disk)), found, Timestamp.create({}).seconds, sessions].join(" ");
}
void main().then((text) => console.log(text));
`;

const output =
  '{"metadata":{"id":"1"},"spec":{"type":"DISK_TYPE_NETWORK_SSD"}} true 0 function,function,object,object\n';

interface Setting {
  readonly module: string;
  readonly moduleResolution?: string;
  readonly compilers: readonly Compiler[];
  /** Whether Node runs the output as it is. */
  readonly runs: boolean;
}

const both = ["TypeScript 7", "TypeScript 5.9"] as const;
const settings: readonly Setting[] = [
  { module: "commonjs", moduleResolution: "node10", compilers: ["TypeScript 5.9"], runs: true },
  { module: "commonjs", compilers: both, runs: true },
  { module: "node16", compilers: both, runs: true },
  { module: "node18", compilers: both, runs: true },
  { module: "node20", compilers: both, runs: true },
  { module: "nodenext", compilers: both, runs: true },
  { module: "preserve", compilers: both, runs: false },
  { module: "esnext", moduleResolution: "bundler", compilers: both, runs: false },
];

describe.each(["commonjs", "module"])("a project of type %s", (type) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-settings-"));
    await symlink(join(top, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type }));
    await writeFile(join(folder, "main.ts"), program);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const rows = settings
    .filter(({ module }) => type === "commonjs" || module !== "commonjs")
    .flatMap(({ compilers, ...one }) => compilers.map((compiler) => ({ ...one, compiler })));

  it.each(rows)(
    "compiles with module $module, resolution $moduleResolution, under $compiler, and runs",
    { timeout: 300_000 },
    async ({ module, moduleResolution, compiler, runs }) => {
      const compilerOptions = {
        module,
        ...(moduleResolution && { moduleResolution }),
        target: "es2022",
        lib: ["es2023", "esnext.disposable", "dom"],
        types: ["node"],
        rootDir: ".",
        outDir: "dist",
        strict: true,
        skipLibCheck: true,
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
      expect(await runCompiler(compiler, ["-p", folder], folder)).toBe("");
      if (!runs) return;
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "dist/main.js")]);
      expect(stdout).toBe(output);
    },
  );
});
