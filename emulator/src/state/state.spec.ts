import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openCloud, zooProtos } from "../emulator.fixture.js";

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "emulator-")), "state.json");
}

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });

describe("a state file", () => {
  it("has everything that was acknowledged, though the emulator never got to close", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile, operationDelayMs: 1000 });
    const token = `Bearer ${first.emulator.issueToken({ subject: "robot", lifetimeMs: 1e9 })}`;
    const headers = { "X-Idempotency-Key": randomUUID() };
    const done = await first.must("InstanceService/Create", vm("done"), { headers, authorization: token });
    first.clock.advance(1000);
    first.emulator.script("InstanceService/Create", [
      { failOperation: { code: "INTERNAL", kind: "ResourceConflict", fields: { current_version: 5n } } },
    ]);
    const failing = await first.must("InstanceService/Create", vm("failing"));
    const running = await first.must("InstanceService/Create", vm("running"));

    await using second = await openCloud({ stateFile, operationDelayMs: 1000 });
    second.clock.advance(1000);
    const at = { authority: second.authorityOf("compute") };
    const get = (id: unknown) => second.must("OperationService/Get", { id: String(id) }, at);
    expect(await get(running["id"])).not.toHaveProperty("status");
    expect((await second.must("InstanceService/List", {}))["items"]).toMatchObject([
      { metadata: { name: "done" } },
    ]);
    second.clock.advance(1000);
    expect(await get(running["id"])).toMatchObject({ status: {}, createdBy: "tester" });
    expect(await get(failing["id"])).toMatchObject({
      status: { code: 13, details: [{ resourceConflict: { currentVersion: "5" } }] },
    });
    expect((await second.must("InstanceService/List", {}))["items"]).toMatchObject([
      { metadata: { name: "done" } },
      { metadata: { name: "running" } },
    ]);
    const again = await second.must("InstanceService/Create", vm("done"), { headers, authorization: token });
    expect(again["id"]).toBe(done["id"]);
  });

  it("holds no token", async () => {
    const stateFile = await newFile();
    await using cloud = await openCloud({ stateFile });
    const token = cloud.emulator.issueToken();
    await cloud.must("InstanceService/Create", vm("a"), { authorization: `Bearer ${token}` });
    expect(await readFile(stateFile, "utf8")).not.toContain(token);
  });

  it("is complete after many changes at once", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => first.must("InstanceService/Create", vm(`vm-${i}`))),
    );
    await using second = await openCloud({ stateFile });
    expect((await second.must("InstanceService/List", {}))["items"]).toHaveLength(50);
  });

  it.each([
    { name: "damaged", content: "{", want: /is damaged; move it away/ },
    { name: "of another form", content: '{"formVersion": 99}', want: /not of the form/ },
    { name: "something else", content: "[]", want: /not of the form/ },
  ])("is refused when it is $name", async ({ content, want }) => {
    const stateFile = await newFile();
    await writeFile(stateFile, content);
    await expect(openCloud({ stateFile })).rejects.toThrow(want);
  });

  it("is refused when it is of another API", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    await expect(openCloud({ stateFile, protos: zooProtos, cwd: zooProtos })).rejects.toThrow(
      /holds a svc\.compute\.v1\.Instance, which the API does not have/,
    );
  });
});
