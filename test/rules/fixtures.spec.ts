import type { MessageTable } from "@stratus/runtime";
import { fixture, fixtureMaker } from "@stratus/runtime/fixtures";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Disk, Instance } from "@svc/cloud/compute/v1";
import { type Codecs, loadCodecsOf } from "../oracle/codecs.fixture.js";
import { runs } from "../runs.js";
import { createRequestValidator, type Judge } from "./judge.fixture.js";
import { linkSample, sample } from "./sample.fixture.js";

describe("fixtures of an API that states every rule", () => {
  let codecs: Codecs;
  let judge: Judge;
  beforeAll(async () => {
    const linked = linkSample();
    codecs = await loadCodecsOf(linked);
    judge = createRequestValidator(linked);
  });
  afterAll(() => codecs[Symbol.asyncDispose]());

  const names = [...sample.matchAll(/^message (\w+)/gm)].map(([, name = ""]) => name);

  it.each(names)("keep all rules of %s, by the judgement of protovalidate", async (name) => {
    const desc = codecs.message(`shop.v1.${name}`);
    const codec = codecs.codec(desc);
    const make = await fixtureMaker(codec as unknown as MessageTable<object>);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const message = make(seed);
        expect(judge.judgeAll(desc, codec.encode(message as never)), JSON.stringify(message, text)).toEqual(
          [],
        );
      }),
      { numRuns: runs(2) },
    );
  });
});

const text = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

describe("a fixture", () => {
  it("is the same for the same seed, and another one for another seed", async () => {
    expect(await fixture(Instance)).toEqual(await fixture(Instance, { seed: 1 }));
    expect(await fixture(Instance, { seed: 7 })).toEqual(await fixture(Instance, { seed: 7 }));
    expect(await fixture(Instance, { seed: 7 })).not.toEqual(await fixture(Instance, { seed: 8 }));
  });

  it("has references that resolve to fixtures of the same seed", async () => {
    const [vm, disk] = [await fixture(Instance, { seed: 3 }), await fixture(Disk, { seed: 3 })];
    expect(vm.metadata?.id).toBe("instance-3");
    expect(disk.metadata?.id).toBe("disk-3");
    expect(vm.spec?.bootDisk?.diskId).toBe(disk.metadata?.id);
  });

  it("has what the program gives, at any depth", async () => {
    const vm = await fixture(Instance, {
      overrides: { spec: { cpu: 64, secondaryDisks: [] }, metadata: { name: "mine" } },
    });
    expect(vm.spec).toMatchObject({ cpu: 64, secondaryDisks: [] });
    expect(vm.metadata).toMatchObject({ name: "mine", id: "instance-1" });
    expect(vm.spec?.bootDisk?.diskId).toBe("disk-1");
  });

  it("has texts of another source, where there is one", async () => {
    const vm = await fixture(Instance, {
      text: (field) => (field === "name" ? "from a library" : undefined),
    });
    expect(vm.metadata?.name).toBe("from a library");
  });

  it("names the rule that no candidate keeps, and is made if the program gives the value", async () => {
    const broken = { path: "spec.cpu", rule: "cel:even", text: "must be even" };
    const isEven = (vm: { spec?: { cpu: number } }): boolean => vm.spec?.cpu === 1_000_000;
    const cel = { violations: async (_: unknown, vm: unknown) => (isEven(vm as never) ? [] : [broken]) };
    await expect(fixture(Instance, { cel })).rejects.toMatchObject({
      code: "FIXTURE_IMPOSSIBLE",
      message: expect.stringMatching(/Instance\.spec\.cpu: none of 200 candidates keeps the rule cel:even/),
    });
    const vm = await fixture(Instance, { cel, overrides: { spec: { cpu: 1_000_000 } } });
    expect(vm.spec?.cpu).toBe(1_000_000);
  });
});
