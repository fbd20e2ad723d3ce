import { codedError } from "../../../../test/coded-error.js";
import { describe, expect, it } from "vitest";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { fill } from "../../messages/table/fill.js";
import {
  alice,
  bob,
  disk,
  full,
  sent,
  spec,
  updateBy,
  unknown,
  UpdateVmTable,
  VmTable,
  type Vm,
} from "./vm.fixture.js";
import { resolveReturnedResource, collectObjects } from "./returned-resource.js";

/** What a callback means that is given the full resource, or another one. */
function meantBy(change: (vm: Vm) => unknown, make = (): Vm => fill(VmTable, full)): Vm {
  const [draft, before] = [make(), fill(VmTable, make())];
  const [parts, knownOrigins] = [collectObjects(draft), pairByPlace(VmTable, draft, before)];
  return resolveReturnedResource({ table: VmTable, before, draft, parts, knownOrigins }, change(draft)) as Vm;
}

/** The full resource, with what only a newer SDK knows in a part of it. */
function withUnknown(part: (vm: Vm) => object | undefined): () => Vm {
  return () => {
    const vm = fill(VmTable, full);
    Reflect.set(part(vm) ?? vm, "_unknownFields", unknown);
    return vm;
  };
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
      (vm) => ({ ...vm, spec: { ...vm.spec, users: vm.spec.users.map((user) => ({ ...user, role: "x" })) } }),
      {
        users: [
          { ...alice, role: "x" },
          { ...bob, role: "x" },
        ],
      },
      "",
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
    ["another object", () => ({ isDone: true }), /is not the resource, because it has another id/],
    ["a function", () => () => undefined, /is not the resource/],
    ["another resource", (vm) => ({ ...vm, metadata: { ...vm.metadata, id: "j" } }), /has another id/],
    [
      "without its parts",
      ({ metadata }) => ({ metadata: { ...metadata } }),
      /lacks spec, which was read: spread/,
    ],
    [
      "with a part that is not whole",
      (vm) => ({ ...vm, spec: { cpu: 9 } }),
      /lacks spec\.zone, which was read: spread the object that you were given, or write zone: undefined/,
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
    expect(() => meantBy(change)).toThrow(codedError("RETURN_VALUE_INVALID", message));
  });

  it("needs no property that was not there, or had no value", () => {
    const make = (): Vm => {
      const vm = fill(VmTable, { ...full, spec: { ...spec, limits: undefined } });
      Reflect.deleteProperty(vm.spec, "limits");
      return vm;
    };
    expect(meantBy((vm) => ({ ...vm, spec: { ...vm.spec, cpu: 9 } }), make).spec.cpu).toBe(9);
  });

  it("is compared with what an element was made of, though it is elsewhere now", () => {
    const change = (vm: Vm): object => {
      const copy = structuredClone(vm);
      copy.spec.disks = [{ ...copy.spec.disks[1]!, size: 5 }];
      return copy;
    };
    expect(meantBy(change).spec.disks).toHaveLength(1);
    const cut = (vm: Vm): object => {
      const copy = structuredClone(vm);
      const { limits: _, ...disk } = copy.spec.disks[1]!;
      return { ...copy, spec: { ...copy.spec, disks: [disk] } };
    };
    expect(() => meantBy(cut)).toThrow(
      codedError("RETURN_VALUE_INVALID", "lacks spec.disks.0.limits, which was read"),
    );
  });

  it("is refused if an element lacks what this SDK does not know, though another one is like that", () => {
    const disks = [{ size: 1 }, { size: 2 }, { size: 1 }];
    const make = (): Vm => {
      const vm = fill(VmTable, { ...full, spec: { ...spec, disks: disks as never } });
      Reflect.set(vm.spec.disks[0]!, "_unknownFields", unknown);
      return vm;
    };
    const rebuilt = (vm: Vm): object => ({
      ...vm,
      spec: {
        ...vm.spec,
        disks: vm.spec.disks.map(({ image, size, blockSize, parts, limits }) => ({
          image,
          size,
          blockSize,
          parts,
          limits,
        })),
      },
    });
    expect(() => meantBy(rebuilt, make)).toThrow(
      "has a new spec.disks.0 without the fields that this SDK does not know",
    );
  });

  it("is refused if nobody can tell whether an element is the one that was there", () => {
    const disks = (size: number): object[] => [
      { ...disk, size: 1, image: "" },
      { size, parts: [{ cpu: 1 }, { cpu: 2 }] },
    ];
    const make = (): Vm => fill(VmTable, { ...full, spec: { ...spec, disks: disks(2) as never } });
    const change = (vm: Vm): object => {
      const copy = structuredClone(vm);
      Object.assign(copy.spec.disks[1]!, { size: 2, parts: [], limits: { cpu: 1, memory: 1 } });
      return copy;
    };
    expect(() => meantBy(change, make)).toThrow(
      "has a new spec.disks.1. It may be the element that was there, with most of its values changed, or another one",
    );
  });

  it("is compared with what stayed at its place, not with an element that has moved on", () => {
    const change = (vm: Vm): object => ({
      ...vm,
      spec: { ...vm.spec, disks: [{ size: 3 }, ...vm.spec.disks] },
    });
    expect(meantBy(change).spec.disks).toHaveLength(3);
  });

  it("needs nothing of what only a newer SDK knows of a structure, which a server keeps", () => {
    const change = (vm: Vm): object => {
      const { _unknownFields, ...own } = vm.spec as Vm["spec"] & { readonly _unknownFields?: unknown };
      return { ...vm, spec: { ...own, cpu: 9 } };
    };
    expect(
      meantBy(
        change,
        withUnknown(({ spec: own }) => own),
      ).spec.cpu,
    ).toBe(9);
  });

  it.each<[place: string, part: (vm: Vm) => object | undefined, change: (vm: Vm["spec"]) => object]>([
    [
      "spec.userByName.k",
      (vm) => vm.spec.userByName["k"],
      () => ({ userByName: { k: { ...alice, password: "" } } }),
    ],
    [
      "spec.users.0",
      (vm) => vm.spec.users[0],
      ({ users }) => ({ users: users.map((user) => ({ ...bob, name: user.name, password: "" })) }),
    ],
  ])("needs what only a newer SDK knows where a server may replace it: %s", (place, part, change) => {
    const spread = (vm: Vm): object => ({ ...vm, spec: { ...vm.spec, ...change(vm.spec) } });
    expect(() => meantBy(spread, withUnknown(part))).toThrow(
      `has a new ${place} without the fields that this SDK does not know: spread the object that you were given`,
    );
  });
});
