import type { JsonObject } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCloud, type TestCloud, zooProtos } from "../emulator.fixture.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 1000 });
  for (let cpu = 1; cpu <= 9; cpu += 1) {
    await cloud.must("InstanceService/Create", {
      metadata: { parentId: "p", name: `vm-${cpu}`, labels: { parity: cpu % 2 === 0 ? "even" : "odd" } },
      spec: { cpu, userData: "c2VjcmV0" },
    });
  }
  cloud.clock.advance(1000);
});
afterAll(() => cloud[Symbol.asyncDispose]());

function names(page: JsonObject): string[] {
  return ((page["items"] ?? []) as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}

describe("List with a filter", () => {
  it("gives the resources that match, page by page", async () => {
    const request = { parentId: "p", pageSize: 2, filter: "metadata.labels.parity = odd AND spec.cpu > 1" };
    const first = await cloud.must("InstanceService/List", request);
    expect(names(first)).toEqual(["vm-3", "vm-5"]);
    const pageToken = String(first["nextPageToken"]);
    const last = await cloud.must("InstanceService/List", { ...request, pageToken });
    expect(names(last)).toEqual(["vm-7", "vm-9"]);
    expect(last).not.toHaveProperty("nextPageToken");
  });

  it("looks at the status, and at names as JSON has them", async () => {
    const filter = "status.state = STATE_RUNNING AND metadata.createdAt > 2029-12-31T00:00:00Z spec.cpu < 3";
    expect(names(await cloud.must("InstanceService/List", { filter }))).toEqual(["vm-1", "vm-2"]);
  });

  it("is empty when nothing matches, and all when the filter is of nothing but space", async () => {
    expect(await cloud.must("InstanceService/List", { filter: "spec.cpu = 99" })).toEqual({});
    expect(names(await cloud.must("InstanceService/List", { filter: "  " }))).toHaveLength(9);
  });

  it("has tokens that are good for that filter alone", async () => {
    const first = await cloud.must("InstanceService/List", { pageSize: 2, filter: "spec.cpu > 1" });
    const pageToken = String(first["nextPageToken"]);
    for (const filter of ["spec.cpu > 2", ""]) {
      const outcome = await cloud.call("InstanceService/List", { pageSize: 2, filter, pageToken });
      expect(outcome.code).toBe("INVALID_ARGUMENT");
      expect(outcome.message).toMatch(/another listing/);
    }
  });

  it.each([
    {
      name: "is not of the language",
      filter: "spec.cpu >",
      want: /^filter: position 10: a field or a value is expected here, but the filter ends/,
    },
    { name: "names no field", filter: "spec.cpus = 4", want: /^filter: position 5: .* has no field cpus/ },
    {
      name: "calls a function",
      filter: "size(spec.hostnames) > 1",
      want: /^filter: position 0: functions are not supported/,
    },
    {
      name: "asks for a secret",
      filter: "spec.user_data:*",
      want: /^filter: position 5: user_data is secret/,
    },
    {
      name: "is hostile",
      filter: "(".repeat(9000),
      want: /^filter: position 50: parentheses can be nested at most 50 deep/,
    },
  ])("is refused when the filter $name", async ({ filter, want }) => {
    const outcome = await cloud.call("InstanceService/List", { filter });
    expect(outcome.code).toBe("INVALID_ARGUMENT");
    expect(outcome.message).toMatch(want);
    expect(outcome.details).toMatchObject([
      {
        badRequest: { violations: [{ field: "filter", message: expect.stringMatching(/^position \d+: /) }] },
      },
    ]);
  });

  it("finds no secret by its text", async () => {
    expect(await cloud.must("InstanceService/List", { filter: "secret OR c2VjcmV0" })).toEqual({});
  });
});

describe("List with a filter, in an API of another prefix", () => {
  it("goes by the fields of that API, and hides what is INPUT_ONLY there", async () => {
    await using zoo = await openCloud({ protos: zooProtos, cwd: zooProtos });
    for (const species of ["lion", "lynx", "bear"]) {
      await zoo.must("AnimalService/Create", { metadata: {}, spec: { species, chip: "c" } }, at(zoo));
    }
    const found = await zoo.must("AnimalService/List", { filter: "spec.species = l*" }, at(zoo));
    expect(found["animals"]).toMatchObject([{ spec: { species: "lion" } }, { spec: { species: "lynx" } }]);
    const hidden = await zoo.call("AnimalService/List", { filter: "spec.chip = c" }, at(zoo));
    expect(hidden.message).toMatch(/chip is secret or never shown/);
  });

  it("is of operations where their List has one", async () => {
    await using zoo = await openCloud({ protos: zooProtos, cwd: zooProtos, operationDelayMs: 1000 });
    await zoo.must("AnimalService/Create", { metadata: {}, spec: { species: "lion" } }, at(zoo));
    zoo.clock.advance(1000);
    zoo.emulator.script("AnimalService/Create", [{ failOperation: { code: "INTERNAL" } }]);
    await zoo.must("AnimalService/Create", { metadata: {}, spec: { species: "lynx" } }, at(zoo));
    const ids = async (filter: string) => {
      const page = await zoo.must("AnimalService/ListJobs", { filter }, at(zoo));
      return ((page["jobs"] ?? []) as JsonObject[]).map(({ id }) => id);
    };
    const all = await ids("");
    expect(all).toHaveLength(2);
    expect(await ids("status:*")).toEqual([all[1]]);
    expect(await ids("-status:*")).toEqual([all[0]]);
    expect(await ids("finished_at >= 2030-01-01T00:00:00Z")).toEqual([all[1]]);
    zoo.clock.advance(1000);
    expect(await ids("status.code = 13")).toEqual([all[0]]);
  });
});

function at(zoo: TestCloud) {
  return { authority: zoo.authorityOf("zoo") };
}
