import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AppliedSample, type Document, openSample, yaml } from "./sample-apply.fixture.js";

let sample: AppliedSample;
beforeAll(async () => (sample = await openSample()));
afterAll(() => sample?.[Symbol.asyncDispose]());
beforeEach(() => sample.reset());

const terminals = { in: true, out: true, err: true };

describe("apply", () => {
  it("plans, asks and carries out, and then sends nothing", async () => {
    const all = [
      sample.disk("d"),
      sample.instance("web", { bootDisk: { diskId: { $ref: "compute/disk/d" } } }),
    ];
    const planned = await sample.apply(all, "--dry-run");
    expect(planned.out).toContain("create    compute/disk d  (standard input, document 1)\n");
    expect(planned.out).toContain("diskId: (known after create)");
    expect(planned.out).toContain("2 to create");
    expect(await sample.apply(all, "")).toMatchObject({
      code: 2,
      said: expect.stringContaining("add --yes"),
    });
    expect(await sample.apply(all, "", { terminals, answers: ["n"] })).toMatchObject({
      code: 2,
      said: expect.stringContaining("not confirmed; nothing was sent"),
    });
    expect(sample.changes()).toEqual([]);
    const done = await sample.apply(all, "", { terminals, answers: ["y"] });
    expect(done.said).toContain("2 done, 0 failed, 0 skipped");
    expect(sample.changes()).toEqual(["DiskService/Create", "InstanceService/Create"]);
    const { metadata } = await sample.stored("d", "disk");
    expect((await sample.stored("web")).spec["bootDisk"]).toMatchObject({ diskId: metadata["id"] });
    expect(await sample.apply(all, "")).toMatchObject({
      code: 0,
      out: expect.stringContaining("2 unchanged"),
    });
    const changed = await sample.apply([sample.instance("web", { cpu: 4 })], "--dry-run -o json");
    expect(JSON.parse(changed.out)).toMatchObject({
      resources: [
        {
          kind: "compute/instance",
          name: "web",
          action: "change",
          changes: [{ path: "spec.cpu", from: 2, to: 4 }],
        },
      ],
    });
    expect(sample.changes()).toHaveLength(2);
  });

  it("reads files, folders and several documents of a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "apply-"));
    mkdirSync(join(folder, "more"));
    const write = (name: string, documents: readonly Document[]): string => {
      writeFileSync(join(folder, name), yaml(documents));
      return join(folder, name);
    };
    write("a.yaml", [sample.disk("a1"), sample.disk("a2")]);
    write("more/b.yml", [sample.disk("b")]);
    write("notes.txt", []);
    const single = write("single.json", []);
    writeFileSync(single, JSON.stringify([sample.disk("c1"), sample.disk("c2")]));
    const { out, said, code } = await sample.acme(["apply", "-f", folder, single, "--yes"]);
    expect(code, said).toBe(0);
    expect(out).toContain("5 to create");
    expect(out).toContain(`(${join(folder, "a.yaml")}, document 2)`);
    const empty = mkdtempSync(join(tmpdir(), "apply-"));
    expect(await sample.acme(["apply", "-f", empty])).toMatchObject({
      code: 2,
      said: expect.stringContaining("no files that end in"),
    });
    expect(await sample.acme(["apply", single, "--no-wait"])).toMatchObject({
      code: 2,
      said: expect.stringContaining("apply takes no --no-wait"),
    });
    expect(await sample.acme("apply")).toMatchObject({
      code: 2,
      said: expect.stringContaining("apply -f FILE"),
    });
  });

  it("leaves what a document omits, clears null, takes a list as a whole, and changes only the keys of a map", async () => {
    await sample.apply([
      sample.instance(
        "web",
        { hostnames: ["a", "b"], priceLimit: 3, stopped: true },
        { labels: { a: "1", b: "2" } },
      ),
    ]);
    await sample.apply([
      sample.instance("web", { cpu: 3, hostnames: ["c"], priceLimit: null }, { labels: { a: null, c: "3" } }),
    ]);
    const { metadata, spec } = await sample.stored("web");
    expect(metadata["labels"]).toEqual({ b: "2", c: "3" });
    expect(spec).toEqual({ cpu: 3, platform: "x", hostnames: ["c"], stopped: true });
  });

  it("takes the whole resource with --replace, and names what it clears before it asks", async () => {
    await sample.apply([sample.instance("web", { hostnames: ["a"], stopped: true })]);
    const refused = await sample.apply([sample.instance("web")], "--replace", { terminals, answers: ["n"] });
    expect(refused.out).toContain("clears spec.hostnames");
    expect(refused.out).toContain("clears spec.stopped");
    expect((await sample.stored("web")).spec["stopped"]).toBe(true);
    await sample.apply([sample.instance("web")], "--replace --yes");
    expect((await sample.stored("web")).spec).toEqual({ cpu: 2, platform: "x" });
    expect((await sample.apply([sample.instance("web")], "--replace")).out).toContain("1 unchanged");
  });

  it("finds a resource by its ID, and by its name in the default parent", async () => {
    await sample.apply([sample.instance("web")]);
    const { metadata } = await sample.stored("web");
    const byId = { $resource: "compute/instance", metadata: { id: metadata["id"], name: "renamed" } };
    expect((await sample.apply([byId])).code).toBe(0);
    const renamed = await sample.stored("renamed");
    expect(renamed.metadata["id"]).toBe(metadata["id"]);
    const bare = { $resource: "compute/instance", metadata: { name: "renamed" }, spec: { cpu: 8 } };
    const world = { env: { CLOUD_PARENT_ID: sample.parent } };
    expect((await sample.apply([bare], "--yes", world)).out).toContain("1 to change");
    const twice = await sample.apply([bare, byId], "--yes", world);
    expect(twice).toMatchObject({ code: 2, said: expect.stringContaining("describe the same resource") });
  });

  it("refers to resources on the server by their names and IDs, in lists and maps too", async () => {
    await sample.apply([sample.disk("d")]);
    const { id } = (await sample.stored("d", "disk")).metadata;
    const spec = {
      hostId: { $ref: "compute/disk/d" },
      hostnames: [{ $ref: `compute/disk/${String(id)}` }, "plain"],
      filesystems: { a: { filesystemId: { $ref: "compute/disk/d" } } },
    };
    const ended = await sample.apply([sample.instance("web", spec)]);
    expect(ended.code, ended.screen).toBe(0);
    expect((await sample.stored("web")).spec).toMatchObject({
      hostId: id,
      hostnames: [id, "plain"],
      filesystems: { a: { filesystemId: id } },
    });
  });

  it("plans a change that refers to a new resource, and asks once", async () => {
    await sample.apply([sample.instance("web")]);
    const all = [
      sample.instance(
        "web",
        { hostId: { $ref: "compute/disk/new" } },
        { labels: { disk: { $ref: "compute/disk/new" } } },
      ),
      sample.disk("new"),
    ];
    const ended = await sample.apply(all, "", { terminals, answers: ["y"] });
    expect(ended.code, ended.screen).toBe(0);
    expect(ended.out).toMatch(/change {4}compute\/instance web[^]*\+ {3}hostId: \(known after create\)/);
    expect(ended.said.split("Continue?")).toHaveLength(2);
    const { id } = (await sample.stored("new", "disk")).metadata;
    expect(await sample.stored("web")).toMatchObject({
      metadata: { labels: { disk: id } },
      spec: { hostId: id },
    });
  });

  it.each<[string, () => readonly Document[], string]>([
    [
      "an ID that no resource has",
      () => [sample.instance("web", {}, { id: "instance-0" })],
      "the server assigns IDs",
    ],
    [
      "a document that does not say which",
      () => [{ $resource: "compute/disk", spec: {} }],
      "does not say which compute/disk",
    ],
    [
      "a cycle",
      () => [
        sample.disk("a", { sourceImageId: { $ref: "compute/disk/b" } }),
        sample.disk("b", { sourceImageId: { $ref: "compute/disk/a" } }),
      ],
      "in a cycle",
    ],
    [
      "an unknown reference",
      () => [sample.disk("a", { sourceImageId: { $ref: "compute/image/none" } })],
      "compute/image/none is neither in these documents nor on the server",
    ],
    [
      "a reference that means several documents",
      () => [
        sample.disk("a"),
        { ...sample.disk("a"), metadata: { name: "a", parentId: "other" } },
        {
          ...sample.instance("web"),
          metadata: { name: "web", parentId: "third" },
          spec: { hostId: { $ref: "compute/disk/a" } },
        },
      ],
      "means several documents",
    ],
    [
      "a reference where no string is",
      () => [sample.disk("d"), sample.instance("web", { cpu: { $ref: "compute/disk/d" } })],
      "cpu is not a string",
    ],
    [
      "an unknown kind of a reference",
      () => [sample.instance("web", { hostId: { $ref: "compute/dsk/d" } })],
      "there is no kind of resource",
    ],
    ["a value of the wrong type", () => [sample.disk("a"), sample.instance("web", { cpu: "many" })], "cpu"],
    [
      "a placeholder in a new resource",
      () => [sample.instance("web", { userData: "[hidden 1]" })],
      "is a placeholder",
    ],
    [
      "a field that is set under two names",
      () => [{ ...sample.disk("a"), spec: { sizeBytes: 1, size_bytes: 2 } }],
      "set twice",
    ],
  ])("refuses %s, and sends nothing", async (_, documents, want) => {
    const { code, said } = await sample.apply([sample.disk("first"), ...documents()]);
    expect({ code, isSaid: said.includes(want) }, said).toEqual({ code: 2, isSaid: true });
    expect(sample.changes()).toEqual([]);
  });

  it("does not change an IMMUTABLE field, and stops before anything is sent", async () => {
    await sample.apply([sample.instance("web")]);
    sample.emulator.clearCalls();
    const { code, said } = await sample.apply([
      sample.disk("new"),
      sample.instance("web", { platform: "y" }),
    ]);
    expect({ code, said }).toMatchObject({
      code: 2,
      said: expect.stringContaining("spec.platform cannot be changed"),
    });
    expect(sample.changes()).toEqual([]);
  });

  it("compares what only the server writes, and does not send it", async () => {
    await sample.apply([sample.instance("web")]);
    sample.emulator.clearCalls();
    const document = {
      ...sample.instance("web", {}, { resourceVersion: "99" }),
      status: { state: "STATE_STOPPED" },
    };
    const { out, code } = await sample.apply([document], "");
    expect(code).toBe(0);
    expect(out).toContain(
      'note: status.state is "STATE_STOPPED" in the file and "STATE_RUNNING" on the server',
    );
    expect(out).not.toContain("resourceVersion");
    expect(sample.changes()).toEqual([]);
  });
});

