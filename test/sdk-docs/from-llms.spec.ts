import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import * as programs from "./from-llms.programs.js";

describe("the programs that were written from llms.txt alone", () => {
  let emulator: Emulator;
  let session: Cloud;
  const options = () => ({
    apiDomain: emulator.apiDomain,
    endpoint: emulator.address,
    insecure: true,
    credentials: staticToken(emulator.issueToken()),
  });
  beforeAll(async () => {
    emulator = await startEmulator({ sdk: "@svc/cloud" });
    session = new Cloud(options());
  });
  afterAll(async () => {
    await session.close();
    await emulator.close();
  });
  const get = (id: string) => new InstanceServiceClient(session).get({ id });

  it("creates an instance and waits for it", async () => {
    const id = await programs.createAndWait(session, "project-create", "web-1");
    expect(await get(id)).toMatchObject({ metadata: { name: "web-1" }, spec: { cpu: 2 } });
  });

  it("changes many, and nothing else of them", async () => {
    const ids = [];
    for (const name of ["a", "b", "c"]) ids.push(await programs.createAndWait(session, "project-many", name));
    const before = await get(ids[0] ?? "");
    expect(await programs.changeMany(session, "project-many")).toBe(3);
    expect(await programs.changeMany(session, "project-many")).toBe(3);
    expect(await programs.changeMany(session, "project-many")).toBe(0);
    const after = await get(ids[0] ?? "");
    expect(after.spec).toEqual({ ...before.spec, cpu: 8 });
  });

  it("clears a list", async () => {
    const id = await programs.createAndWait(session, "project-clear", "web-1");
    const before = await get(id);
    expect(before.spec.secondaryDisks).toHaveLength(1);
    await programs.clearList(session, id);
    expect((await get(id)).spec).toEqual({ ...before.spec, secondaryDisks: [] });
  });

  it("filters, reads pages and prints a table", async () => {
    for (const name of ["a", "b", "c"]) await programs.createAndWait(session, "project-table", name);
    expect((await programs.table(session, "project-table", 2)).toSorted()).toEqual([
      "a          2 RUNNING",
      "b          2 RUNNING",
      "c          2 RUNNING",
    ]);
    expect(await programs.table(session, "project-table", 3)).toEqual([]);
  });

  it("decides by the kind of an error, and retries", async () => {
    emulator.script("DiskService/Create", [
      { code: "ABORTED", kind: "ResourceConflict", retryType: "UNIT_OF_WORK" },
    ]);
    const id = await programs.createOnce(session, "project-errors", "data");
    expect(await programs.createOnce(session, "project-errors", "data")).toBe(id);
  });

  it("logs attempts and adds a header", async () => {
    const lines: string[] = [];
    const observed = programs.observedSession(options(), (line) => lines.push(line));
    emulator.script("InstanceService/List", [{ code: "UNAVAILABLE" }]);
    await new InstanceServiceClient(observed).list({ parentId: "project-1" });
    await observed.close();
    expect(lines).toEqual([
      "svc.compute.v1.InstanceService/List 1 UNAVAILABLE",
      "svc.compute.v1.InstanceService/List 2 OK",
    ]);
    expect(emulator.calls().at(-1)?.metadata["x-team"]).toEqual(["agents"]);
  });

  it("is tested with mocks", async () => {
    const { existing, missing, flaky, creating } = programs.mockedClients();
    expect(await programs.coresOf(existing, "instance-1")).toBe(4);
    expect(await programs.coresOf(missing, "instance-1")).toBe(0);
    expect(await programs.coresOf(flaky, "instance-1")).toBe(4);
    const operation = await creating.create({ metadata: { parentId: "p", name: "n" } });
    expect((await operation.resource()).metadata.id).toBe("instance-1");
  });
});

it("what these programs need to know has less than 12,000 tokens", () => {
  const read = (path: string): string => readFileSync(join(root, "generated/cloud", path), "utf8");
  const text = ["llms.txt", "llms/compute/v1/InstanceService.txt", "llms/compute/v1/DiskService.txt"].map(
    read,
  );
  // Bytes that the published tokenizer of test/mcp/tokenizer.fixture.ts makes a token of, at least: prose has about four.
  expect(Buffer.byteLength(text.join("")) / 3).toBeLessThan(12_000);
});
