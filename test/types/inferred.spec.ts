import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCompiler, triedCompilers } from "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Functions whose types are left to the compiler, as programs write them. */
const programs = {
  "clients.ts": `
    import type { InstanceServiceClient } from "@svc/cloud/compute/v1";
    export const get = (from: InstanceServiceClient) => from.get({ id: "1" });
    export const whole = (from: InstanceServiceClient) => get(from).withResponse();
    export const metadata = async (from: InstanceServiceClient) => (await get(from)).metadata;
    export const createdAt = async (from: InstanceServiceClient) => (await metadata(from)).createdAt;
    export const create = (from: InstanceServiceClient) => from.create({});
    export const handle = async (from: InstanceServiceClient) => await create(from);
    export const status = async (from: InstanceServiceClient) => (await (await create(from)).wait()).status;
    export const all = (from: InstanceServiceClient) => from.listAll({});
    export const console = (from: InstanceServiceClient) => from.readConsole({});
    export const opened = (from: InstanceServiceClient) => console(from).withResponse();
    export const modify = (from: InstanceServiceClient) => from.modify({}, () => undefined);`,
  "pieces.ts": `
    import { maskFor } from "@svc/cloud";
    import { type Disk, DiskType, Instance, InstanceServiceMethods, UpdateInstanceRequest } from "@svc/cloud/compute/v1";
    export const methods = InstanceServiceMethods;
    export const { get } = InstanceServiceMethods;
    export const type = Instance;
    export const made = Instance.create({ spec: { cpu: 4 } });
    export const { encode, decode } = Instance;
    export const kinds = DiskType;
    export const { nameOf } = DiskType;
    export const kind = (disk: Disk) => disk.spec?.type;
    export const known = (disk: Disk) => (DiskType.isKnown(disk.spec?.type) ? disk.spec?.type : undefined);
    export const masks = maskFor(UpdateInstanceRequest);
    export const mask = maskFor(UpdateInstanceRequest).select((m) => [m.spec.cpu]);`,
  "facade.ts": `
    import type { CloudServices } from "@svc/cloud/services";
    export const create = (from: CloudServices) => from.computeV1.instance.create({});
    export const disks = (from: CloudServices) => from.computeV1.disk;
    export const profile = (from: CloudServices) => from.iamV1.profile.get({});`,
  "session.ts": `
    import { Cloud, CloudError, mock, serviceAccount, type CloudOptions } from "@svc/cloud";
    export const open = (options: CloudOptions) => new Cloud(options);
    export const error = (value: unknown) => (value instanceof CloudError ? value : undefined);
    export const errors = (value: unknown) => error(value)?.serviceErrors;
    export const details = (value: unknown) => error(value)?.details;
    export const hooks = (options: CloudOptions) => options.hooks;
    export const retry = (options: CloudOptions) => options.retry;
    export const key = serviceAccount.fromFile;
    export const fake = mock;`,
};

const settings = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  rootDir: ".",
  strict: true,
  declaration: true,
  emitDeclarationOnly: true,
  skipLibCheck: true,
};

describe("a program that writes declarations, under an installer that hides what it does not name", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-inferred-"));
    await mkdir(join(folder, "node_modules/@svc"), { recursive: true });
    await symlink(join(top, "generated/cloud"), join(folder, "node_modules/@svc/cloud"));
    await symlink(join(top, "node_modules/@types"), join(folder, "node_modules/@types"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  // Each on its own, since one program's imports would help the other.
  it.each(triedCompilers.flatMap((compiler) => Object.keys(programs).map((name) => ({ compiler, name }))))(
    "can leave the types of $name to $compiler",
    async ({ compiler, name }) => {
      const outDir = join(folder, "out", compiler);
      const config = join(folder, `${compiler.replaceAll(" ", "-")}-${name}.json`);
      await writeFile(config, JSON.stringify({ compilerOptions: { ...settings, outDir }, files: [name] }));
      expect(await runCompiler(compiler, ["-p", config])).toBe("");
      const declarations = await readFile(join(outDir, name.replace(".ts", ".d.ts")), "utf8");
      expect(declarations).not.toMatch(/: any\b|@stratus|node_modules/);
      // Where the runtime can be seen, too, the shortest way counts, and that must lead to the SDK.
      expect(declarations).not.toContain("google/protobuf");
    },
  );
});
