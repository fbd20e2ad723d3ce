import { describe, expect, it } from "vitest";
import { applyUpdate } from "../../messages/mask/index.js";
import { defineTable } from "../../messages/table/define-table.js";
import { fill } from "../../messages/table/fill.js";
import { deriveUpdate } from "./update-request.js";
import {
  disk,
  full,
  other,
  partial,
  sent,
  spec,
  unknown,
  updateBy,
  UpdateVmTable,
  VmTable,
  type Vm,
} from "./vm.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

describe("the update of a change", () => {
  it.each<[title: string, change: (vm: Vm) => unknown, wantSpec: object | undefined, wantMask: string]>([
    ["is for the resource in the state that was read, if nothing changed", () => undefined, undefined, ""],
    ["sends a scalar that changed, alone", ({ spec: own }) => (own.cpu = 8), { cpu: 8 }, ""],
    ["names a scalar that goes to its default", ({ spec: own }) => (own.cpu = 0), {}, "spec.cpu"],
    [
      "sends of a structure what changed inside",
      ({ spec: own }) => (own.limits!.memory = 3),
      { limits: { memory: 3 } },
      "",
    ],
    [
      "sends a structure empty where something was cleared inside",
      ({ spec: own }) => (own.limits!.memory = 0),
      { limits: {} },
      "spec.limits.memory",
    ],
    ["names a structure that goes", ({ spec: own }) => (own.limits = undefined), {}, "spec.limits"],
    ["sends a changed list whole", ({ spec: own }) => own.tags.push("c"), { tags: ["a", "b", "c"] }, ""],
    [
      "sends a list whole in which one element changed",
      ({ spec: own }) => (own.disks[1]!.size = 5),
      { disks: [disk, { ...other, size: 5 }] },
      "",
    ],
    [
      "sends a changed map whole",
      ({ spec: own }) => (own.diskByName["l"] = partial(other)),
      { diskByName: { k: disk, l: other } },
      "",
    ],
    ["sends a time whole", ({ spec: own }) => (own.at!.nanos = 0), { at: { seconds: 5n } }, "spec.at.nanos"],
    ["sends a wrapper", ({ spec: own }) => (own.count = 0), { count: 0 }, "spec.count.value"],
    [
      "sends a partial message that was added",
      ({ spec: own }) => own.disks.push(partial({ size: 3 })),
      { disks: [disk, other, { size: 3 }] },
      "",
    ],
    [
      "sends a member of a oneof that was set",
      ({ spec: own }) => (own.source = partial({ $case: "disk", value: { size: 3 } })),
      { disk: { size: 3 } },
      "",
    ],
    ["does not send server-managed fields", (vm) => (vm.status = undefined), undefined, ""],
    [
      "sends nothing of a list that was replaced by an equal one",
      (vm) => (vm.spec.tags = ["a", "b"]),
      undefined,
      "",
    ],
    [
      "clears the parts of a spec that was taken away",
      (vm) => Reflect.set(vm, "spec", undefined),
      {},
      "spec.(at,count,cpu,disk_by_name,disks,limits,tags,user_by_name,users)",
    ],
  ])("%s", (title, change, wantSpec, wantMask) => {
    const init = title.includes("taken away") ? { ...full, spec: { ...spec, zone: "" } } : full;
    const { request, resetMask } = updateBy(change, init);
    expect(sent(UpdateVmTable, request)).toEqual({
      metadata: { id: "i", resourceVersion: 7n },
      ...(wantSpec ? { spec: wantSpec } : {}),
    });
    expect(resetMask.toString()).toBe(wantMask);
  });

  it("leaves to another writer what the callback did not touch, also without a version", () => {
    const init = { ...full, metadata: { id: "i", name: "n" } };
    const { request, resetMask } = updateBy(({ spec: own }) => (own.cpu = 8), init);
    const theirs = fill(VmTable, { ...init, spec: { ...spec, tags: ["theirs"], limits: { memory: 77 } } });
    const result = applyUpdate(VmTable, theirs, request, resetMask, { requestTable: UpdateVmTable });
    expect(result.spec).toEqual({ ...theirs.spec, cpu: 8 });
    expect(result.metadata).toEqual(theirs.metadata);
  });

  it.each<[title: string, change: (vm: Vm) => unknown, want: object, mask: string]>([
    [
      "is replaced",
      (vm) => (vm.metadata = partial({ labels: { env: "prod" } })),
      { labels: { env: "prod" } },
      "metadata.(name,parent_id)",
    ],
    ["is taken away", (vm) => Reflect.deleteProperty(vm, "metadata"), {}, "metadata.(labels,name,parent_id)"],
    ["loses its version", (vm) => (vm.metadata.resourceVersion = 0n), {}, ""],
    ["loses its id", (vm) => (vm.metadata.id = ""), {}, ""],
  ])("names the version that was read where metadata %s", (_, change, want, mask) => {
    const { request, resetMask } = updateBy(change);
    expect(sent(UpdateVmTable, request)).toEqual({ metadata: { id: "i", resourceVersion: 7n, ...want } });
    expect(resetMask.toString()).toBe(mask);
  });

  it("sends no version where none was read", () => {
    const { request } = updateBy(() => undefined, { metadata: { id: "i" }, spec });
    expect(sent(UpdateVmTable, request)).toEqual({ metadata: { id: "i" } });
  });

  it("sends what it does not know of a plain structure where that was changed, and of a list always", () => {
    const init = {
      ...full,
      spec: { ...spec, disks: [{ ...disk, _unknownFields: unknown }], _unknownFields: unknown },
    };
    const ofSpec = (change: (vm: Vm) => unknown): unknown =>
      Reflect.get(sent(UpdateVmTable, updateBy(change, init).request), "spec");
    expect(ofSpec((vm) => (vm.spec.cpu = 8))).toEqual({ cpu: 8 });
    expect(ofSpec((vm) => (vm.spec.disks[0]!.size = 8))).toEqual({
      disks: [{ ...disk, size: 8, unknown: true }],
    });
    expect(
      ofSpec((vm) =>
        Reflect.set(vm.spec, "_unknownFields", [{ number: 901, wireType: 0, value: new Uint8Array([2]) }]),
      ),
    ).toEqual({
      unknown: true,
    });
  });
});

