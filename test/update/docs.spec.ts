import type { DescField } from "@bufbuild/protobuf";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient, type Instance } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCustomOptions, fieldBehaviors } from "@stratus/convention";
import { messageType } from "../mask/schema.fixture.js";
import { answerBy } from "./emulator-servers.fixture.js";
import { plainReading } from "./server-reading.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "README.md",
  "docs/how-to/change-resources.md",
  "docs/how-to/convert-json.md",
  "docs/how-to/run-the-emulator.md",
  "docs/how-to/test-a-program.md",
];
type Spec = NonNullable<Instance["spec"]>;

/** What each line of the docs that updates an instance makes of its spec, by what the line holds. */
const wanted: readonly { readonly line: string; readonly change: (spec: Spec) => Partial<Spec> }[] = [
  { line: "vm.spec.cpu = 8; vm.spec.secondaryDisks = []; }", change: () => ({ cpu: 8, secondaryDisks: [] }) },
  { line: "vm.spec.cpu = 8; })", change: () => ({ cpu: 8 }) },
  { line: "{ carry: vm }", change: () => ({ cpu: 8 }) },
  { line: "spec: { ...vm.spec, secondaryDisks: [] }", change: () => ({ secondaryDisks: [] }) },
  { line: "[m.spec.secondaryDisks]", change: () => ({ secondaryDisks: [] }) },
];

/** The statements of the docs that update an instance, as they stand there. */
const examples = pages.flatMap((page) =>
  [...readFileSync(`${top}${page}`, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
    [...block.matchAll(/^(?:const \w+ = )?(await instances\.(?:update|modify)\(.*?\);)$/gms)].map(
      ([, code = ""]) => ({
        page,
        code,
      }),
    ),
  ),
);

describe.each([
  ["the emulator", false],
  ["the emulator that answers by the other reading", true],
])("the examples of the docs, at %s", (_, isPlain) => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  let made = 0;

  beforeAll(async () => {
    emulator = await startEmulator({ protos: ".", cwd: top });
    const { registry } = emulator.api;
    const options = createCustomOptions(registry.files);
    const resource = messageType(registry, "svc.compute.v1.Instance");
    const behaviors = (field: DescField) => [...fieldBehaviors(field, options)];
    if (isPlain)
      answerBy(plainReading, emulator, "svc.compute.v1.InstanceService/Update", { resource, behaviors });
    cloud = new Cloud({
      apiDomain: emulator.apiDomain,
      endpoint: emulator.address,
      insecure: true,
      credentials: staticToken(emulator.issueToken()),
    });
    instances = new InstanceServiceClient(cloud);
  });
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  it.each(examples)("$page: $code", async ({ code }) => {
    const want = wanted.find(({ line }) => code.includes(line));
    if (!want) throw new Error("the test does not know what this line is for");
    const name = `web-${++made}`;
    const operation = await instances.create({
      metadata: { parentId: "p", name, labels: { a: "1" } },
      spec: {
        cpu: 4,
        memoryBytes: 8n,
        secondaryDisks: [{ diskId: "d1" }, { diskId: "d2" }],
        platform: "cpu-e2",
        priceLimit: 0,
        filesystems: { home: { filesystemId: "f" } },
      },
    });
    const id = operation.resourceId;
    const vm = await instances.get({ id });
    const run = new Function("instances", "id", "vm", "operation", `return (async () => { ${code} })();`);
    await (run(instances, id, vm, operation) as Promise<void>);
    const after = await instances.get({ id });
    expect(after.spec).toEqual({ ...vm.spec, ...want.change(vm.spec) });
    expect(after.metadata).toMatchObject({ name, labels: { a: "1" }, parentId: "p" });
    expect(after.status).toEqual(vm.status);
  });

  it("are there", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });
});
