import type { MessageTable } from "@stratus/runtime";
import { fixture, fixtureMaker } from "@stratus/runtime/fixtures";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Disk, Instance } from "@svc/cloud/compute/v1";
import { type Codecs, loadCodecsOf } from "../oracle/codecs.fixture.js";
import { runs } from "../runs.js";
import { createRequestValidator, type Judge } from "./judge.fixture.js";
import { linkProtos, linkSample, sample } from "./sample.fixture.js";

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

describe("fixtures of older and nested protos", () => {
  let codecs: Codecs;
  const tableOf = (name: string) =>
    codecs.codec(codecs.message(`old.v1.${name}`)) as unknown as MessageTable<Record<string, unknown>>;
  beforeAll(async () => {
    codecs = await loadCodecsOf(
      linkProtos({
        "old.proto": `syntax = "proto2";
          package old.v1;
          import "buf/validate/validate.proto";
          enum Color { RED = 3; BLUE = 5; }
          message Paint { required Color color = 1; required Coat coat = 2; optional Color other = 3 [default = BLUE]; }
          message Coat { required string name = 1; repeated Paint around = 2; map<string, Paint> by_name = 3; }
          message Image { required string id = 1; optional string zone = 2 [(buf.validate.field).required = true]; }
          message Boot {
            oneof source { option (buf.validate.oneof).required = true; Image image = 1; Coat coat = 2; string url = 3; }
          }`,
      }),
    );
  });
  afterAll(() => codecs?.[Symbol.asyncDispose]());

  it("have all required fields, and a value that an enum without zero has", async () => {
    for (let seed = 0; seed < 20; seed++) {
      const paint = await fixture(tableOf("Paint"), { seed });
      expect([3, 5]).toContain(paint["color"]);
      expect(paint["coat"]).toMatchObject({ name: expect.any(String) });
    }
  });

  it("have the rest of a message that the program gives in part, also in a oneof", async () => {
    for (let seed = 0; seed < 20; seed++) {
      const overrides = { source: { $case: "image", value: { zone: "eu" } } };
      const { source } = await fixture(tableOf("Boot"), { seed, overrides });
      expect(source).toMatchObject({ $case: "image", value: { zone: "eu", id: `image-${seed}` } });
    }
  });

  it("have the member of a oneof that the program gives as a whole", async () => {
    const overrides = { source: { $case: "url", value: "https://a.test" } };
    expect(await fixture(tableOf("Boot"), { overrides })).toMatchObject(overrides);
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
