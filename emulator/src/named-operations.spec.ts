import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { bufBuild } from "./descriptors/buf-build.js";
import { openCloud, root, type TestCloud } from "./emulator.fixture.js";
import type { EmulatorOptions } from "./options/options.js";

const image = bufBuild("emulator/testdata/press", root);
const open = async (options: EmulatorOptions = {}): Promise<TestCloud> =>
  openCloud({ image: await image, operationDelayMs: 1_000, ...options });
const at = (cloud: TestCloud) => ({ authority: cloud.authorityOf("press") });
const read = (cloud: TestCloud, { name = "" }: JsonObject): Promise<JsonObject> =>
  cloud.must("Jobs/GetOperation", { name }, at(cloud));
/** Until so many calls wait by the emulator's clock. */
const waiting = async (cloud: TestCloud, count: number): Promise<void> =>
  void (await expect.poll(() => cloud.clock.sleeping).toBe(count));
const book = { metadata: { name: "b" }, spec: { pages: 9 } };

describe("operations of AIP-151", () => {
  it("run, and hold the resource in the end, as it was then", async () => {
    await using cloud = await open();
    const running = await cloud.must("BookService/Create", book);
    expect(running).toMatchObject({
      name: expect.stringMatching(/^operation-/),
      metadata: {
        "@type": "type.googleapis.com/acme.press.v1.Progress",
        target: expect.stringMatching(/^book-/),
        createTime: "2030-01-01T00:00:00Z",
        verb: "create",
      },
    });
    expect(running).not.toHaveProperty("done");
    expect(running).not.toHaveProperty("response");
    cloud.clock.advance(1_000);
    const over = await read(cloud, running);
    const id = String((over["metadata"] as JsonObject)["target"]);
    expect(over).toMatchObject({
      done: true,
      metadata: { progressPercent: 100, endTime: "2030-01-01T00:00:01Z" },
      response: {
        "@type": "type.googleapis.com/acme.press.v1.Book",
        metadata: { id, name: "b" },
        spec: { pages: 9 },
      },
    });
    const changed = await cloud.must("BookService/Update", { metadata: { id }, spec: { pages: 10 } });
    expect(changed).not.toHaveProperty("metadata");
    cloud.clock.advance(1_000);
    expect(await read(cloud, changed)).toMatchObject({ done: true, response: { spec: { pages: 10 } } });
    const gone = await cloud.must("BookService/Delete", { id });
    cloud.clock.advance(1_000);
    expect(await read(cloud, gone)).toMatchObject({
      done: true,
      response: { "@type": "type.googleapis.com/google.protobuf.Empty" },
    });
    expect((await cloud.call("BookService/Get", { id })).code).toBe("NOT_FOUND");
    // What the first one made is what it made then.
    expect(await read(cloud, running)).toMatchObject({ response: { spec: { pages: 9 } } });
    const { jobs } = await cloud.must("Jobs/ListOperations", {}, at(cloud));
    expect((jobs as JsonObject[]).map(({ name }) => name)).toEqual([
      gone["name"],
      changed["name"],
      running["name"],
    ]);
  });

  it("are read where they were made, though their service has a host of its own", async () => {
    await using cloud = await open();
    const { name = "" } = await cloud.must("BookService/Create", book);
    const elsewhere = await cloud.call("Jobs/GetOperation", { name }, { authority: "jobs.example.com:443" });
    expect(elsewhere.code).toBe("UNIMPLEMENTED");
    expect(elsewhere.message).toContain(
      "at the endpoint of the service that created it: one of press.api.example.com:443",
    );
    expect((await cloud.call("Jobs/GetOperation", { name: "nobody" }, at(cloud))).code).toBe("NOT_FOUND");
  });

  it("end without their effect when they are cancelled, and stay as they are when they are over", async () => {
    await using cloud = await open();
    const job = await cloud.must("BookService/Create", book);
    const { name = "" } = job;
    expect(await cloud.must("Jobs/CancelOperation", { name }, at(cloud))).toEqual({});
    const ended = { done: true, error: { code: 1, message: "cancelled by the caller" } };
    expect(await read(cloud, job)).toMatchObject(ended);
    cloud.clock.advance(1_000);
    expect(await read(cloud, job)).toMatchObject(ended);
    const id = String((job["metadata"] as JsonObject)["target"]);
    expect((await cloud.call("BookService/Get", { id })).code).toBe("NOT_FOUND");
    await cloud.must("Jobs/CancelOperation", { name }, at(cloud));
    expect((await cloud.call("Jobs/CancelOperation", { name: "nobody" }, at(cloud))).code).toBe("NOT_FOUND");
  });

  it("are waited for: the answer comes when they are over, or with what they are when the time is", async () => {
    await using cloud = await open();
    const { name = "" } = await cloud.must("BookService/Create", book);
    const wait = (timeout?: string) =>
      cloud.must("Jobs/WaitOperation", { name, ...(timeout && { timeout }) }, at(cloud));
    const short = wait("0.250s");
    const long = wait("60s");
    const endless = wait();
    await waiting(cloud, 3);
    cloud.clock.advance(250);
    expect(await short).not.toHaveProperty("done");
    cloud.clock.advance(750);
    for (const answer of [await long, await endless, await wait("5s")])
      expect(answer).toMatchObject({ name, done: true, response: { spec: { pages: 9 } } });
    expect((await cloud.call("Jobs/WaitOperation", { name: "nobody" }, at(cloud))).code).toBe("NOT_FOUND");
    const wrong = await cloud.call("Jobs/WaitOperation", { name, timeout: "-1s" }, at(cloud));
    expect(wrong).toMatchObject({ code: "INVALID_ARGUMENT", message: expect.stringContaining("timeout") });
  });

  it("wake those who wait for them when they are cancelled or deleted", async () => {
    await using cloud = await open();
    const [first = "", second = ""] = [
      (await cloud.must("BookService/Create", book))["name"],
      (await cloud.must("BookService/Create", { metadata: { name: "c" } }))["name"],
    ];
    const waits = [first, second].map((name) => cloud.call("Jobs/WaitOperation", { name }, at(cloud)));
    await waiting(cloud, 2);
    await cloud.must("Jobs/CancelOperation", { name: first }, at(cloud));
    await cloud.must("Jobs/DeleteOperation", { name: second }, at(cloud));
    const [cancelled, deleted] = await Promise.all(waits);
    expect(cancelled?.response).toMatchObject({ done: true, error: { code: 1 } });
    expect(deleted?.code).toBe("NOT_FOUND");
  });

  it("answer with what they are shortly before their caller's deadline", async () => {
    await using cloud = await open();
    const { name = "" } = await cloud.must("BookService/Create", book);
    const outcome = await cloud.call("Jobs/WaitOperation", { name }, { ...at(cloud), timeoutMs: 2_000 });
    expect(outcome).toMatchObject({ code: "OK", response: { name } });
    expect(outcome.response).not.toHaveProperty("done");
  });

  it("are gone when they are deleted, and take effect all the same", async () => {
    await using cloud = await open({ retentionMs: 5_000 });
    const [over, running] = [
      await cloud.must("BookService/Create", book),
      await cloud.must("BookService/Create", { metadata: { name: "c" } }),
    ];
    const id = String((running["metadata"] as JsonObject)["target"]);
    const listed = async () => {
      const { jobs = [] } = await cloud.must("Jobs/ListOperations", {}, at(cloud));
      return (jobs as JsonObject[]).map(({ name }) => name);
    };
    const remove = ({ name = "" }: JsonObject) => cloud.call("Jobs/DeleteOperation", { name }, at(cloud));
    expect(await remove(running)).toMatchObject({ code: "OK", response: {} });
    expect(await listed()).toEqual([over["name"]]);
    for (const method of ["GetOperation", "CancelOperation", "WaitOperation", "DeleteOperation"])
      expect((await cloud.call(`Jobs/${method}`, { name: String(running["name"]) }, at(cloud))).code).toBe(
        "NOT_FOUND",
      );
    cloud.clock.advance(1_000);
    expect(await cloud.must("BookService/Get", { id })).toMatchObject({ metadata: { name: "c" } });
    expect(await remove(over)).toMatchObject({ code: "OK" });
    expect(await listed()).toEqual([]);
    expect((await remove(over)).code).toBe("NOT_FOUND");
  });

  it("are listed by what they are about, or by the parent of that, and by a filter", async () => {
    await using cloud = await open();
    const job = await cloud.must("BookService/Create", book);
    await cloud.must("BookService/Create", { metadata: { name: "c" } });
    const target = String((job["metadata"] as JsonObject)["target"]);
    const listed = async (request: JsonObject) => {
      const { jobs = [] } = await cloud.must("Jobs/ListOperations", request, at(cloud));
      return (jobs as JsonObject[]).length;
    };
    expect(await listed({ name: target })).toBe(1);
    expect(await listed({ name: "nothing" })).toBe(0);
    expect(await listed({ filter: "done = true" })).toBe(0);
    await cloud.must("Jobs/CancelOperation", { name: String(job["name"]) }, at(cloud));
    expect(await listed({ filter: "done = true" })).toBe(1);
    expect(await listed({})).toBe(2);
  });

  it("that are deleted stay so after a restart, and take effect", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stratus-press-"));
    const stateFile = join(folder, "state");
    const before = await open({ stateFile });
    const { name = "", metadata } = await before.must("BookService/Create", book);
    await before.must("Jobs/DeleteOperation", { name }, at(before));
    await before[Symbol.asyncDispose]();
    await using after = await open({ stateFile });
    expect((await after.call("Jobs/GetOperation", { name }, at(after))).code).toBe("NOT_FOUND");
    after.clock.advance(1_000);
    const id = String((metadata as JsonObject)["target"]);
    expect(await after.must("BookService/Get", { id })).toMatchObject({ spec: { pages: 9 } });
    expect((await after.must("Jobs/ListOperations", {}, at(after)))["jobs"]).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it("fail by script", async () => {
    await using cloud = await open();
    cloud.emulator.script("BookService/Create", [
      { failOperation: { code: "RESOURCE_EXHAUSTED", message: "no paper" } },
    ]);
    const job = await cloud.must("BookService/Create", book);
    cloud.clock.advance(1_000);
    const over = await read(cloud, job);
    expect(over).toMatchObject({ done: true, error: { code: 8, message: "no paper" } });
    expect(over).not.toHaveProperty("response");
  });

  it("are started by handlers, which say what they give", async () => {
    await using cloud = await open();
    cloud.emulator.handle<{ id: string }>("BookService/Recall", ({ id }, context) =>
      context.operation({
        resourceId: id,
        description: "Recall",
        ...(id === "none" ? {} : { response: { $typeName: "acme.press.v1.Recall", copies: 3 } as never }),
      }),
    );
    for (const [id, copies] of [
      ["b", { copies: 3 }],
      ["none", {}],
    ] as const) {
      const job = await cloud.must("BookService/Recall", { id });
      cloud.clock.advance(1_000);
      expect(await read(cloud, job)).toEqual({
        name: job["name"],
        done: true,
        metadata: expect.objectContaining({ target: id, verb: "recall" }),
        response: { "@type": "type.googleapis.com/acme.press.v1.Recall", ...copies },
      });
    }
  });

  it("outlive a restart, with what they give", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stratus-press-"));
    const stateFile = join(folder, "state");
    const before = await open({ stateFile });
    const [first, second] = [
      await before.must("BookService/Create", book),
      await before.must("BookService/Create", book),
    ];
    before.clock.advance(1_000);
    await read(before, first);
    await before.must("BookService/Create", book);
    await before[Symbol.asyncDispose]();
    await using after = await open({ stateFile });
    after.clock.advance(2_000);
    for (const job of [first, second]) {
      expect(await read(after, job)).toMatchObject({ done: true, response: { spec: { pages: 9 } } });
    }
    await rm(folder, { recursive: true });
  });
});
