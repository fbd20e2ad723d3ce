import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newAccount, openCloud, type TestCloud } from "../emulator.fixture.js";
import { copyState } from "./crash-copy.fixture.js";
import { runs } from "../../../test/runs.js";

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "state-image-")), "state.json");
}

async function names(cloud: TestCloud): Promise<string[]> {
  const { items = [] } = await cloud.must("InstanceService/List", { parentId: "p" });
  return (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}

describe("a reset and a restored snapshot", () => {
  it("are on disk when they are done, so that a kill brings nothing back", async () => {
    const stateFile = await newFile();
    await using cloud = await openCloud({ stateFile });
    await cloud.must("InstanceService/Create", vm("a"));
    const snapshot = cloud.emulator.snapshot();
    await cloud.must("InstanceService/Create", vm("b"));
    await cloud.emulator.reset();
    const killed = async () => {
      await using after = await openCloud({ stateFile: await copyState(stateFile) });
      return await names(after);
    };
    expect(await killed()).toEqual([]);
    await cloud.emulator.restore(snapshot);
    expect(await killed()).toEqual(["a"]);
    await cloud.emulator.seedText("$resource: compute/instance\nmetadata: { parentId: p, name: seeded }\n");
    expect(await killed()).toEqual(["a", "seeded"]);
  });

  it("keep tokens and service accounts, and free names and idempotency keys", async () => {
    await using cloud = await openCloud();
    cloud.emulator.addServiceAccount(newAccount("robot"));
    const headers = { "X-Idempotency-Key": randomUUID() };
    const first = await cloud.must("InstanceService/Create", vm("a"), { headers });
    await cloud.emulator.reset();
    const second = await cloud.must("InstanceService/Create", vm("a"), { headers });
    expect(second["id"]).not.toBe(first["id"]);
    const authorization = `Bearer ${cloud.emulator.issueToken({ subject: "robot" })}`;
    expect((await cloud.call("ProfileService/Get", {}, { authorization })).code).toBe("OK");
  });

  it("end the wait for an operation that is gone, and bring running ones back with the clock of that time", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000 });
    const { id, resourceId } = await cloud.must("InstanceService/Create", vm("a"));
    const snapshot = cloud.emulator.snapshot();
    cloud.emulator.clock.advance(1000);
    expect(await names(cloud)).toEqual(["a"]);
    await cloud.emulator.restore(snapshot);
    expect(await names(cloud)).toEqual([]);
    const at = { authority: cloud.authorityOf("compute") };
    expect(await cloud.must("OperationService/Get", { id: String(id) }, at)).not.toHaveProperty("status");
    cloud.emulator.clock.advance(1000);
    expect((await cloud.must("InstanceService/Get", { id: String(resourceId) }))["metadata"]).toMatchObject({
      name: "a",
    });
  });

  it("are refused for the snapshot of another emulator", async () => {
    await using cloud = await openCloud();
    await using other = await openCloud();
    await expect(cloud.emulator.restore(other.emulator.snapshot())).rejects.toMatchObject({
      code: "OPTION_INVALID",
    });
  });

  it("bring back exactly what was there, whatever happened since", async () => {
    await using cloud = await openCloud();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { maxLength: 6 }),
        fc.array(fc.nat(3), { maxLength: 6 }),
        async (before, after) => {
          await cloud.emulator.reset();
          const act = async (n: number) => {
            const known = await cloud.call("InstanceService/GetByName", { parentId: "p", name: `vm-${n}` });
            const id = (known.response["metadata"] as { id?: string } | undefined)?.id;
            if (id === undefined) await cloud.must("InstanceService/Create", vm(`vm-${n}`));
            else
              await cloud.must(
                n % 2 === 0 ? "InstanceService/Delete" : "InstanceService/Update",
                n % 2 === 0 ? { id } : { metadata: { id }, spec: { cpu: n } },
              );
          };
          for (const n of before) await act(n);
          const want = await cloud.emulator.export({ secrets: true });
          const snapshot = cloud.emulator.snapshot();
          for (const n of after) await act(n);
          await cloud.emulator.restore(snapshot);
          expect(await cloud.emulator.export({ secrets: true })).toBe(want);
        },
      ),
      { numRuns: runs(10) },
    );
  });
});

describe("the emulator's clock", () => {
  it("ends a delay early when it is advanced, and holds it while it is frozen", async () => {
    await using cloud = await openCloud();
    cloud.emulator.script("DiskService/List", [{ delayMs: 5000 }]);
    cloud.emulator.clock.freeze();
    let isDone = false;
    const call = cloud.call("DiskService/List", { parentId: "p" }).then(({ code }) => {
      isDone = true;
      return code;
    });
    await expect.poll(() => cloud.emulator.calls().length).toBe(1);
    cloud.clock.advance(60_000);
    cloud.emulator.clock.advance(4999);
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("OK");
    expect(isDone).toBe(false);
    cloud.emulator.clock.advance(1);
    expect(await call).toBe("OK");
  });

  it("continues from where it was frozen", async () => {
    await using cloud = await openCloud();
    const { clock } = cloud.emulator;
    clock.freeze(Date.parse("2031-01-01T00:00:00Z"));
    cloud.clock.advance(1000);
    clock.resume();
    cloud.clock.advance(5);
    expect(new Date(clock.now()).toISOString()).toBe("2031-01-01T00:00:00.005Z");
    clock.reset();
    expect(clock.now()).toBe(cloud.clock.now());
  });
});
