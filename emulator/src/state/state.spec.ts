import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openCloud, zooProtos } from "../emulator.fixture.js";
import { copyState } from "./crash-copy.fixture.js";

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "emulator-")), "state.json");
}

/** The state file and what lies beside it. */
async function filesOf(stateFile: string): Promise<string[]> {
  const entries = await readdir(dirname(stateFile));
  return entries.sort().map((entry) => join(dirname(stateFile), entry));
}

async function readAll(stateFile: string): Promise<string> {
  const texts = (await filesOf(stateFile)).map((file) => readFile(file, "utf8"));
  return (await Promise.all(texts)).join("");
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

    await using second = await openCloud({ stateFile: await copyState(stateFile), operationDelayMs: 1000 });
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
    expect(await readAll(stateFile)).toContain("tester");
    expect(await readAll(stateFile)).not.toContain(token);
  });

  it("costs at each change what that changes", async () => {
    const stateFile = await newFile();
    await using cloud = await openCloud({ stateFile });
    for (let i = 0; i < 100; i += 1) await cloud.must("InstanceService/Create", vm(`vm-${i}`));
    const sizes = async () =>
      Promise.all((await filesOf(stateFile)).map(async (file) => (await stat(file)).size));
    const total = async () => (await sizes()).reduce((sum, size) => sum + size, 0);
    const before = await total();
    await cloud.must("InstanceService/Create", vm("one more"));
    expect((await total()) - before).toBeLessThan(4000);
    expect(before).toBeGreaterThan(50_000);
  });

  it("is one file after an orderly stop, and has its changes beside it while the emulator runs", async () => {
    const stateFile = await newFile();
    const first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    expect((await filesOf(stateFile)).map((file) => file.slice(dirname(stateFile).length + 1))).toEqual([
      "state.json",
      "state.json.1.journal",
    ]);
    for (const file of await filesOf(stateFile)) expect((await stat(file)).mode & 0o777).toBe(0o600);
    await first[Symbol.asyncDispose]();
    expect(await filesOf(stateFile)).toEqual([stateFile]);
    const lines = (await readFile(stateFile, "utf8")).trimEnd().split("\n");
    for (const line of lines) JSON.parse(line);
    await using second = await openCloud({ stateFile });
    expect((await second.must("InstanceService/List"))["items"]).toHaveLength(1);
  });

  it("folds its journal when that has outgrown it, and loses nothing at any moment of that", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    let journals = "";
    let folds = 0;
    for (let i = 0; i < 150; i += 1) {
      await first.must("InstanceService/Create", vm(`vm-${i}`));
      const now = (await filesOf(stateFile)).join();
      if (now !== journals) folds += 1;
      if (now === journals && i % 25 !== 0) continue;
      journals = now;
      const copy = await copyState(stateFile);
      await using second = await openCloud({ stateFile: copy });
      expect((await second.must("InstanceService/List", { pageSize: 1000 }))["items"]).toHaveLength(i + 1);
    }
    expect(folds).toBeGreaterThan(2);
  });

  it("drops what a crash left unfinished at the end of a journal", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    const copy = join(await mkdtemp(join(tmpdir(), "emulator-")), "state.json");
    await writeFile(copy, await readFile(stateFile));
    const journal = await readFile(`${stateFile}.1.journal`);
    await writeFile(`${copy}.1.journal`, Buffer.concat([journal, journal.subarray(0, 300)]));
    await using second = await openCloud({ stateFile: copy });
    expect((await second.must("InstanceService/List"))["items"]).toHaveLength(1);
    await second.must("InstanceService/Create", vm("b"));
    await using third = await openCloud({ stateFile: await copyState(copy) });
    expect((await third.must("InstanceService/List"))["items"]).toHaveLength(2);
  });

  it("leaves out a journal that is in the snapshot already", async () => {
    const stateFile = await newFile();
    const first = await openCloud({ stateFile });
    const { resourceId } = await first.must("InstanceService/Create", vm("a"));
    const stale = await readFile(`${stateFile}.1.journal`);
    await first.must("InstanceService/Delete", { id: String(resourceId) });
    await first[Symbol.asyncDispose]();
    await writeFile(`${stateFile}.1.journal`, stale);
    await using second = await openCloud({ stateFile });
    expect(await second.must("InstanceService/List")).toEqual({});
    expect(await filesOf(stateFile)).not.toContain(`${stateFile}.1.journal`);
  });

  it("is complete after many changes at once", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => first.must("InstanceService/Create", vm(`vm-${i}`))),
    );
    await using second = await openCloud({ stateFile: await copyState(stateFile) });
    expect((await second.must("InstanceService/List", {}))["items"]).toHaveLength(50);
  });

  it.each([
    { name: "something else", content: "{", want: /state\.json cannot be read: its format is not the one/ },
    {
      name: "of another form",
      content: '{"formVersion": 99}\n',
      want: /its format is not the one .* move it away/,
    },
    { name: "empty", content: "", want: /its format is not the one/ },
    { name: "cut off", content: '{"formVersion":3,"generation":1}\n', want: /line 1: the file is cut off/ },
    {
      name: "damaged in a line",
      content: '{"formVersion":3,"generation":1}\n["disk","a",{}]\n["end",1,""]\n',
      want: /state\.json cannot be used: line 2: it is not an entry of a state; move it away/,
    },
    {
      name: "changed by somebody else",
      content:
        '{"formVersion":3,"generation":1}\n["token","a",{"subject":"s","expiresAtMs":1}]\n["end",1,"00"]\n',
      want: /line 3: something above it has been changed or damaged/,
    },
  ])("is refused when it is $name, and left as it is", async ({ content, want }) => {
    const stateFile = await newFile();
    await writeFile(stateFile, content);
    const message = expect.stringMatching(want);
    await expect(openCloud({ stateFile })).rejects.toMatchObject({ code: "STATE_INVALID", message });
    expect(await filesOf(stateFile)).toEqual([stateFile]);
    expect(await readFile(stateFile, "utf8")).toBe(content);
  });

  it("is refused when a journal is damaged, or is all that is left, and both are left as they are", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    const copy = await copyState(stateFile);
    const journal = await readFile(`${copy}.1.journal`, "utf8");
    await writeFile(`${copy}.1.journal`, `${journal.slice(0, 100)}\n${journal}`);
    const before = await readAll(copy);
    await expect(openCloud({ stateFile: copy })).rejects.toThrow(
      /1\.journal is damaged in line 1: it is not an entry of a state; move it away/,
    );
    expect(await readAll(copy)).toBe(before);
    await rm(copy);
    await expect(openCloud({ stateFile: copy })).rejects.toThrow(/state\.json is missing, but its journal/);
    expect(await filesOf(copy)).toEqual([`${copy}.1.journal`]);
  });

  it("is refused when there is no directory for it", async () => {
    await expect(openCloud({ stateFile: "/no/such/place/state.json" })).rejects.toThrow(
      /state file \/no\/such\/place\/state\.json: there is no directory/,
    );
  });

  it("is refused when it is of another API", async () => {
    const stateFile = await newFile();
    await using first = await openCloud({ stateFile });
    await first.must("InstanceService/Create", vm("a"));
    const other = { stateFile: await copyState(stateFile), protos: zooProtos, cwd: zooProtos };
    await expect(openCloud(other)).rejects.toMatchObject({
      code: "STATE_INVALID",
      message: expect.stringContaining("svc.compute.v1.Instance, which the API does not have"),
    });
  });
});
