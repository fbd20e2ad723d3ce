import { type DescMessage, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadDescriptors } from "../descriptors/load.js";
import { root } from "../emulator.fixture.js";
import { compileFilter } from "./compile.js";
import { meanings, plainVms, vmJson } from "./random-filter.fixture.js";

const registry = await loadDescriptors({ protos: "protos" }, root);
const instance = registry.getMessage("svc.compute.v1.Instance") as DescMessage;

describe("any filter", () => {
  it("chooses of any resources those that its meaning chooses", () => {
    fc.assert(
      fc.property(fc.array(plainVms, { minLength: 1, maxLength: 5 }), meanings, (vms, { text, holds }) => {
        const test = compileFilter(text, instance, () => false);
        const chosen = vms.filter((vm) => {
          const message = fromJson(instance, vmJson(vm), { registry });
          return test?.(reflect(instance, fromBinary(instance, toBinary(instance, message))));
        });
        expect(chosen).toEqual(vms.filter(holds));
      }),
      { numRuns: 1500 },
    );
  });
});
