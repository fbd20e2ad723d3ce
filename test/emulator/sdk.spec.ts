import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Cloud } from "@svc/cloud";
import { DiskServiceClient } from "@svc/cloud/compute/v1";
import { descriptors } from "@svc/cloud/descriptors";
import { describe, expect, it } from "vitest";
import { startEmulator } from "@stratus/emulator";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A folder with a package in its `node_modules`. */
async function installed(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "application-"));
  const place = join(folder, "node_modules", name);
  await mkdir(place, { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(place, path), text);
  return folder;
}

const manifest = (exports: object) => JSON.stringify({ name: "@acme/cloud", type: "module", exports });
const withEntry = manifest({ "./descriptors": "./descriptors.js", "./package.json": "./package.json" });
const module = (domain: string | undefined) =>
  `export const descriptors = ${JSON.stringify({ ...descriptors, session: "AcmeCloud", apiDomain: domain })};`;

describe("an emulator of a generated package", () => {
  it.each([
    { name: "by the name of the package", sdk: "@svc/cloud" },
    { name: "by its folder", sdk: "./generated/cloud" },
    { name: "by its folder as a bare word", sdk: "generated/cloud" },
    { name: "by its module", sdk: "./generated/cloud/dist/descriptors.js" },
    { name: "by what the entry exports", sdk: descriptors },
  ])("serves its API, $name", async ({ sdk }) => {
    await using emulator = await startEmulator({ sdk, cwd: root });
    expect(emulator.api.services.map(({ desc }) => desc.typeName)).toContain(
      "svc.compute.v1.InstanceService",
    );
    expect(emulator.isImplemented("svc.compute.v1.InstanceService/Update")).toBe(true);
    expect(emulator.api.services.find(({ desc }) => desc.name === "InstanceService")?.endpoint).toBe(
      "compute",
    );
    expect(emulator.sdk?.session).toBe("Cloud");
  });

  it.each([["plain text"], ["TLS"]])("has the options of a session that calls it, in %s", async (kind) => {
    await using emulator = await startEmulator({
      sdk: descriptors,
      operationDelayMs: 1,
      ...(kind === "TLS" ? { tls: "generate" as const } : {}),
    });
    await using cloud = new Cloud({ ...emulator.session, parentId: "project-1" });
    const disks = new DiskServiceClient(cloud);
    const operation = await disks.create({ metadata: { name: "d-1" }, spec: { sizeBytes: 1, type: 1 } });
    expect((await operation.resource()).metadata.name).toBe("d-1");
    emulator.revokeTokens();
    expect((await disks.list({})).items).toHaveLength(1);
  });

  it("takes the API domain of its sessions, unless another is given", async () => {
    const cwd = await installed("@acme/cloud", {
      "package.json": withEntry,
      "descriptors.js": module("acme.test"),
    });
    await using emulator = await startEmulator({ sdk: "@acme/cloud", cwd });
    expect(emulator.apiDomain).toBe("acme.test");
    await using other = await startEmulator({ sdk: "@acme/cloud", apiDomain: "other.test", cwd });
    expect(other.apiDomain).toBe("other.test");
  });

  it.each([
    {
      name: "is not installed",
      sdk: "@acme/cluod",
      files: { "package.json": withEntry },
      want: /^sdk @acme\/cluod is not installed for .*: run `npm install @acme\/cluod`, or pass the path of its folder/,
    },
    {
      name: "is not built",
      sdk: "@acme/cloud",
      files: { "package.json": withEntry },
      want: /^sdk @acme\/cloud is not built: run `npm run build` in its folder$/,
    },
    {
      name: "is older than its descriptors",
      sdk: "@acme/cloud",
      files: { "package.json": manifest({ "./package.json": "./package.json" }) },
      want: /^sdk @acme\/cloud has no entry "\.\/descriptors": generate it with a newer protoc-gen-stratus/,
    },
    {
      name: "exports something else",
      sdk: "@acme/cloud",
      files: { "package.json": withEntry, "descriptors.js": "export const descriptors = 5;" },
      want: /exports no descriptors/,
    },
    {
      name: "does not load",
      sdk: "@acme/cloud",
      files: { "package.json": withEntry, "descriptors.js": "nonsense();" },
      want: /descriptors\.js cannot be loaded: nonsense is not defined/,
    },
    {
      name: "is a folder that is not there",
      sdk: "./nowhere",
      files: { "package.json": withEntry },
      want: /^sdk \.\/nowhere: there is no such folder or module$/,
    },
    {
      name: "is a folder without a package",
      sdk: ".",
      files: { "package.json": withEntry },
      want: /^sdk \.: .*package\.json is not the manifest of a package/,
    },
  ])("says what to do with one that $name", async ({ sdk, files, want }) => {
    const cwd = await installed("@acme/cloud", files);
    await expect(startEmulator({ sdk, cwd })).rejects.toThrow(want);
  });

  it("says what it takes if it gets something else", async () => {
    const module: unknown = await import("@svc/cloud/descriptors");
    await expect(startEmulator({ sdk: module as typeof descriptors })).rejects.toThrow(
      'the option sdk takes the name of a generated package, its folder, or `descriptors` of its entry "./descriptors"',
    );
  });
});
