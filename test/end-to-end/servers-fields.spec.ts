import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { openFolder, type Folder } from "../compile.fixture.js";
import { statedProtos } from "../types/stated.fixture.js";

const program = `
import { Api, mock, staticToken } from "./index.js";
import { type CreateVmInput, Vm, VmServiceClient } from "./acme/v1/index.js";

const resources = { platform: "p" };
const open = (endpoint: string, token: string): Api =>
  new Api({ apiDomain: "api.example.com", endpoint, insecure: true, credentials: staticToken(token), parentId: "p" });

/** Hands everything back that was read. */
export async function handsBack(endpoint: string, token: string): Promise<object> {
  await using session = open(endpoint, token);
  const vms = new VmServiceClient(session);
  const spec = { resources, cpu: 1, disks: [{ size: 1n }] };
  const made = await vms.create({ metadata: { name: "a" }, spec });
  const read = await vms.get({ id: made.metadata.id });
  const copy = await vms.create({ metadata: { ...read.metadata, id: "", name: "b" }, spec: read.spec } as CreateVmInput);
  const updated = await vms.update({ metadata: read.metadata, spec: { ...read.spec, cpu: 2 } });
  const modified = await vms.modify({ id: read.metadata.id }, (vm) => { vm.spec.cpu = 3; });
  return { times: [made, read, copy, updated, modified].map((vm) => vm.metadata.createdAt !== undefined), cpu: modified.spec.cpu };
}

/** The requests that arrive where everything is given that a message has. */
export async function arrives(): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const vm = Vm.create({
    metadata: { id: "i", parentId: "p", name: "n", resourceVersion: 4n, createdAt: { seconds: 5n } },
    spec: { resources, address: "a", cpu: 1, disks: [{ size: 1n, serial: "s" }], volumes: { v: { size: 2n, serial: "s" } } },
  });
  const vms = mock(VmServiceClient, {
    create: (request) => (seen.push(request), vm),
    update: (request) => (seen.push(request), vm),
    get: () => vm,
  });
  const read = await vms.get({ id: "i" });
  await vms.create({ metadata: read.metadata, spec: read.spec } as CreateVmInput);
  await vms.update({ metadata: read.metadata, spec: read.spec });
  await vms.update({ metadata: { id: "i" }, spec: { cpu: 7 } }, { carry: read });
  return seen;
}
`;

interface Program {
  handsBack(endpoint: string, token: string): Promise<object>;
  arrives(): Promise<readonly { readonly metadata: object; readonly spec: object }[]>;
}

describe("fields that only the server writes", () => {
  let folder: Folder;
  let emulator: Emulator;
  let loaded: Program;
  beforeAll(async () => {
    const files = compileProtos(statedProtos());
    const { files: output, error } = await runPlugin(requestOf(files));
    expect(error).toBe("");
    folder = await openFolder();
    await folder.write({ ...output, "main.ts": program });
    expect(await folder.compile("TypeScript 7")).toBe("");
    loaded = (await import(pathToFileURL(join(folder.path, "dist/main.js")).href)) as Program;
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: files }));
    emulator = await startEmulator({ registry });
  });
  afterAll(async () => {
    await emulator?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  it("may be handed back as they were read, and a server has its own way with them", async () => {
    expect(await loaded.handsBack(emulator.address, emulator.issueToken())).toEqual({
      times: [true, true, true, true, true],
      cpu: 3,
    });
  });

  it("are not sent, at any depth; what names or guards the resource is", async () => {
    for (const { metadata, spec } of await loaded.arrives()) {
      expect(metadata).toMatchObject({ id: "i", name: "n", resourceVersion: 4n, createdAt: undefined });
      expect(spec).toMatchObject({
        address: "",
        disks: [{ size: 1n, serial: "" }],
        volumes: { v: { serial: "" } },
      });
    }
  });
});
