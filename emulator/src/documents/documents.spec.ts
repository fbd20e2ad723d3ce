import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCloud, type TestCloud, zooProtos } from "../emulator.fixture.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud();
});
beforeEach(() => cloud.emulator.reset());
afterAll(() => cloud[Symbol.asyncDispose]());

const seed = `# A comment.
$resource: compute/instance
metadata: { id: instance-1, parentId: p, name: web }
spec: { cpu: 4, hostnames: [a, b], userData: c2VjcmV0 }
status: { state: STATE_STOPPED }
---
$resource: compute/disk
metadata:
  parent_id: p
  name: boot
spec: { size_bytes: 9007199254740993 }
`;

describe("a seed", () => {
  it("adds resources with what their documents lack: identifiers, versions, times and a usable status", async () => {
    expect(await cloud.emulator.seedText(seed)).toEqual({ created: 2, replaced: 0 });
    expect(await cloud.must("InstanceService/Get", { id: "instance-1" })).toMatchObject({
      metadata: {
        id: "instance-1",
        parentId: "p",
        name: "web",
        resourceVersion: "1",
        createdAt: "2030-01-01T00:00:00Z",
      },
      spec: { cpu: 4, hostnames: ["a", "b"] },
      status: { state: "STATE_STOPPED" },
    });
    const disk = await cloud.must("DiskService/GetByName", { parentId: "p", name: "boot" });
    expect(disk).toMatchObject({
      metadata: { id: expect.stringMatching(/^disk-/) },
      spec: { sizeBytes: "9007199254740993" },
    });
    expect(disk).toHaveProperty("status");
  });

  it("replaces the resources with its identifiers, or with its names, and keeps their place in lists", async () => {
    await cloud.emulator.seedText(seed);
    await cloud.must("InstanceService/Create", { metadata: { parentId: "p", name: "later" }, spec: {} });
    expect(await cloud.emulator.seedText(seed.replace("cpu: 4", "cpu: 8"))).toEqual({
      created: 0,
      replaced: 2,
    });
    const { items } = await cloud.must("InstanceService/List", { parentId: "p" });
    expect(items).toMatchObject([
      { metadata: { name: "web" }, spec: { cpu: 8 } },
      { metadata: { name: "later" } },
    ]);
  });

  it("is a file, also of JSON, and its errors name it", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "seed-")), "seed.json");
    await writeFile(file, JSON.stringify({ $resource: "svc.compute.v1.Disk", metadata: { name: "d" } }));
    expect(await cloud.emulator.seed(file)).toEqual({ created: 1, replaced: 0 });
    await expect(cloud.emulator.seed(`${file}.missing`)).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
    await writeFile(file, "{}");
    await expect(cloud.emulator.seed(file)).rejects.toThrow(
      `seed ${file}: document 1: the API has no kind of resource undefined`,
    );
  });

  it.each([
    [
      "a wrong kind",
      "$resource: compute/instans",
      /document 1: .*"compute\/instans"; did you mean compute\/instance/,
    ],
    [
      "no kind",
      "metadata: {}",
      /document 1: the API has no kind of resource undefined; the kinds are compute\/disk/,
    ],
    [
      "an unknown field",
      "$resource: compute/disk\nspec: { sice: 1 }",
      /document 1 \(compute\/disk\): .*"?sice"?/,
    ],
    [
      "a value of another type",
      "$resource: compute/disk\nspec: { sizeBytes: big }",
      /document 1 \(compute\/disk\): .*size_bytes/,
    ],
    ["a list", "- 1", /document 1: it must be a resource/],
    ["broken YAML", "a: [", /document 1: /],
    [
      "a value that was not shown",
      "$resource: compute/instance\nspec: { userData: '[hidden]' }",
      /\[hidden\] stands for a value/,
    ],
    [
      "a marker with a digest",
      "$resource: compute/instance\nspec: { hostnames: ['[hidden 1 1f0c2d3e]'] }",
      /stands for a value/,
    ],
    [
      "one identifier twice",
      "$resource: compute/disk\nmetadata: { id: d }\n---\n$resource: compute/disk\nmetadata: { id: d }",
      /document 2 .*same identifier "d"/,
    ],
    [
      "one name twice",
      "$resource: compute/disk\nmetadata: { id: d, name: n }\n---\n$resource: compute/disk\nmetadata: { id: e, name: n }",
      /document 2 .*"d" has the name "n"/,
    ],
    [
      "an unknown field in a later document",
      "$resource: compute/disk\n---\n# second\n$resource: compute/disk\nspec:\n  sizeBytes: 1\n  sourceImagId: x",
      /^document 2 \(compute\/disk\): line 7: spec\.sourceImagId is not a field of svc\.compute\.v1\.DiskSpec; did you mean sourceImageId\?$/,
    ],
    [
      "a text as a structure",
      "$resource: compute/disk\nmetadata:\n  id: d\nspec: big",
      /line 4: spec must be an object of the type svc\.compute\.v1\.DiskSpec/,
    ],
    [
      "a value as a list",
      "$resource: compute/instance\nspec:\n  hostnames: a",
      /line 3: spec\.hostnames must be a list/,
    ],
    [
      "a number in a list of texts",
      "$resource: compute/instance\nspec:\n  hostnames:\n    - a\n    - 5",
      /line 5: spec\.hostnames\.1 cannot have this value: expected string, got 5/,
    ],
    [
      "a number in a map of texts",
      "$resource: compute/disk\nmetadata:\n  labels:\n    a: b\n    c: 5",
      /line 5: metadata\.labels\.c cannot have this value: expected string, got 5/,
    ],
    [
      "a date for a time",
      "$resource: compute/disk\nmetadata:\n  createdAt: 2030-01-31",
      /line 3: metadata\.created_at cannot have this value: invalid RFC 3339/,
    ],
    [
      "an integer that is too large",
      "$resource: compute/disk\nspec:\n  sizeBytes: 9223372036854775808",
      /line 3: spec\.size_bytes cannot .*out of range/,
    ],
    [
      "an unknown value of an enum",
      "$resource: compute/instance\nstatus:\n  state: RUNING",
      /line 3: status\.state has no value "RUNING"; did you mean RUNNING\?/,
    ],
    [
      "both names of a field",
      "$resource: compute/disk\nmetadata: { parentId: p, parent_id: q }",
      /parent_id .*multiple times|set multiple times/,
    ],
    ["an anchor of another document", "a: &x 1\n---\n$resource: *x", /document 2: Unresolved alias/],
  ])("with %s adds nothing", async (_, yaml, want) => {
    await expect(cloud.emulator.seedText(`${seed}---\n${yaml}`)).rejects.toMatchObject({
      name: "EmulatorError",
    });
    await expect(cloud.emulator.seedText(yaml)).rejects.toThrow(want);
    expect(await cloud.emulator.export()).toBe("");
  });

  it("has enum values by both names", async () => {
    for (const state of ["STOPPED", "STATE_STOPPED", "5"]) {
      await cloud.emulator.seedText(seed.replace("STATE_STOPPED", state));
      const { status } = await cloud.must("InstanceService/Get", { id: "instance-1" });
      expect(status).toMatchObject({ state: "STATE_STOPPED" });
    }
  });

  it("shows no secret in an error", async () => {
    const yaml = "$resource: compute/instance\nspec:\n  userData: 12345678";
    await expect(cloud.emulator.seedText(yaml)).rejects.toThrow(
      "line 3: spec.user_data cannot have this value: it is a secret of another type",
    );
  });

  it("of no known kind names only kinds that resources have", async () => {
    await expect(cloud.emulator.seedText("$resource: 5")).rejects.toThrow(/kinds are (?!.*Request)/);
  });

  it("may be empty, or have empty documents", async () => {
    expect(await cloud.emulator.seedText("")).toEqual({ created: 0, replaced: 0 });
    expect(await cloud.emulator.seedText("---\n---\n# nothing\n")).toEqual({ created: 0, replaced: 0 });
  });
});

