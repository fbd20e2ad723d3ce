import { beforeAll, describe, expect, it } from "vitest";
import { compilers, openFolder } from "../compile.fixture.js";

const lines = [
  [
    'await vms.create({ metadata: { parentID: "p" } });',
    "'parentID' does not exist in type 'ResourceMetadataInput'. Did you mean to write 'parentId'?",
  ],
  [
    "await vms.create({ spec: { cpus: 4 } });",
    "'cpus' does not exist in type 'MessageInit<InstanceSpec>'. Did you mean to write 'cpu'?",
  ],
  ["await vms.create({ spec: { stopAt: new Date() } });", "in common with type 'MessageInit<Timestamp>'"],
  ["await vms.create({ spec: { stopGracePeriod: 30 } });", "in common with type 'MessageInit<Duration>'"],
  [
    'await vms.create({ spec: { memoryBytes: "1024" } });',
    "'string' is not assignable to type 'number | bigint | undefined'",
  ],
  [
    'await vms.create({ spec: { recoveryPolicy: "FAIL" } });',
    "'string' is not assignable to type 'RecoveryPolicy | undefined'",
  ],
  ['await vms.create({ spec: { userData: "#!" } });', "'string' is not assignable to type 'Uint8Array"],
  [
    'await vms.create({ spec: { placement: { $case: "host", value: "h" } } });',
    `'"host"' is not assignable to type '"hostId" | "placementGroup"'`,
  ],
  [
    'await vms.create({ spec: { hostId: "h" } });',
    "'hostId' does not exist in type 'MessageInit<InstanceSpec>'",
  ],
  [
    "await vms.create({ spec: { filesystems: new Map() } });",
    "not assignable to type 'MessageInit<{ [key: string]: AttachedFilesystem; }>'",
  ],
  [
    "await vms.update({ metadata: { id } }, { resetMask: (m) => [m.spec.secondaryDisk] });",
    "Did you mean 'secondaryDisks'?",
  ],
  [
    "await vms.update({ metadata: { id } });",
    `Property '"the whole resource, a resetMask, or modify"' is missing in type`,
  ],
  ["vms.get({ id }).metadata;", "does not exist on type 'Call<Resource<Instance>>'"],
  [
    "vms.create({}).resourceId;",
    "does not exist on type 'ResourceOperationCall<Operation, Resource<Instance>>'",
  ],
  ["await vms.get({ id }, { timeout: 5 });", "'CallOptions'. Did you mean to write 'timeoutMs'?"],
  ["await vms.get(id);", "in common with type 'MessageInit<GetInstanceRequest>'"],
  ["for (const vm of vms.listAll({})) void vm;", "must have a '[Symbol.iterator]()' method"],
  ['new Cloud({ domain: "x" });', "'domain' does not exist in type 'CloudOptions'"],
  // One compiler says that apiDomain is missing, the other so on the next line.
  ["new Cloud({});", "type 'CloudOptions'"],
  ['new Cloud({ endpoint: "localhost:8443" });', "type 'CloudOptions'"],
  ['error.code === "NOTFOUND";', "the types 'ErrorCode' and '\"NOTFOUND\"' have no overlap"],
  ["mock(InstanceServiceClient, { gett: () => ({}) });", "Did you mean to write 'get'?"],
] as const;

const head = `
import { Cloud, CloudError, mock } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
declare const vms: InstanceServiceClient;
declare const id: string;
declare const error: CloudError;
void [Cloud, mock, error, id];
`;

describe.each(Object.keys(compilers) as (keyof typeof compilers)[])("a mistake, to %s", (compiler) => {
  const said = new Map<number, string>();
  beforeAll(async () => {
    await using folder = await openFolder();
    await folder.write({ "main.ts": head + lines.map(([line]) => line).join("\n") });
    const output = await folder.check(compiler);
    for (const [, line, text] of output.matchAll(/^main\.ts\((\d+),\d+\): error (.*(?:\n .*)*)$/gm))
      said.set(Number(line) - head.split("\n").length, text ?? "");
  });

  it.each(lines.map(([line, want], index) => ({ line, want, index })))(
    "is told plainly: $line",
    ({ want, index }) => {
      const text = said.get(index) ?? "";
      expect(text).toContain(want);
      expect(text.split("\n")[0]?.length).toBeLessThan(250);
    },
  );
});
