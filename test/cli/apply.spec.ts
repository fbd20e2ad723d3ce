import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { root } from "../repository.fixture.js";
import { runs } from "../runs.js";
import { applyRandomResources } from "./apply-laws.fixture.js";
import { commandLine, type Ended, type World } from "./test-host.fixture.js";

let emulator: Emulator;
let acme: ReturnType<typeof commandLine>;
let parent = "p0";
beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  acme = commandLine("@svc/cloud", {
    env: {
      CLOUD_TOKEN: emulator.issueToken(),
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    },
  });
});
afterAll(() => emulator?.close());
beforeEach(() => {
  parent = `p${Math.random()}`;
  emulator.clearReport();
});

type Document = Record<string, unknown>;
const terminals = { in: true, out: true, err: true };

const disk = (name: string, spec: Document = {}): Document => ({
  $resource: "compute/disk",
  metadata: { parentId: parent, name },
  spec: { sizeBytes: 10, ...spec },
});
const instance = (name: string, spec: Document = {}, metadata: Document = {}): Document => ({
  $resource: "compute/instance",
  metadata: { parentId: parent, name, ...metadata },
  spec: { cpu: 2, platform: "x", ...spec },
});

const yaml = (documents: readonly Document[]): string =>
  documents.map((document) => stringify(document)).join("---\n");

/** Applies documents from standard input. */
const apply = (documents: readonly Document[], flags = "--yes", world: World = {}): Promise<Ended> =>
  acme(`apply -f - ${flags}`.trim(), { stdin: yaml(documents), ...world });

/** The calls that change something: `DiskService/Create`. */
const changes = (): readonly string[] =>
  emulator.report().flatMap(({ method }) => (/\/(?:Create|Update)$/.test(method) ? [method.split(".").at(-1)!] : []));

async function stored(name: string, kind = "instance"): Promise<{ metadata: Document; spec: Document }> {
  const words = ["compute", kind, "get", "--parent-id", parent, "--name", name, "-o", "json"];
  return JSON.parse((await acme(words)).out) as { metadata: Document; spec: Document };
}

