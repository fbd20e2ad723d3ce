import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { compilers, openFolder, type Folder } from "../compile.fixture.js";
import { statedProtos } from "./stated.fixture.js";

const head = `
import { mock, type Api } from "./index.js";
import { CreateVmRequest, Spec, VmServiceClient, type CreateVmInput } from "./acme/v1/index.js";
declare const session: Api;
const vms = new VmServiceClient(session);
const id = "i";
const [resources, cpu, name] = [{}, 1, "n"];
const vm = await vms.get({ id });
void [mock, CreateVmRequest, Spec, resources, cpu, name, vm];
export type Given = CreateVmInput;
`;

/** Lines of programs, and what a compiler says of each; nothing where it takes them. */
const lines: readonly (readonly [line: string, said: string | undefined])[] = [
  // Required.
  ["await vms.create({ metadata: { name }, spec: { resources } });", undefined],
  ["await vms.create({ spec: { resources } });", undefined],
  ["await vms.create({});", "Property 'spec' is missing in type '{}' but required in type 'CreateVmInput'."],
  [
    "await vms.create({ spec: { cpu } });",
    "Property 'resources' is missing in type '{ cpu: number; }' but required in type 'SpecInput'.",
  ],
  [
    "await vms.create({ spec: { resources: undefined } });",
    "Type 'undefined' is not assignable to type 'MessageInit<Resources>'",
  ],
  [
    "await vms.create({ spec: { resources, disks: [{}] } });",
    "Property 'size' is missing in type '{}' but required in type 'DiskInput'.",
  ],
  [
    "await vms.create({ spec: { resources, disks: [{ size: 1n }], volumes: { a: { size: 2n } } } });",
    undefined,
  ],
  ["await vms.create({ spec: { resources, disks: [{ size: 1, marks: [1, 2n] }] } });", undefined],
  ["await vms.get({});", undefined],
  ["await vms.find({});", undefined],
  ["await vms.import([{ disk: { size: 1n } }]);", undefined],
  ["await vms.import([{}]);", "Property 'disk' is missing in type '{}' but required in type 'ImportInput'"],
  // The way out.
  ["await vms.create({ metadata: { name }, spec: { cpu } } as CreateVmInput);", undefined],
  ["await vms.create(CreateVmRequest.create({ spec: { cpu } }) as CreateVmInput);", undefined],
  // Written by the server alone.
  [
    'await vms.create({ spec: { resources, address: "a" } });',
    "'address' does not exist in type 'SpecInput'.",
  ],
  [
    "await vms.create({ metadata: { createdAt: {} }, spec: { resources } });",
    "'createdAt' does not exist in type 'MetadataInput'.",
  ],
  ["await vms.create({ metadata: vm.metadata, spec: { resources, place: vm.spec.place } });", undefined],
  ["await vms.create({ metadata: vm.metadata, spec: vm.spec } as Given);", undefined],
  ['Spec.create({ address: "a", disks: [{ serial: "s" }] });', undefined],
  // Updates.
  ["await vms.update({ metadata: vm.metadata, spec: { ...vm.spec, cpu } });", undefined],
  ["await vms.update({ metadata: vm.metadata, spec: vm.spec });", undefined],
  [
    "await vms.update({ metadata: { id }, spec: { cpu } }, { resetMask: (m) => [m.spec.address] });",
    undefined,
  ],
  ["await vms.update({ metadata: { id }, spec: { cpu } }, { carry: vm });", undefined],
  [
    'await vms.update({ metadata: { id }, spec: { address: "a" } }, { resetMask: "" });',
    "'address' does not exist in type 'MessageInit<SpecWhole>'.",
  ],
  ["await vms.modify({ id }, (draft) => { draft.spec.cpu = 2; });", undefined],
  // A part, named by a field mask.
  ['await vms.patch({ spec: { cpu }, mask: ["cpu"] });', undefined],
  ['await vms.patch({ mask: ["cpu"] });', "Property 'spec' is missing in type"],
  [
    'await vms.patch({ spec: { address: "a" } });',
    "'address' does not exist in type 'MessageInit<SpecInput>'.",
  ],
  // Mocks see what a server sees, and answer with anything.
  [
    "mock(VmServiceClient, { create: (request) => ({ metadata: { createdAt: request.metadata?.createdAt }, spec: { address: request.spec?.address } }) });",
    undefined,
  ],
  [
    "mock(VmServiceClient, { async import(requests) { for await (const { disk } of requests) void disk?.serial; return {}; } });",
    undefined,
  ],
  ["mock(VmServiceClient, { update: ({ spec }) => ({ spec: { address: spec?.address } }) });", undefined],
];

let folder: Folder;
beforeAll(async () => {
  const { files, error } = await generateFrom(statedProtos(), { parameter: "" });
  expect(error).toBe("");
  folder = await openFolder();
  await folder.write(files);
});
afterAll(() => folder[Symbol.asyncDispose]());

describe.each(Object.keys(compilers) as (keyof typeof compilers)[])("types of calls, to %s", (compiler) => {
  const said = new Map<number, string>();
  beforeAll(async () => {
    await folder.write({ "main.ts": head + lines.map(([line]) => line).join("\n") });
    const output = await folder.check(compiler);
    for (const [, line, text] of output.matchAll(/^main\.ts\((\d+),\d+\): error (.*(?:\n .*)*)$/gm))
      said.set(Number(line) - head.split("\n").length, text ?? "");
  });

  it.each(lines.map(([line, want], index) => ({ line, want, index })))("$line", ({ want, index }) => {
    const text = said.get(index);
    if (want === undefined) return expect(text).toBeUndefined();
    expect(text).toContain(want);
    expect(text?.split("\n")[0]?.length).toBeLessThan(250);
  });
});
