import { type DynamicMessage, StatusError } from "@stratus/emulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runs } from "../runs.js";
import { applyRandomResources } from "./apply-laws.fixture.js";
import { type AppliedSample, openSample } from "./sample-apply.fixture.js";
import type { World } from "./test-host.fixture.js";

/** An instance as handlers of the emulator see it. */
type Instance = DynamicMessage & { readonly spec: { hostnames: string[]; cpu: number } };

let sample: AppliedSample;
beforeAll(async () => (sample = await openSample()));
afterAll(() => sample?.[Symbol.asyncDispose]());
beforeEach(() => sample.reset());

const terminals = { in: true, out: true, err: true };

describe("carrying out a plan", () => {
  it("goes on after a failure, skips what depends on it, and lists all three", async () => {
    // Its operation fails.
    sample.emulator.script("DiskService/Create", [
      { failOperation: { code: "FAILED_PRECONDITION", message: "no space" } },
    ]);
    const all = [
      sample.disk("bad"),
      sample.instance("needs", { bootDisk: { diskId: { $ref: "compute/disk/bad" } } }),
      sample.instance("free"),
    ];
    const { code, said } = await sample.apply(all);
    expect(code).toBe(6);
    expect(said).toContain("created compute/instance free");
    expect(said).toContain("failed  compute/disk bad: FAILED_PRECONDITION: no space");
    expect(said).toContain("skipped compute/instance needs: it needs compute/disk bad");
    expect(said).toContain("1 done, 1 failed, 1 skipped");
    expect((await sample.apply(all)).said).toContain("2 done, 0 failed, 0 skipped");
  });

  it("names up to 20 resources that cannot be applied, and counts the others", async () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, (_, index) => sample.instance(`vm-${index}`, { labels: { a: 1 } }));
    const { said } = await sample.apply(wrong(20));
    expect(said).toContain("20 resources cannot be applied");
    expect(said.match(/instance vm-/g)).toHaveLength(20);
    expect(said).not.toContain(" more");
    const more = await sample.apply(wrong(21));
    expect(more.said.match(/instance vm-/g)).toHaveLength(20);
    expect(more.said).toContain("  1 more");
  });

  it("plans again after a conflict, and asks again only if the plan is another one", async () => {
    await sample.apply([sample.instance("web")]);
    const { metadata } = await sample.stored("web");
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
          if (!isChanged) await sample.acme(`compute instance update ${String(metadata["id"])} ${flags}`);
          isChanged = true;
        },
      };
      const cpu = want.cpu === 9 ? 5 : want.cpu;
      const ended = await sample.apply([sample.instance("web", { cpu })], "", world);
      expect(ended.said.split("Continue?").length - 1, ended.said).toBe(answers.length);
      expect((await sample.stored("web")).spec).toMatchObject(want);
    }
  });

  it("looks a resource up after a create of unknown outcome", async () => {
    const lost = { code: "UNKNOWN", message: "lost" } as const;
    for (const [name, steps, want] of [
      ["there", [{ dropResponse: true }, lost], 0],
      ["away", [lost], 1],
    ] as const) {
      sample.emulator.script("DiskService/Create", steps);
      const { code, said } = await sample.apply([sample.disk(name)]);
      expect(code, said).toBe(want);
      const creates = sample.changes().length;
      expect(await sample.apply([sample.disk(name)])).toMatchObject({ code: 0 });
      expect(sample.changes().length - creates).toBe(want);
    }
  });

  it("sends nothing twice, and creates each resource once although it is cut off", async () => {
    const identity = (_: string, run: string, number: number) => ({
      metadata: { parentId: run, name: `n${number}` },
    });
    const kinds = ["compute/disk", "compute/image", "compute/instance"];
    const count = runs(9);
    const api = { ...sample, sdk: "@svc/cloud", kinds, identity, batch: 3 };
    expect(await applyRandomResources(api, count, 11)).toBe(count);
  });

  it("reports what the server stores in another form, and does not loop", async () => {
    sample.emulator.handle<{ id: string }>("InstanceService/Get", ({ id }, context) => {
      const instance = context.resource<Instance>(id);
      const { spec } = instance;
      spec.hostnames = spec.hostnames.map((one) => one.toLowerCase()).toSorted();
      if (spec.cpu === 0) spec.cpu = 1;
      return instance;
    });
    const web = sample.instance("web", { hostnames: ["B", "a"], cpu: 0 });
    for (const count of [1, 2, 3]) {
      const { code, said } = await sample.apply([web]);
      expect(code, said).toBe(0);
      expect(said).toContain('spec.hostnames: the server keeps ["a","b"] where the file has ["B","a"]');
      expect(said).toContain("spec.cpu: the server keeps 1 where the file has nothing");
      expect(sample.changes()).toHaveLength(count);
    }
    const { out } = await sample.acme(["compute", "instance", "export", "--parent-id", sample.parent]);
    expect((await sample.acme("apply -f -", { stdin: out })).screen).toContain("1 unchanged");
  });

  it("warns if the server keeps another name, by which it finds nothing", async () => {
    sample.emulator.handle("InstanceService/GetByName", () => {
      throw new StatusError("NOT_FOUND", "no such name");
    });
    const { code, said } = await sample.apply([sample.instance("Web")]);
    expect(code, said).toBe(0);
    expect(said).toContain("the next apply does not find the resource");
    const again = await sample.apply([sample.instance("Web")]);
    expect(again).toMatchObject({ code: 5, said: expect.stringContaining("ALREADY_EXISTS") });
    expect(sample.changes()).toHaveLength(2);
  });
});
