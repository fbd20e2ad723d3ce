import { describe, expect, it } from "vitest";
import { fill } from "../table/fill.js";
import { alice, disk, full, sent, spec, updateBy, UpdateVmTable, VmTable, type Vm } from "./vm.fixture.js";
import { meantResource, objectsIn } from "./returned-resource.js";

/** What a callback means that is given the full resource. */
function meantBy(change: (vm: Vm) => unknown): Vm {
  const [draft, before] = [fill(VmTable, full), fill(VmTable, full)];
  const parts = objectsIn(draft);
  return meantResource({ table: VmTable, before, draft, parts }, change(draft)) as Vm;
}

describe("what a callback returns", () => {
  it.each<[title: string, change: (vm: Vm) => unknown]>([
    ["a number", (vm) => (vm.spec.cpu = 8)],
    ["the length of a list", (vm) => (vm.spec.tags.push("c"), (vm.spec.cpu = 8))],
    ["an array", (vm) => [(vm.spec.cpu = 8)]],
    ["null", (vm) => ((vm.spec.cpu = 8), null)],
    ["the resource itself", (vm) => ((vm.spec.cpu = 8), vm)],
    ["a part of it", (vm) => Object.assign(vm.spec, { cpu: 8 })],
    ["an element that it has removed", (vm) => ((vm.spec.cpu = 8), vm.spec.disks.pop())],
    [
      "an element that it has added",
      (vm) => ((vm.spec.cpu = 8), (vm.spec.users[0] = { ...alice, password: "" })),
    ],
    [
      "a time that it has removed",
      (vm) => {
        const { at } = vm.spec;
        vm.spec.cpu = 8;
        vm.spec.at = undefined;
        return at;
      },
    ],
  ])("does not count if it is %s", (_, change) => {
    expect(meantBy(change).spec.cpu).toBe(8);
  });

  it.each<[title: string, change: (vm: Vm) => unknown, wantSpec: object, mask: string]>([
    ["spread", (vm) => ({ ...vm, spec: { ...vm.spec, cpu: 9 } }), { cpu: 9 }, ""],
    ["cloned", (vm) => Object.assign(structuredClone(vm), { spec: { ...vm.spec, cpu: 9 } }), { cpu: 9 }, ""],
    [
      "mapped",
      (vm) => ({ ...vm, spec: { ...vm.spec, disks: vm.spec.disks.map((disk) => ({ ...disk, size: 7 })) } }),
      { disks: [expect.objectContaining({ size: 7 }), expect.objectContaining({ size: 7 })] },
      "spec.disks.(0.*,1.(*,limits.*))",
    ],
    [
      "filtered",
      (vm) => ({ ...vm, spec: { ...vm.spec, disks: vm.spec.disks.filter(({ size }) => size === 1) } }),
      { disks: [disk] },
      "",
    ],
    [
      "with an undefined property, which is cleared",
      (vm) => ({ ...vm, spec: { ...vm.spec, tags: undefined, limits: undefined } }),
      {},
      "spec.(limits,tags)",
    ],
    [
      "with a new element, which may be partial",
      (vm) => ({ ...vm, spec: { ...vm.spec, disks: [...vm.spec.disks, { size: 3 }] } }),
      { disks: [...(spec.disks ?? []), { size: 3 }] },
      "",
    ],
    [
      "beside a change of what was given, which it has",
      (vm) => {
        vm.spec.cpu = 9;
        return { ...vm, spec: { ...vm.spec, zone: vm.spec.zone } };
      },
      { cpu: 9 },
      "",
    ],
  ])("is the change if it is the whole resource, %s", (_, change, wantSpec, mask) => {
    const { request, resetMask } = updateBy(change);
    expect(sent(UpdateVmTable, request)).toEqual({
      metadata: { id: "i", resourceVersion: 7n },
      spec: wantSpec,
    });
    expect(resetMask.toString()).toBe(mask);
  });

  it.each<[title: string, change: (vm: Vm) => unknown, message: RegExp]>([
    ["another object", () => ({ isDone: true }), /is not the resource, since it does not have its id/],
    ["a function", () => () => undefined, /is not the resource/],
    ["another resource", (vm) => ({ ...vm, metadata: { ...vm.metadata, id: "j" } }), /does not have its id/],
    [
      "without its parts",
      ({ metadata }) => ({ metadata: { ...metadata } }),
      /lacks spec, which was read: spread/,
    ],
    [
      "with a part that is not whole",
      (vm) => ({ ...vm, spec: { cpu: 9 } }),
      /lacks spec\.zone, which was read: spread what you were given, or write zone: undefined/,
    ],
    [
      "with an element that is not whole",
      (vm) => ({ ...vm, spec: { ...vm.spec, users: [{ name: "alice" }] } }),
      /lacks spec\.users\.0\.role/,
    ],
    [
      "with a value under a key that is not whole",
      (vm) => ({ ...vm, spec: { ...vm.spec, userByName: { k: { name: "alice" } } } }),
      /lacks spec\.userByName\.k\.role/,
    ],
    [
      "without a change of what was given",
      (vm) => {
        const copy = structuredClone(vm);
        vm.spec.tags.push("c");
        return copy;
      },
      /changed spec\.tags of the resource that it was given, and returned another object without that change/,
    ],
    [
      "with another change in the same place",
      (vm) => {
        vm.spec.limits!.cpu = 5;
        return { ...vm, spec: { ...vm.spec, limits: { cpu: 6, memory: 2 } } };
      },
      /changed spec\.limits\.cpu/,
    ],
  ])("is refused if it is %s", (_, change, message) => {
    expect(() => meantBy(change)).toThrow(message);
  });

  it("needs nothing of what only a newer SDK knows", () => {
    const [draft, before] = [fill(VmTable, full), fill(VmTable, full)];
    for (const vm of [draft, before]) {
      Reflect.set(vm.spec, "_unknownFields", [{ number: 900, wireType: 0, value: new Uint8Array([1]) }]);
    }
    const { _unknownFields, ...own } = draft.spec as Vm["spec"] & { readonly _unknownFields?: unknown };
    const meant = { ...draft, spec: { ...own, cpu: 9 } };
    expect(meantResource({ table: VmTable, before, draft, parts: objectsIn(draft) }, meant)).toBe(meant);
  });
});