describe("export", () => {
  it("writes documents that change nothing, one or all of a list", async () => {
    await sample.apply([
      sample.instance("a", { userData: "c2VjcmV0" }),
      sample.instance("b", {}, { labels: { x: "1" } }),
    ]);
    const all = await sample.acme(["compute", "instance", "export", "--parent-id", sample.parent]);
    expect(all.out.split("---\n")).toHaveLength(2);
    expect(all.out).not.toMatch(/c2VjcmV0|status:|resourceVersion|createdAt/);
    expect(all.out).toMatch(/userData: "\[hidden 1 [0-9a-f]{8}\]"/);
    const named = await sample.acme([
      "compute",
      "instance",
      "export",
      "--parent-id",
      sample.parent,
      "--name",
      "b",
    ]);
    sample.emulator.clearCalls();
    for (const { out } of [all, named])
      expect((await sample.acme("apply -f -", { stdin: out })).screen).toContain("Nothing to change");
    expect(sample.changes()).toEqual([]);
    const replaced = await sample.acme("apply -f - --replace", { stdin: all.out });
    expect(replaced.screen).toContain("2 unchanged");
    expect(await sample.acme("compute instance export instance-0")).toMatchObject({ code: 4 });
    expect(await sample.acme("compute instance export --show-secrets")).toMatchObject({ code: 2 });
  });
});
