import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { CarryOptions } from "../chain/call-options.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { connectThings, methods, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { fill } from "../../messages/table/fill.js";
import { applyCarryOption } from "./carry-option.js";
import { full, partial, UpdateVmTable, VmTable, type Vm } from "../modify/vm.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const vm = fill(VmTable, full);

/** The request that is made of a part of it and the rest. */
function carried(request: object, carry: unknown = vm): Pick<Vm, "metadata" | "spec"> {
  const options = { carry } as Partial<CarryOptions<Vm>>;
  return fill(UpdateVmTable, applyCarryOption(UpdateVmTable, request, options));
}

describe("an update of a part", () => {
  const whole = { metadata: vm.metadata, spec: vm.spec };

  it.each<[title: string, request: object, want: object]>([
    ["nothing", {}, whole],
    ["one part", { spec: { ...vm.spec, cpu: 8 } }, { ...whole, spec: { ...vm.spec, cpu: 8 } }],
    ["a field of a part", { spec: { cpu: 8 } }, { ...whole, spec: { ...vm.spec, cpu: 8 } }],
    [
      "a field of a structure in it",
      { metadata: { id: "i" }, spec: { limits: { cpu: 5 } } },
      { ...whole, spec: { ...vm.spec, limits: { cpu: 5, memory: 2 } } },
    ],
    [
      "a list, which is one value",
      { spec: { tags: ["c"] } },
      { ...whole, spec: { ...vm.spec, tags: ["c"] } },
    ],
    [
      "a time, which is one value",
      { spec: { at: { seconds: 9n } } },
      { ...whole, spec: { ...vm.spec, at: { seconds: 9n, nanos: 0 } } },
    ],
    [
      "undefined, which clears",
      { spec: { tags: undefined, limits: undefined } },
      { ...whole, spec: { ...vm.spec, tags: [], limits: undefined } },
    ],
    ["its other part", { metadata: { name: "m" } }, { ...whole, metadata: { ...vm.metadata, name: "m" } }],
  ])("sends the rest as it was read beside %s", (_, request, want) => {
    expect(carried(request)).toEqual(want);
  });

  it("changes neither the request nor the resource", () => {
    const request = { spec: { limits: { cpu: 5 } } };
    carried(request);
    expect(request).toEqual({ spec: { limits: { cpu: 5 } } });
    expect(vm).toEqual(fill(VmTable, full));
  });

  const unversioned = { ...vm, metadata: { ...vm.metadata, resourceVersion: 0n } };
  it.each<[title: string, request: object, carry: unknown, message: RegExp, code: string]>([
    [
      "another resource",
      { metadata: { id: "j" } },
      vm,
      /carry: the request and the resource have different ids/,
      "OPTION_CONFLICT",
    ],
    ["no resource", {}, { spec: {} }, /carry: the value is not a resource that was read/, "OPTION_INVALID"],
    ["a text", {}, "i", /carry: the value must be a resource/, "OPTION_INVALID"],
    [
      "a resource without a version",
      {},
      unversioned,
      /carry: .*no resource_version.*unguarded: true/,
      "OPTION_INVALID",
    ],
    [
      "the same, guarded",
      {},
      { resource: unversioned, unguarded: false },
      /no resource_version/,
      "OPTION_INVALID",
    ],
    [
      "another version",
      { metadata: { resourceVersion: 3n } },
      vm,
      /different resource_versions.*leave it out/,
      "OPTION_CONFLICT",
    ],
  ])("is refused beside %s", (_, request, carry, message, code) => {
    expect(() => carried(request, carry)).toThrow(codedError(code, message));
  });

  it("is sent without a version if that is what is wanted", () => {
    const { metadata, spec } = carried({ spec: { cpu: 8 } }, { resource: unversioned, unguarded: true });
    expect([metadata.resourceVersion, spec.cpu, spec.tags]).toEqual([0n, 8, ["a", "b"]]);
  });

  it("goes out with the mask that is derived, which clears what is cleared", async () => {
    const thing: Thing = {
      metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
      spec: { size: 3, note: "old", password: "" },
    };
    const transport = answering((_call: OutgoingCall) => thing);
    const session = openSession({ transport, credentials: staticToken("t"), clock: new TestClock() });
    const things = connectThings(session);
    const options = { carry: thing } as object;
    await things.unary(methods.set, { spec: { note: undefined } }, options);
    const [call] = transport.calls;
    expect(call?.message).toEqual({ metadata: thing.metadata, spec: { size: 3, note: "", password: "" } });
    expect(call?.metadata.get("x-resetmask")).toBe("metadata,spec.(note,password)");
    for (const [request, more, message] of [
      [methods.get, options, /carry: .* is not an Update/],
      [methods.set, { ...options, resetMask: "" }, /carry: with a resetMask/],
    ] as const) {
      await expect(things.unary(request as typeof methods.set, partial({}), more)).rejects.toThrow(message);
    }
  });
});
