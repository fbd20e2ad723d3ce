import { describe, expect, it } from "vitest";
import { fill } from "../../table/fill.js";
import { UpdateHouseTable, type UpdateHouse } from "../../table/house.fixture.js";
import type { MessageInit } from "../../table/message-init.js";
import { parseMask } from "../text/mask.js";
import { MutableMaskNode } from "../text/mask-tree.js";
import { compactMask } from "./compact-mask.js";

const compact = (spec: NonNullable<MessageInit<UpdateHouse>["spec"]>, mask: string): string =>
  compactMask(UpdateHouseTable, fill<UpdateHouse>(UpdateHouseTable, { spec }), parseMask(mask).root);

describe("the shortest text of a mask for a request", () => {
  const rooms = [{ name: "a" }, { name: "b" }, { size: 3 }];
  it.each<[title: string, spec: NonNullable<MessageInit<UpdateHouse>["spec"]>, mask: string, want: string]>([
    ["has a wildcard for what all need", { rooms }, "spec.rooms.(0.size,1.size,2.size)", "spec.rooms.*.size"],
    ["or carry", { rooms }, "spec.rooms.(0.size,1.size)", "spec.rooms.*.size"],
    ["not for what one may have", { rooms }, "spec.rooms.(0.window,1.window)", "spec.rooms.(0,1).window"],
    ["nor for what few need", { rooms: [...rooms, {}, {}] }, "spec.rooms.0.size", "spec.rooms.0.size"],
    [
      "keeps what is different beside it",
      { rooms },
      "spec.rooms.(0.(size,window),1.size,2.name)",
      "spec.rooms.(*.size,0.window,2.name)",
    ],
    [
      "has one for keys of a map, too",
      { roomsByName: { "a b": { name: "a" }, c: { name: "b" } } },
      'spec.rooms_by_name.("a b".size,c.size)',
      "spec.rooms_by_name.*.size",
    ],
    [
      "has wildcards below wildcards",
      { rooms: [{ doors: [{}, {}] }, { doors: [{}, {}, {}] }] },
      "spec.rooms.(0.doors.(0.size,1.size),1.doors.(0.size,1.size,2.size))",
      "spec.rooms.*.doors.*.size",
    ],
    [
      "leaves out what is sent",
      { floors: 2, rooms, owner: {} },
      "spec.(floors,owner,rooms,names)",
      "spec.names",
    ],
    ["but not a default that is", { limit: 0 }, "spec.limit", "spec.limit"],
    ["leaves out elements and keys that go", { rooms }, "spec.rooms.(2.name,7.name)", "spec.rooms.2.name"],
    ["leaves a field that is not sent as it is", {}, "spec.rooms.(0.size,1.size)", "spec.rooms.(0,1).size"],
    [
      "and one that it does not know",
      { rooms },
      "spec.(new.(a.x,b.x),rooms.0.new)",
      "spec.(new.(a,b).x,rooms.0.new)",
    ],
    ["groups keys with the same below them", {}, "a.(x,y),b.(x,y),c", "(a,b).(x,y),c"],
  ])("%s", (_, spec, mask, want) => {
    expect(compact(spec, mask)).toBe(want);
  });

  it("is found in one pass, however many keys there are", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}`);
    const roomsByName = Object.fromEntries(keys.map((key) => [key, { name: key, doors: [{}] }]));
    const seed = new MutableMaskNode();
    for (const [at, key] of keys.entries()) {
      seed.add(["spec", "rooms_by_name", key, "size"]);
      seed.add(["spec", "rooms_by_name", key, "doors", String(at), "size"]);
    }
    const request = fill<UpdateHouse>(UpdateHouseTable, { spec: { roomsByName } });
    expect(compactMask(UpdateHouseTable, request, seed)).toBe("spec.rooms_by_name.(*.size,k0.doors.0.size)");
  });
});
