import { describe, expect, it } from "vitest";
import { applyUpdate } from "../../messages/mask/index.js";
import { fill } from "../../messages/table/fill.js";
import {
  bob,
  disk,
  DiskTable,
  full,
  other,
  partial,
  sent,
  spec,
  updateBy,
  UpdateVmTable,
  VmTable,
  type Vm,
} from "./vm.fixture.js";

describe("elements that are other ones", () => {
  it.each<[title: string, change: (vm: Vm) => unknown, want: string]>([
    [
      "after a removal, whole: nothing of the removed one stays",
      ({ spec: own }) => own.disks.shift(),
      "spec.disks.0.(*,limits.*)",
    ],
    [
      "after an insertion",
      ({ spec: own }) => own.disks.unshift(partial({ image: "new", parts: [{ cpu: 1 }] })),
      "spec.disks.(0.(*,parts.0.*),1.*)",
    ],
    [
      "after a move",
      ({ spec: own }) => (own.disks = own.disks.toReversed()),
      "spec.disks.(0.(*,limits.*),1.*)",
    ],
    ["under a key of a map", ({ spec: own }) => (own.diskByName["k"] = { ...own.disks[0]! }), ""],
    [
      "under a key, taken from a list",
      ({ spec: own }) => (own.diskByName["k"] = own.disks[0]!),
      "spec.disk_by_name.k.*",
    ],
    [
      "that carry their INPUT_ONLY value",
      ({ spec: own }) => own.users.splice(0, 1, { ...bob, password: "x" }),
      "spec.users.0.*",
    ],
    ["not: a copy with a change", ({ spec: own }) => (own.disks[0] = { ...own.disks[0]!, size: 5 }), ""],
    [
      "not: a copy that lacks a value",
      ({ spec: own }) => (own.disks[0] = { ...own.disks[0]!, size: 0 }),
      "spec.disks.0.size",
    ],
    ["not: what is appended", ({ spec: own }) => own.users.push(partial({ name: "carol" })), ""],
    ["not: what stays when the last one goes", ({ spec: own }) => own.users.pop(), ""],
    ["not: an emptied list", ({ spec: own }) => (own.users = []), "spec.users"],
    ["not: an element changed in place", ({ spec: own }) => (own.users[0]!.name = "alicia"), ""],
    [
      "not: an element whose IMMUTABLE field goes, which no place holds in a list",
      ({ spec: own }) => (own.disks[0]!.blockSize = 0),
      "spec.disks.0.block_size",
    ],
    [
      "not: a value under its key",
      ({ spec: own }) => (own.userByName["k"] = partial({ name: "x" })),
      "spec.user_by_name.k.role",
    ],
  ])("%s", (_, change, want) => {
    expect(updateBy(change).resetMask.toString()).toBe(want);
  });

  it.each<[title: string, change: (vm: Vm) => unknown, path: string]>([
    ["after a removal", ({ spec: own }) => own.users.shift(), "spec.users.0.password"],
    ["after a move", ({ spec: own }) => (own.users = own.users.toReversed()), "spec.users.0.password"],
    [
      "replaced",
      ({ spec: own }) => (own.users[1] = partial({ name: "carol", role: "admin" })),
      "spec.users.1.password",
    ],
    [
      "moved to the end",
      ({ spec: own }) =>
        own.users.unshift(partial({ name: "carol", password: "c" }), { ...bob, password: "b" }),
      "spec.users.2.password",
    ],
    [
      "under another key",
      ({ spec: own }) => {
        own.userByName["l"] = own.userByName["k"]!;
        delete own.userByName["k"];
      },
      "spec.user_by_name.l.password",
    ],
    [
      "from a list under a key",
      ({ spec: own }) => (own.userByName["k"] = own.users[1]!),
      "spec.user_by_name.k.password",
    ],
  ])("are refused where an INPUT_ONLY value would be lost or change its owner: %s", (_, change, path) => {
    const refusal = {
      name: "MaskPathError",
      path,
      message: expect.stringMatching(/INPUT_ONLY.*Set .*password/),
    };
    expect(() => updateBy(change)).toThrow(expect.objectContaining(refusal));
  });

  it("leave nothing of the old one at the server, not even what this SDK does not know", () => {
    const { request, resetMask } = updateBy(({ spec: own }) => own.disks.shift());
    const stored = fill(VmTable, {
      ...full,
      spec: { ...spec, disks: [{ ...disk, parts: [{ cpu: 1 }] }, other] },
    });
    const result = applyUpdate(VmTable, stored, request, resetMask, { requestTable: UpdateVmTable });
    expect(result.spec.disks).toEqual([fill(DiskTable, other)]);
    expect(resetMask.contains("spec.disks.0.something_new")).toBe(true);
  });

  it("are sent also where they look like the old one, since the mask names their place", () => {
    const init = { ...full, spec: { ...spec, disks: [disk] } };
    const { request, resetMask } = updateBy(
      ({ spec: own }) => (own.diskByName["k"] = own.disks.pop()!),
      init,
    );
    expect(sent(UpdateVmTable, request)).toMatchObject({ spec: { diskByName: { k: disk } } });
    const result = applyUpdate(VmTable, fill(VmTable, init), request, resetMask, {
      requestTable: UpdateVmTable,
    });
    expect(result.spec).toMatchObject({ disks: [], diskByName: { k: disk } });
  });
});
