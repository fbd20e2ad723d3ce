import { beforeAll, describe, expect, it } from "vitest";
import { type Compiler, compilers, openFolder } from "../compile.fixture.js";

/** Programs that are wrong, each in a line, as people write them; `test/types/mistakes.spec.ts` has others and their texts. */
const refused = [
  "new Cloud({ apiDomain, retry: 3 });",
  'new Cloud({ apiDomain, timeoutMs: "5s" });',
  'new Cloud({ apiDomain, credentials: "token" });',
  "new Cloud({ apiDomain, hooks: { onCal: () => {} } });",
  "new Cloud({ apiDomain, interceptors: [{}] });",
  "new Cloud({ apiDomain, logger: console.log });",
  "new Cloud({ apiDomain, insecure: process.env.INSECURE });",
  "staticToken(process.env.TOKEN);",
  'commandToken("svc iam token");',
  "tokenFromFunction(() => undefined);",
  "new InstanceServiceClient();",
  "new InstanceServiceClient({ apiDomain });",
  "InstanceServiceClient(cloud);",
  "vms.remove({ id });",
  "await vms.get();",
  "await vms.get({ id: 5 });",
  "await vms.create({ metadata: { parent_id: id } });",
  "await vms.create({ metadata: null });",
  'await vms.create({ spec: { cpu: "4" } });',
  "await vms.create({ spec: { secondaryDisks: {} } });",
  "await vms.create({ status: {} });",
  "await vms.get({ id }, { signal: new AbortController() });",
  "await vms.get({ id }, 5000);",
  'await vms.get({ id }, { resetMask: "spec" });',
  "vms.create({}).wait();",
  "for (const vm of vms.list({})) void vm;",
  "for (const vm of await vms.list({})) void vm;",
  "(await vms.list({})).map((vm) => vm);",
  "(await vms.listAll({})).length;",
  "await vms.update({ metadata: { id }, spec: { cpu: 2 } });",
  "await vms.update({ metadata: { id } }, { resetMask: undefined });",
  'await vms.update({ metadata: { id } }, { resetMask: ["spec.cpu"] });',
  "await vms.modify({ id });",
  "await vms.modify(id, () => {});",
  "await vms.modify({ id }, (vm) => { vm.spec.cpus = 9; });",
  'await vms.modify({ id }, (vm) => { vm.spec.cpu = "9"; });',
  "mock(vms, {});",
  "mock(InstanceServiceClient, { get: {} });",
  "mock(InstanceServiceClient, { get: () => undefined });",
  "mock(InstanceServiceClient, { get: () => ({ spec: { cpus: 1 } }) });",
  "toJson(vm, Instance);",
  'Instance.decode("abc");',
  "if (error.code === 5) void 0;",
  "error.serviceErrors[0].service;",
] as const;

/**
 * Programs that compile and are refused when they run (`run-time-mistakes.fixture.ts`): a callback may return whatever its
 * last expression gives, as `list.push` does; what the server writes is a field like others to those who make a resource
 * for a test; and JSON has types only if the SDK is generated with them.
 */
const leftToRunTime = [
  "await vms.modify({ id }, () => ({ spec: { cpu: 9 } }));",
  "await vms.modify({ id }, (vm) => { vm.status = undefined; });",
  "await vms.modify({ id }, (vm) => { vm.metadata.id = id; });",
  "fromJson(Instance, { spec: { cpus: 1 } });",
] as const;

const head = `
import { Cloud, CloudError, commandToken, fromJson, mock, staticToken, toJson, tokenFromFunction } from "@svc/cloud";
import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
declare const process: { readonly env: { readonly [name: string]: string | undefined } };
declare const cloud: Cloud;
declare const vms: InstanceServiceClient;
declare const vm: Instance;
declare const id: string;
declare const apiDomain: string;
declare const error: CloudError;
void [Cloud, commandToken, fromJson, mock, staticToken, toJson, tokenFromFunction, Instance, cloud, vm, id, apiDomain, error];
void process.env;
`;

describe.each(Object.keys(compilers) as Compiler[])("a wrong program, to %s", (compiler) => {
  const said = new Map<number, string>();
  beforeAll(async () => {
    await using folder = await openFolder();
    await folder.write({ "main.ts": head + [...refused, ...leftToRunTime].join("\n") });
    const output = await folder.check(compiler);
    for (const [, line, text = ""] of output.matchAll(/^main\.ts\((\d+),\d+\): error (.*(?:\n .*)*)$/gm))
      said.set(Number(line) - head.split("\n").length, text);
  });

  it("is refused, and what is before it is not", () => {
    expect([...said.keys()].filter((line) => line < 0)).toEqual([]);
  });

  it.each(leftToRunTime.map((line, index) => ({ line, index: refused.length + index })))(
    "compiles, and is refused when it runs: $line",
    ({ index }) => {
      expect(said.get(index)).toBeUndefined();
    },
  );

  it.each(refused.map((line, index) => ({ line, index })))("is refused: $line", ({ index }) => {
    expect(said.get(index) ?? "").toMatch(/^TS\d+: /);
  });
});
