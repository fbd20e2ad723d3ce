import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, toBinary } from "@bufbuild/protobuf";
import { loadDescriptors } from "./descriptors/load.js";
import { openCloud, root, type TestCloud } from "./emulator.fixture.js";
import { build } from "./messages/assign.js";
import { runs } from "../../test/runs.js";

/** What a program does. `slot` picks one of the resources that were ever created. */
type Step =
  | { readonly do: "create"; readonly name: string; readonly size: number }
  | {
      readonly do: "update";
      readonly slot: number;
      readonly size: number;
      readonly mask: boolean;
      readonly stale: boolean;
    }
  | { readonly do: "delete" | "get"; readonly slot: number }
  | { readonly do: "list" };

/** A disk as the model knows it. */
interface ModelDisk {
  readonly name: string;
  size: number;
  version: number;
}

const slot = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("create" as const),
    name: fc.constantFrom("a", "b", "c", "d"),
    size: fc.nat(3),
  }),
  fc.record({
    do: fc.constant("update" as const),
    slot,
    size: fc.nat(3),
    mask: fc.boolean(),
    stale: fc.boolean(),
  }),
  fc.record({ do: fc.constant("delete" as const), slot }),
  fc.record({ do: fc.constant("get" as const), slot }),
  fc.constant({ do: "list" as const }),
);

/** Runs a step of one client against emulator and model, and compares what comes of it. */
async function runStep(
  cloud: TestCloud,
  parentId: string,
  model: Map<string, ModelDisk>,
  ids: string[],
  step: Step,
) {
  if (step.do === "create") {
    const request = { metadata: { parentId, name: step.name }, spec: { sizeBytes: step.size } };
    const outcome = await cloud.call("DiskService/Create", request);
    const isTaken = [...model.values()].some(({ name }) => name === step.name);
    expect(outcome.code).toBe(isTaken ? "ALREADY_EXISTS" : "OK");
    if (isTaken) return;
    const id = String(outcome.response["resourceId"]);
    ids.push(id);
    model.set(id, { name: step.name, size: step.size, version: 1 });
  } else if (step.do === "list") {
    const { items = [] } = await cloud.must("DiskService/List", { parentId });
    expect((items as JsonObject[]).map(seen)).toEqual([...model].map(([id, disk]) => ({ id, ...disk })));
  } else {
    const id = ids[step.slot % Math.max(1, ids.length)] ?? "nothing";
    const disk = model.get(id);
    if (step.do === "update") return update(cloud, id, disk, step);
    const outcome = await cloud.call(step.do === "get" ? "DiskService/Get" : "DiskService/Delete", { id });
    expect(outcome.code).toBe(disk === undefined ? "NOT_FOUND" : "OK");
    if (step.do === "delete") model.delete(id);
    else if (disk !== undefined) expect(seen(outcome.response)).toEqual({ id, ...disk });
  }
}

async function update(
  cloud: TestCloud,
  id: string,
  disk: ModelDisk | undefined,
  step: Step & { do: "update" },
) {
  const resourceVersion = step.stale ? (disk?.version ?? 1) + 1 : (disk?.version ?? 0);
  const request = { metadata: { id, resourceVersion }, spec: { sizeBytes: step.size } };
  const headers = step.mask ? { "x-resetmask": "spec.size_bytes" } : {};
  const { code } = await cloud.call("DiskService/Update", request, { headers });
  expect(code).toBe(disk === undefined ? "NOT_FOUND" : step.stale ? "ABORTED" : "OK");
  if (disk === undefined || step.stale) return;
  if (step.size !== 0 || step.mask) disk.size = step.size;
  disk.version += 1;
}

function seen(resource: JsonObject) {
  const { metadata, spec } = resource as { metadata: Record<string, string>; spec?: { sizeBytes?: string } };
  return {
    id: metadata["id"],
    name: metadata["name"],
    size: Number(spec?.sizeBytes ?? 0),
    version: Number(metadata["resourceVersion"]),
  };
}

describe("whatever several clients do at once", () => {
  it("the emulator does what a plain map would", async () => {
    await using cloud = await openCloud();
    const numRuns = runs(25);
    let steps = 0;
    let run = 0;
    const clients = fc.array(fc.array(step, { minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(clients, async (programs) => {
        run += 1;
        await Promise.all(
          programs.map(async (program, client) => {
            const model = new Map<string, ModelDisk>();
            const ids: string[] = [];
            for (const one of program) {
              steps += 1;
              await runStep(cloud, `parent-${run}-${client}`, model, ids, one);
            }
          }),
        );
      }),
      { numRuns },
    );
    expect(steps).toBeGreaterThan(5 * numRuns);
  });
});

/** `npm run long -- properties` lists 100,000. */
const diskCount = runs(10_000);

describe(`${diskCount} resources`, () => {
  it("are listed page by page in bounded memory, each once, and no page is larger than asked for", async () => {
    await using cloud = await openCloud({ stateFile: await fileWithDisks(diskCount) });
    const names = new Set<unknown>();
    let largest = 0;
    let firstHeap = 0;
    for (let pageToken = ""; ;) {
      const page = await cloud.must("DiskService/List", { parentId: "p", pageSize: 1000, pageToken });
      const items = page["items"] as { metadata: JsonObject }[];
      for (const { metadata } of items) names.add(metadata["name"]);
      largest = Math.max(largest, items.length);
      firstHeap ||= heapInUse();
      pageToken = String(page["nextPageToken"] ?? "");
      if (pageToken === "") break;
    }
    expect(names.size).toBe(diskCount);
    expect(largest).toBe(1000);
    // The names that this test keeps take a hundred bytes each; all pages would take thousands.
    expect(heapInUse() - firstHeap).toBeLessThan(5 * 2 ** 20 + 250 * diskCount);
  });
});

/** Bytes of the heap that something still holds. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

/** A state file as the emulator itself writes it, with that many disks. */
async function fileWithDisks(count: number): Promise<string> {
  const registry = await loadDescriptors({ protos: "protos" }, root);
  const desc = registry.getMessage("svc.compute.v1.Disk")!;
  const entries = Array.from({ length: count }, (_, i) => {
    const metadata = { id: `disk-${i}`, parent_id: "p", name: `name-${i}` };
    const base64 = Buffer.from(toBinary(desc, build(desc, { metadata }).message)).toString("base64");
    const { typeName } = desc;
    const item = { typeName, id: metadata.id, parentId: "p", name: metadata.name, sequence: i + 1, base64 };
    return `${JSON.stringify(["resource", `${typeName}/${item.id}`, item])}\n`;
  });
  const path = join(await mkdtemp(join(tmpdir(), "emulator-")), "state.json");
  const text = `{"formVersion":3,"generation":1}\n${entries.join("")}`;
  const digest = createHash("sha256").update(text).digest("hex");
  await writeFile(path, `${text}["end",${count},"${digest}"]\n`);
  return path;
}