describe("an export", () => {
  it("is sorted, hides secrets unless it is asked for them, and seeds the same again", async () => {
    await cloud.emulator.seedText(seed);
    const shown = await cloud.emulator.export();
    expect(shown.match(/^\$resource: .*/gm)).toEqual([
      "$resource: compute/disk",
      "$resource: compute/instance",
    ]);
    expect(shown).not.toContain("c2VjcmV0");
    const whole = await cloud.emulator.export({ secrets: true });
    expect(whole).toContain("userData: c2VjcmV0");
    await cloud.emulator.reset();
    await cloud.emulator.seedText(whole);
    expect(await cloud.emulator.export({ secrets: true })).toBe(whole);
  });

  it("has the resources of one kind or one parent", async () => {
    await cloud.emulator.seedText(
      `${seed}---\n$resource: compute/disk\nmetadata: { parentId: q, name: other }\n`,
    );
    expect((await cloud.emulator.export({ resource: "compute/disk" })).match(/name: .*/g)).toEqual([
      "name: boot",
      "name: other",
    ]);
    expect((await cloud.emulator.export({ parentId: "q" })).match(/name: .*/g)).toEqual(["name: other"]);
    await expect(cloud.emulator.export({ resource: "disk" })).rejects.toMatchObject({ code: "KIND_UNKNOWN" });
  });

  it("works for an API of another prefix", async () => {
    await using zoo = await openCloud({ protos: zooProtos, cwd: zooProtos });
    await zoo.emulator.seedText("$resource: zoo/animal\nmetadata: {}\nspec: { species: lion }\n");
    const yaml = await zoo.emulator.export();
    expect(yaml).toContain("species: lion");
    await zoo.emulator.reset();
    expect(await zoo.emulator.seedText(yaml)).toEqual({ created: 1, replaced: 0 });
  });
});