describe("apply", () => {
  it("plans, asks and carries out, and then sends nothing", async () => {
    const all = [disk("d"), instance("web", { bootDisk: { diskId: { $ref: "compute/disk/d" } } })];
    const planned = await apply(all, "--dry-run");
    expect(planned.out).toContain("create    compute/disk d  (standard input, document 1)\n");
    expect(planned.out).toContain("diskId: (known after create)");
    expect(planned.out).toContain("2 to create");
    expect(await apply(all, "")).toMatchObject({ code: 2, said: expect.stringContaining("add --yes") });
    expect(await apply(all, "", { terminals, answers: ["n"] })).toMatchObject({
      code: 2,
      said: expect.stringContaining("not confirmed; nothing was sent"),
    });
    expect(changes()).toEqual([]);
    const done = await apply(all, "", { terminals, answers: ["y"] });
    expect(done.said).toContain("2 done, 0 failed, 0 skipped");
    expect(changes()).toEqual(["DiskService/Create", "InstanceService/Create"]);
    const { metadata } = await stored("d", "disk");
    expect((await stored("web")).spec["bootDisk"]).toMatchObject({ diskId: metadata["id"] });
    expect(await apply(all, "")).toMatchObject({ code: 0, out: expect.stringContaining("2 unchanged") });
    const changed = await apply([instance("web", { cpu: 4 })], "--dry-run -o json");
    expect(JSON.parse(changed.out)).toMatchObject({
      resources: [{ kind: "compute/instance", name: "web", action: "change", changes: [{ path: "spec.cpu", from: 2, to: 4 }] }],
    });
    expect(changes()).toHaveLength(2);
  });

  it("reads files, folders and several documents of a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "apply-"));
    mkdirSync(join(folder, "more"));
    const write = (name: string, documents: readonly Document[]): string => {
      writeFileSync(join(folder, name), yaml(documents));
      return join(folder, name);
    };
    write("a.yaml", [disk("a1"), disk("a2")]);
    write("more/b.yml", [disk("b")]);
    write("notes.txt", []);
    const single = write("single.json", []);
    writeFileSync(single, JSON.stringify([disk("c1"), disk("c2")]));
    const { out, said, code } = await acme(["apply", "-f", folder, single, "--yes"]);
    expect(code, said).toBe(0);
    expect(out).toContain("5 to create");
    expect(out).toContain(`(${join(folder, "a.yaml")}, document 2)`);
    const empty = mkdtempSync(join(tmpdir(), "apply-"));
    expect(await acme(["apply", "-f", empty])).toMatchObject({ code: 2, said: expect.stringContaining("no files that end in") });
    expect(await acme("apply")).toMatchObject({ code: 2, said: expect.stringContaining("apply -f FILE") });
  });

  it("leaves what a document omits, clears null, takes a list as a whole, and changes only the keys of a map", async () => {
    await apply([instance("web", { hostnames: ["a", "b"], priceLimit: 3, stopped: true }, { labels: { a: "1", b: "2" } })]);
    await apply([instance("web", { cpu: 3, hostnames: ["c"], priceLimit: null }, { labels: { a: null, c: "3" } })]);
    const { metadata, spec } = await stored("web");
    expect(metadata["labels"]).toEqual({ b: "2", c: "3" });
    expect(spec).toEqual({ cpu: 3, platform: "x", hostnames: ["c"], stopped: true });
  });

  it("takes the whole resource with --replace, and names what it clears before it asks", async () => {
    await apply([instance("web", { hostnames: ["a"], stopped: true })]);
    const refused = await apply([instance("web")], "--replace", { terminals, answers: ["n"] });
    expect(refused.out).toContain("clears spec.hostnames");
    expect(refused.out).toContain("clears spec.stopped");
    expect((await stored("web")).spec["stopped"]).toBe(true);
    await apply([instance("web")], "--replace --yes");
    expect((await stored("web")).spec).toEqual({ cpu: 2, platform: "x" });
    expect((await apply([instance("web")], "--replace")).out).toContain("1 unchanged");
  });

  it("finds a resource by its ID, and by its name in the default parent", async () => {
    await apply([instance("web")]);
    const { metadata } = await stored("web");
    const byId = { $resource: "compute/instance", metadata: { id: metadata["id"], name: "renamed" } };
    expect((await apply([byId])).code).toBe(0);
    const renamed = await stored("renamed");
    expect(renamed.metadata["id"]).toBe(metadata["id"]);
    const bare = { $resource: "compute/instance", metadata: { name: "renamed" }, spec: { cpu: 8 } };
    const world = { env: { CLOUD_PARENT_ID: parent } };
    expect((await apply([bare], "--yes", world)).out).toContain("1 to change");
    const twice = await apply([bare, byId], "--yes", world);
    expect(twice).toMatchObject({ code: 2, said: expect.stringContaining("describe the same resource") });
  });

  it.each<[string, () => readonly Document[], string]>([
    ["an ID that no resource has", () => [instance("web", {}, { id: "instance-0" })], "the server assigns IDs"],
    ["a document that does not say which", () => [{ $resource: "compute/disk", spec: {} }], "does not say which compute/disk"],
    ["a cycle", () => [disk("a", { sourceImageId: { $ref: "compute/disk/b" } }), disk("b", { sourceImageId: { $ref: "compute/disk/a" } })], "in a cycle"],
    ["an unknown reference", () => [disk("a", { sourceImageId: { $ref: "compute/image/none" } })], "compute/image/none is neither in these documents nor on the server"],
    ["a reference that means several documents", () => [disk("a"), { ...disk("a"), metadata: { name: "a", parentId: "other" } }, { ...instance("web"), metadata: { name: "web", parentId: "third" }, spec: { hostId: { $ref: "compute/disk/a" } } }], "means several documents"],
    ["a reference where no string is", () => [disk("d"), instance("web", { cpu: { $ref: "compute/disk/d" } })], "cpu is not a string"],
    ["an unknown kind of a reference", () => [instance("web", { hostId: { $ref: "compute/dsk/d" } })], "there is no kind of resource"],
    ["a value of the wrong type", () => [disk("a"), instance("web", { cpu: "many" })], "cpu"],
    ["a placeholder in a new resource", () => [instance("web", { userData: "[hidden 1]" })], "is a placeholder"],
    ["a field that is set under two names", () => [{ ...disk("a"), spec: { sizeBytes: 1, size_bytes: 2 } }], "set twice"],
  ])("refuses %s, and sends nothing", async (_, documents, want) => {
    const { code, said } = await apply([disk("first"), ...documents()]);
    expect({ code, isSaid: said.includes(want) }, said).toEqual({ code: 2, isSaid: true });
    expect(changes()).toEqual([]);
  });

  it("does not change an IMMUTABLE field, and stops before anything is sent", async () => {
    await apply([instance("web")]);
    emulator.clearReport();
    const { code, said } = await apply([disk("new"), instance("web", { platform: "y" })]);
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining("spec.platform cannot be changed") });
    expect(changes()).toEqual([]);
  });

  it("compares what only the server writes, and does not send it", async () => {
    await apply([instance("web")]);
    emulator.clearReport();
    const document = { ...instance("web", {}, { resourceVersion: "99" }), status: { state: "STATE_STOPPED" } };
    const { out, code } = await apply([document], "");
    expect(code).toBe(0);
    expect(out).toContain('note: status.state is "STATE_STOPPED" in the file and "STATE_RUNNING" on the server');
    expect(out).not.toContain("resourceVersion");
    expect(changes()).toEqual([]);
  });

  it("goes on after a failure, skips what depends on it, and lists all three", async () => {
    emulator.script("DiskService/Create", [{ code: "FAILED_PRECONDITION", message: "no space" }]);
    const all = [
      disk("bad"),
      instance("needs", { bootDisk: { diskId: { $ref: "compute/disk/bad" } } }),
      instance("free"),
    ];
    const { code, said } = await apply(all);
    expect(code).toBe(1);
    expect(said).toContain("created compute/instance free");
    expect(said).toContain("failed  compute/disk bad: FAILED_PRECONDITION: no space");
    expect(said).toContain("skipped compute/instance needs: it needs compute/disk bad");
    expect(said).toContain("1 done, 1 failed, 1 skipped");
    expect((await apply(all)).said).toContain("2 done, 0 failed, 0 skipped");
  });

  it("plans again after a conflict, and asks again only if the plan is another one", async () => {
    await apply([instance("web")]);
    const { metadata } = await stored("web");
    for (const [flags, answers, want] of [
      ["--spec.price-limit 5", ["y"], { cpu: 3, priceLimit: 5 }],
      ["--spec.cpu 7", ["y", "y"], { cpu: 4 }],
      ["--spec.cpu 9", ["y", "n"], { cpu: 9 }],
    ] as const) {
      let isChanged = false;
      const world: World = {
        terminals,
        answers,
        // Somebody else changes it after the plan was shown.
        onAsk: async () => {
          if (!isChanged) await acme(`compute instance update ${String(metadata["id"])} ${flags}`);
          isChanged = true;
        },
      };
      const cpu = want.cpu === 9 ? 5 : want.cpu;
      const ended = await apply([instance("web", { cpu })], "", world);
      expect(ended.said.split("Continue?").length - 1, ended.said).toBe(answers.length);
      expect((await stored("web")).spec).toMatchObject(want);
    }
  });

  it("looks a resource up after a create of unknown outcome", async () => {
    const lost = { code: "UNKNOWN", message: "lost" } as const;
    for (const [name, steps, want] of [
      ["there", [{ dropResponse: true }, lost], 0],
      ["away", [lost], 1],
    ] as const) {
      emulator.script("DiskService/Create", steps);
      const { code, said } = await apply([disk(name)]);
      expect(code, said).toBe(want);
      const creates = changes().length;
      expect(await apply([disk(name)])).toMatchObject({ code: 0 });
      expect(changes().length - creates).toBe(want);
    }
  });

  it("sends nothing twice, and creates each resource once although it is cut off", async () => {
    const identity = (_: string, run: string, number: number) => ({
      metadata: { parentId: run, name: `n${number}` },
    });
    const kinds = ["compute/disk", "compute/image", "compute/instance"];
    const count = runs(6);
    const api = { acme, emulator, sdk: "@svc/cloud", kinds, identity, batch: 3 };
    expect(await applyRandomResources(api, count, 11)).toBe(count);
  });
});

describe("export", () => {
  it("writes documents that change nothing, one or all of a list", async () => {
    await apply([instance("a", { userData: "c2VjcmV0" }), instance("b", {}, { labels: { x: "1" } })]);
    const all = await acme(["compute", "instance", "export", "--parent-id", parent]);
    expect(all.out.split("---\n")).toHaveLength(2);
    expect(all.out).not.toMatch(/c2VjcmV0|status:|resourceVersion|createdAt/);
    expect(all.out).toMatch(/userData: "\[hidden 1 [0-9a-f]{8}\]"/);
    const named = await acme(["compute", "instance", "export", "--parent-id", parent, "--name", "b"]);
    emulator.clearReport();
    for (const { out } of [all, named])
      expect((await acme("apply -f -", { stdin: out })).screen).toContain("Nothing to change");
    expect(changes()).toEqual([]);
    const replaced = await acme("apply -f - --replace", { stdin: all.out });
    expect(replaced.screen).toContain("2 unchanged");
    expect(await acme("compute instance export instance-0")).toMatchObject({ code: 4 });
    expect(await acme("compute instance export --show-secrets")).toMatchObject({ code: 2 });
  });
});
