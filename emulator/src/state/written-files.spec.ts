import { cp, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCloud, root } from "../emulator.fixture.js";

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });

/** A copy of the checked-in files: what form version 3 left of a kill, a state with a journal that follows it. */
async function copyFiles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emulator-"));
  await cp(`${root}emulator/testdata/state`, folder, { recursive: true });
  return join(folder, "cloud.state");
}

describe("files that were written before", () => {
  it("are read: resources, operations, tokens, idempotency keys, and what was running", async () => {
    const stateFile = await copyFiles();
    await using cloud = await openCloud({ stateFile, operationDelayMs: 1000 });
    const at = { authority: cloud.authorityOf("compute"), authorization: "Bearer kept-token" };
    const get = (id: string) => cloud.must("OperationService/Get", { id }, at);
    expect((await cloud.must("InstanceService/List"))["items"]).toMatchObject([
      { metadata: { name: "first" } },
    ]);
    expect(await get("operation-y2zgighk7avty3l7")).toMatchObject({
      status: { code: 13, details: [{ resourceConflict: { currentVersion: "5" } }] },
    });
    for (const [key, name, id] of [
      ["0123456789abcdef", "first", "operation-enikq3u2qjip4inn"],
      ["fedcba9876543210", "running", "operation-ylt6kennflgif64k"],
    ] as const) {
      const call = { headers: { "X-Idempotency-Key": key }, authorization: "Bearer kept-token" };
      expect(await cloud.must("InstanceService/Create", vm(name), call)).toMatchObject({ id });
    }
    cloud.clock.advance(3000);
    expect(await get("operation-ylt6kennflgif64k")).toMatchObject({ status: {} });
    const { items } = await cloud.must("InstanceService/List");
    expect(items).toMatchObject([{ metadata: { name: "first" } }, { metadata: { name: "running" } }]);
  });

  it("are what they were beside a state that was being written, which comes to nothing", async () => {
    const stateFile = await copyFiles();
    await writeFile(`${stateFile}.new`, '{"formVersion":3,"generation":9}\n["resource","svc.com');
    const cloud = await openCloud({ stateFile });
    await cloud.must("InstanceService/Create", vm("second"));
    await cloud[Symbol.asyncDispose]();
    expect(await readdir(join(stateFile, ".."))).toEqual(["cloud.state"]);
    await using again = await openCloud({ stateFile });
    const { items } = await again.must("InstanceService/List");
    expect((items as object[]).length).toBe(2);
  });
});
