import { type DescMessage, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadDescriptors } from "../descriptors/load.js";
import { root } from "../emulator.fixture.js";
import { compileFilter } from "./compile.js";
import { meanings, plainVms, vmJson } from "./random-filter.fixture.js";
import { runs } from "../../../test/runs.js";

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
      { numRuns: runs(500) },
    );
  });

  it("whatever is in it, is refused with its place, or can be asked of every resource", () => {
    const names = [
      "metadata",
      "spec",
      "status",
      "labels",
      "cpu",
      "stop_at",
      "hostnames",
      "secondary_disks",
      "disk_id",
    ];
    const more = [
      "filesystems",
      "price_limit",
      "platform",
      "recovery_policy",
      "stop_grace_period",
      "scheduling_weights",
    ];
    const values = [
      "1",
      "-1",
      "1.5",
      "1e400",
      "20s",
      "true",
      "null",
      "*",
      "a*",
      '"x"',
      "RECOVERY_POLICY_FAIL",
    ];
    const times = [
      "2030-01-01T00:00:00Z",
      "0000-00-00T00:00:00Z",
      "9999-12-31T23:59:60Z",
      "99999999999999999999",
    ];
    const word = fc.constantFrom(...names, ...more, ...values, ...times);
    const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
    const sign = fc.constantFrom("=", "!=", "<", "<=", ">", ">=", ":", "");
    const filter = fc.tuple(path, sign, word).map((parts) => parts.join(""));
    fc.assert(
      fc.property(filter, plainVms, (text, vm) => {
        let test: ReturnType<typeof compileFilter>;
        try {
          test = compileFilter(text, instance, () => false);
        } catch (error) {
          expect(error).toMatchObject({ name: "FilterError", position: expect.any(Number) });
          return;
        }
        expect(test?.(reflect(instance, fromJson(instance, vmJson(vm), { registry })))).toBeTypeOf("boolean");
      }),
      { numRuns: runs(1000) },
    );
  });
});
