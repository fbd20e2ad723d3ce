import { mkdtemp, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import { useFiles } from "./used-files.js";

let cloud: TestCloud;
let folder: string;
let stop = (): void => {};
const said: string[] = [];
beforeEach(async () => {
  cloud = await openCloud();
  folder = await mkdtemp(join(tmpdir(), "used-files-"));
  said.length = 0;
});
afterEach(async () => {
  stop();
  await cloud[Symbol.asyncDispose]();
});

async function use(name: "script" | "handlers" | "rules", file: string, text: string): Promise<string> {
  const path = join(folder, file);
  await writeFile(path, text);
  stop = await useFiles(cloud.emulator, { [name]: path }, (line) => said.push(line));
  return path;
}

/** Replaces a file as editors do. */
async function save(path: string, text: string): Promise<void> {
  said.length = 0;
  await writeFile(`${path}~`, text);
  await rename(`${path}~`, path);
  await expect.poll(() => said).toHaveLength(1);
}

async function createVm(): Promise<string> {
  const { resourceId } = await cloud.must("InstanceService/Create", {
    metadata: { parentId: "p" },
    spec: { cpu: 1 },
  });
  return String(resourceId);
}

describe("a script", () => {
  it("answers custom methods, also those that a later version of the file has", async () => {
    const id = await createVm();
    const stopVm = () => cloud.call("InstanceService/Stop", { id });
    const path = await use("script", "script.yaml", "DiskService/List: [{ code: UNAVAILABLE }]\n");
    expect((await stopVm()).code).toBe("UNIMPLEMENTED");
    await save(path, "InstanceService/Stop:\n  set: { status.state: STOPPED, spec.cpu: 2 }\n");
    expect((await stopVm()).response).toMatchObject({ resourceId: id });
    expect(await cloud.must("InstanceService/Get", { id })).toMatchObject({
      status: { state: "STATE_STOPPED" },
      spec: { cpu: 2 },
      metadata: { resourceVersion: "2" },
    });
    expect((await cloud.call("InstanceService/Stop", { id: "nope" })).code).toBe("NOT_FOUND");
    // The fault is no longer in the file.
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("OK");
    await save(path, "{}\n");
    expect((await stopVm()).code).toBe("UNIMPLEMENTED");
  });

  it("answers with the same response each time", async () => {
    await use(
      "script",
      "script.json",
      '{"DiskService/Get": {"answer": {"metadata": {"id": "d", "name": "scripted"}}}}',
    );
    for (let n = 0; n < 2; n += 1)
      expect(await cloud.must("DiskService/Get", { id: "any" })).toMatchObject({
        metadata: { name: "scripted" },
      });
  });

  it("remains in use while a later version of the file is wrong", async () => {
    const id = await createVm();
    const path = await use(
      "script",
      "script.yaml",
      "InstanceService/Stop: { set: { status.state: STOPPED } }\n",
    );
    for (const [text, want] of [
      ["InstanceService/Stop: [", /script\.yaml: .*former content remains/],
      ["InstanceService/Explode: { answer: {} }", /no method "InstanceService\/Explode"/],
      ["InstanceService/Start: { set: { status.sate: RUNNING } }", /has no field "sate"; it has state/],
      ["InstanceService/Start: { set: { status.state: FLYING } }", /status\.state has no value "FLYING"/],
      ["InstanceService/Start: { answer: { nope: 1 } }", /answer: .*nope/],
      ["InstanceService/Start: {}", /write either answer or set/],
      ["InstanceService/Start: { awnser: {} }", /did you mean "answer"/],
      ["InstanceService/Strat: { set: {} }", /did you mean InstanceService\/Start\?/],
      ["InstanceService/Start: { set: null }", /set must be an object of paths and values/],
      ["InstanceService/Start: { set: [status] }", /set must be an object of paths and values/],
      [
        "InstanceService/Start: { set: { spec.cpu: many } }",
        /spec\.cpu cannot have this value: expected number/,
      ],
      ["InstanceService/Start: { set: { spec.hostnames: a } }", /spec\.hostnames must be a list/],
      ["InstanceService/Start: { answer: { id: &x [*x] } }", /more than 100 levels/],
      ["InstanceService/Start: { set: {} }\n---\nDiskService/List: []", /there are several documents/],
      [
        "InstanceService/Start: { set: {} }\nsvc.compute.v1.InstanceService/Start: { answer: {} }",
        /InstanceService\/Start and svc\.compute\.v1\.InstanceService\/Start are the same method/,
      ],
    ] as const) {
      await save(path, text);
      expect(said[0]).toMatch(want);
      expect((await cloud.call("InstanceService/Stop", { id })).code).toBe("OK");
      expect((await cloud.call("InstanceService/Start", { id })).code).toBe("UNIMPLEMENTED");
    }
  });
});

it("handlers are loaded again when their module changes", async () => {
  const module = (name: string, method: string) =>
    `export default (emulator) => emulator.handle("DiskService/${method}", () => ({ metadata: { name: "${name}" } }));\n`;
  const path = await use("handlers", "handlers.mjs", module("one", "Get"));
  const get = async () => (await cloud.must("DiskService/Get", { id: "d" }))["metadata"];
  expect(await get()).toEqual({ name: "one" });
  await save(path, module("two", "Get"));
  expect(await get()).toEqual({ name: "two" });
  await save(path, "export default 5;\n");
  expect(said[0]).toMatch(/default export must be a function.*former content remains/);
  expect(await get()).toEqual({ name: "two" });
  await save(path, module("three", "GetByName"));
  expect((await cloud.call("DiskService/Get", { id: "d" })).code).toBe("NOT_FOUND");
});

it("a script sets values of every kind", async () => {
  const id = await createVm();
  await use(
    "script",
    "script.json",
    '{\n\t"InstanceService/Stop": {"set": {"spec.hostnames": ["a"], "metadata.labels": {"k": "v"}, "spec.cpu": 0, "status": {"state": "STOPPED"}}}\n}',
  );
  await cloud.must("InstanceService/Stop", { id });
  const vm = await cloud.must("InstanceService/Get", { id });
  expect(vm).toMatchObject({
    metadata: { labels: { k: "v" } },
    spec: { hostnames: ["a"] },
    status: { state: "STATE_STOPPED" },
  });
  expect(vm["spec"]).not.toHaveProperty("cpu");
});

it("an empty script is none", async () => {
  await use("script", "script.yaml", "# nothing yet\n");
  expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("OK");
});

it("rules that are written in parts are used when they are complete, and half of them is reported", async () => {
  const list = async () => (await cloud.call("DiskService/List", { parentId: "p" })).code;
  const path = await use("rules", "rules.yaml", "deny: [{ methods: [compute/disk/list] }]\n");
  await writeFile(path, "deny:\n  - methods: [compute/ima");
  await expect.poll(() => said.at(-1)).toMatch(/rules\.yaml: .*former content remains/);
  expect(await list()).toBe("PERMISSION_DENIED");
  await writeFile(path, "deny:\n  - methods: [compute/image/list]\n");
  await expect.poll(() => said.at(-1)).toMatch(/read .*rules\.yaml again/);
  expect(await list()).toBe("OK");
});

it("rules are read again when their file changes", async () => {
  const list = async () => (await cloud.call("DiskService/List", { parentId: "p" })).code;
  const path = await use("rules", "rules.yaml", "# none\n");
  expect(await list()).toBe("OK");
  await save(path, "deny: [{ methods: [compute/disk/list] }]\n");
  expect(await list()).toBe("PERMISSION_DENIED");
  await save(path, "deny: [{ methods: [compute/disk/lost] }]\n");
  expect(said[0]).toMatch(/rules .*rules\.yaml: .*no method "compute\/disk\/lost".*former content remains/);
  expect(await list()).toBe("PERMISSION_DENIED");
  await save(path, "deny: []\n");
  expect(await list()).toBe("OK");
});