describe("a change that no Update can make", () => {
  it.each<[title: string, change: (vm: Vm) => unknown, path: string]>([
    ["an IMMUTABLE field that is cleared", ({ spec: own }) => (own.zone = ""), "spec.zone"],
    ["an IMMUTABLE field that is changed", ({ spec: own }) => (own.zone = "y"), "spec.zone"],
    ["another resource", ({ metadata }) => (metadata.id = "j"), "metadata.id"],
    [
      "an IMMUTABLE field under a key that stays",
      ({ spec: own }) => (own.diskByName["k"] = partial({ size: 1 })),
      "spec.disk_by_name.k.image",
    ],
  ])("is refused: %s", (_, change, path) => {
    expect(() => updateBy(change)).toThrow(expect.objectContaining({ name: "ImmutableFieldError", path }));
  });

  it.each<[title: string, change: (vm: Vm) => unknown, path: string]>([
    ["another version", ({ metadata }) => (metadata.resourceVersion = 1n), "metadata.resource_version"],
    ["a status", (vm) => (vm.status = { cpu: 1, memory: 0 }), "status"],
    ["something in the status", (vm) => (vm.status!.cpu = 1), "status"],
  ])("is rejected, because the server manages it: %s", (_, change, path) => {
    const error = {
      name: "ImmutableFieldError",
      path,
      message: expect.stringContaining("managed by the server"),
    };
    expect(() => updateBy(change)).toThrow(expect.objectContaining(error));
  });

  it("is a copy by JSON over another value with unknown fields, if the message that it equals was removed", () => {
    const small = { size: 1, _unknownFields: unknown };
    const large = { size: 2, _unknownFields: [{ ...unknown[0]!, number: 901 }] };
    const init = { ...full, spec: { ...spec, diskByName: { k: small, l: large } } };
    const change = ({ spec: own }: Vm): unknown => (own.diskByName = { l: partial({ size: 1 }) });
    const error = /disk_by_name\.l = spec\.disk_by_name\.k/;
    expect(() => updateBy(change, init)).toThrow(codedError("MASK_PATH_INVALID", error));
    const { request } = updateBy(({ spec: own }) => (own.diskByName["l"] = partial({ size: 1 })), init);
    expect(request).toMatchObject({ spec: { diskByName: { k: small, l: { ...large, size: 1 } } } });
  });

  it("is refused where a value does not fit, with its place", () => {
    expect(() => updateBy((vm) => Reflect.set(vm.spec, "cpu", "4"))).toThrow(
      codedError("MESSAGE_INVALID", /spec\.cpu: a number is needed/),
    );
    expect(() => updateBy((vm) => Reflect.set(vm.spec, "cpus", 4))).toThrow(
      codedError("MESSAGE_INVALID", /did you mean "cpu"/),
    );
  });

  it("is none where an IMMUTABLE value is set that no response shows", () => {
    const PinTable = defineTable("acme.v1.Pin", () => [
      ["pin", "string", { behaviors: ["IMMUTABLE", "INPUT_ONLY"] }],
    ]);
    const [before, after] = [{ pin: "" }, { pin: "1" }];
    const change = { resourceTable: PinTable, requestTable: PinTable, before, after, handedOut: new Map() };
    expect(deriveUpdate(change).request).toEqual({ pin: "1" });
  });
});
