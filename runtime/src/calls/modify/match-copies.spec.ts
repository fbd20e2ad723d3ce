import { describe, expect, it } from "vitest";
import { disk, full, other, partial, spec, unknown, updateBy, type Vm } from "./vm.fixture.js";

describe("a new object with matchCopies: false", () => {
  const hidden = { ...disk, _unknownFields: unknown };
  const init = { ...full, spec: { ...spec, disks: [hidden, other], users: [{ name: "a" }, { name: "b" }] } };

  it.each<[title: string, change: (vm: Vm) => unknown, mask: string]>([
    [
      "an element with INPUT_ONLY values",
      ({ spec: own }) => (own.users = [partial({ name: "b" })]),
      "spec.users.0.*",
    ],
    ["the element of its name", ({ spec: own }) => (own.users[1] = partial({ name: "b" })), "spec.users.1.*"],
    [
      "an element with unknown fields",
      ({ spec: own }) => (own.disks[0] = partial({ ...disk, limits: { cpu: 1 } })),
      "spec.disks.0.(*,limits.*)",
    ],
    ["a structure", ({ spec: own }) => (own.limits = partial({ cpu: 9 })), "spec.limits.*"],
    ["nothing at a new place", ({ spec: own }) => own.users.push(partial({ name: "b" })), ""],
    ["nothing if the object was read", ({ spec: own }) => (own.users[0]!.role = "r"), ""],
  ])("replaces %s", (_, change, mask) => {
    expect(updateBy(change, init, { matchCopies: false }).resetMask.toString()).toBe(mask);
  });

  it("does not move INPUT_ONLY values of objects that were read, also inside of it", () => {
    const move = ({ spec: own }: Vm): unknown => own.users.shift();
    expect(() => updateBy(move, init, { matchCopies: false })).toThrow("spec.users.0");
  });
});
