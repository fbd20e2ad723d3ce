import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import {
  HouseSpecTable,
  RoomTable,
  TimestampTable,
  UpdateHouseTable,
  type HouseSpec,
  type Room,
  type Timestamp,
  type UpdateHouse,
} from "../../table/house.fixture.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { applyUpdate } from "../rules/apply-update.js";
import { diffMask } from "./diff-mask.js";

const diff = (before: MessageInit<HouseSpec>, after: MessageInit<HouseSpec>): string =>
  diffMask(HouseSpecTable, fill(HouseSpecTable, before), fill(HouseSpecTable, after)).toString();

describe("the mask of a change", () => {
  it.each<[title: string, before: MessageInit<HouseSpec>, after: MessageInit<HouseSpec>, want: string]>([
    ["nothing changed", { floors: 1, names: ["a"] }, { floors: 1, names: ["a"] }, ""],
    ["another value is sent, not named", { floors: 1, area: 1 }, { floors: 2, area: NaN }, ""],
    ["something new is sent, not named", {}, { floors: 1, owner: { name: "n" }, names: ["a"], limit: 0 }, ""],
    [
      "a scalar that goes to its default",
      { floors: 1, isSold: true, plan: new Uint8Array([1]), colour: 1 },
      {},
      "colour,floors,is_sold,plan",
    ],
    ["NaN that goes to -0", { area: NaN, share: NaN }, { area: -0, share: 1e-60 }, "area,share"],
    ["-0 that goes to 0, which is not sent", { area: -0 }, { area: 0 }, "area"],
    ["0 that goes to -0, which is sent", { area: 0 }, { area: -0 }, ""],
    ["an optional scalar that goes", { limit: 0 }, {}, "limit"],
    ["an optional scalar that goes to its default", { limit: 5 }, { limit: 0 }, "limit"],
    ["a message that goes, by its own name alone", { owner: { name: "n", age: 1 } }, {}, "owner"],
    [
      "a field inside a message that stays",
      { owner: { name: "n", age: 1 } },
      { owner: { name: "n" } },
      "owner.age",
    ],
    ["a list that goes", { names: ["a"], rooms: [{ name: "a" }] }, {}, "names,rooms"],
    ["a list of scalars that shrinks", { names: ["a", "b"] }, { names: ["b"] }, ""],
    [
      "a list of messages that shrinks",
      { rooms: [{ name: "a" }, { name: "b" }] },
      { rooms: [{ name: "a" }] },
      "",
    ],
    [
      "an element's field, at its index",
      { rooms: [{ name: "a" }, { name: "b", size: 2 }] },
      { rooms: [{ name: "a" }, { name: "b" }] },
      "rooms.1.size",
    ],
    [
      "another element where one was taken out, whole",
      { rooms: [{ name: "a", size: 1 }, { name: "b" }] },
      { rooms: [{ name: "b" }] },
      "rooms.0.*",
    ],
    ["a map that goes", { weights: { a: 1 }, roomsById: new Map([[1n, {}]]) }, {}, "rooms_by_id,weights"],
    [
      "a key that goes",
      { roomsByName: { a: { size: 1 }, b: { size: 1 } } },
      { roomsByName: { b: { size: 1 } } },
      "",
    ],
    [
      "a field at a key",
      { roomsByName: { "a b": { size: 1 } } },
      { roomsByName: { "a b": {} } },
      'rooms_by_name."a b".size',
    ],
    [
      "a field at a number",
      { roomsByNumber: { [-5]: { name: "x", size: 1, doors: [], window: undefined } } },
      { roomsByNumber: { [-5]: { name: "x", size: 0, doors: [], window: undefined } } },
      'rooms_by_number."-5".size',
    ],
    [
      "a field at a 64-bit key",
      { roomsById: new Map([[7n, { size: 1 }]]) },
      { roomsById: new Map([[7n, {}]]) },
      "rooms_by_id.7.size",
    ],
    ["a member that goes", { roof: { $case: "tile", value: "red" } }, {}, "tile"],
    [
      "a member that is replaced",
      { roof: { $case: "tile", value: "red" } },
      { roof: { $case: "garden", value: {} } },
      "tile",
    ],
    [
      "a member that goes to its default",
      { roof: { $case: "tile", value: "red" } },
      { roof: { $case: "tile", value: "" } },
      "tile",
    ],
    [
      "a field inside a member",
      { roof: { $case: "garden", value: { size: 1 } } },
      { roof: { $case: "garden", value: {} } },
      "garden.size",
    ],
    [
      "a time that changes, in all that it leaves out",
      { builtAt: { nanos: 1 } },
      { builtAt: { nanos: 2 } },
      "built_at.seconds",
    ],
    ["a time that is new", {}, { builtAt: { seconds: 1n } }, "built_at.nanos"],
    ["a time that stays", { builtAt: { seconds: 1n } }, { builtAt: { seconds: 1n } }, ""],
    ["nanos that go", { builtAt: { seconds: 1n, nanos: 1 } }, { builtAt: { seconds: 2n } }, "built_at.nanos"],
    ["a wrapper that goes to zero", { count: 1 }, { count: 0 }, "count.value"],
    ["a wrapper that goes", { count: 0 }, {}, "count"],
    ["a Struct's key that goes", { attributes: { a: 1, b: 1 } }, { attributes: { b: 1 } }, ""],
    ["a Struct that becomes empty", { attributes: { a: 1 } }, { attributes: {} }, "attributes.fields"],
    ["a Value of another kind", { anything: "x" }, { anything: [1] }, "anything.string_value"],
    [
      "a Value deep inside",
      { attributes: { a: { b: [1, true] } } },
      { attributes: { a: { b: [1, false] } } },
      "attributes.fields.a.struct_value.fields.b.list_value.values.1.bool_value",
    ],
    ["a FieldMask that becomes empty", { paths: ["a"] }, { paths: [] }, "paths.paths"],
  ])("%s", (_, before, after, want) => {
    expect(diff(before, after)).toBe(want);
  });

  it("does not name what the server keeps whatever is sent", () => {
    const before = fill<UpdateHouse>(UpdateHouseTable, {
      metadata: { id: "i", version: 5n, createdAt: { seconds: 1n } },
    });
    const after = fill<UpdateHouse>(UpdateHouseTable, { metadata: {} });
    expect(diffMask(UpdateHouseTable, before, after).toString()).toBe("metadata.version");
  });
});

interface Item {
  name: string;
  key: string;
  state: string;
  at: Timestamp | undefined;
  since: Timestamp | undefined;
  count: number | undefined;
  attributes: { [key: string]: unknown } | undefined;
  times: Timestamp[];
  rooms: { [key: string]: Room };
  tags: string[];
  kind: { $case: "room"; value: Room } | { $case: "text"; value: string } | undefined;
}
const ItemTable: MessageTable<Item> = defineTable("house.v1.Item", () => [
  ["name", "string"],
  ["key", "string", { behaviors: ["IMMUTABLE"] }],
  ["state", "string", { behaviors: ["OUTPUT_ONLY"] }],
  ["at", TimestampTable],
  ["since", TimestampTable, { behaviors: ["IMMUTABLE"] }],
  ["count", "google.protobuf.Int32Value"],
  ["attributes", "google.protobuf.Struct"],
  ["times", [TimestampTable]],
  ["rooms", ["string", RoomTable]],
  ["tags", ["string"]],
  ["room", RoomTable, { oneof: "kind" }],
  ["text", "string", { oneof: "kind" }],
]);
interface Box {
  items: Item[];
}
const BoxTable: MessageTable<Box> = defineTable("house.v1.Box", () => [["items", [ItemTable]]]);

interface Plan {
  main: Item | undefined;
  spare: Item | undefined;
  byName: { [key: string]: Item };
  choice: { $case: "one"; value: Item } | { $case: "other"; value: Item } | undefined;
}
const PlanTable: MessageTable<Plan> = defineTable("house.v1.Plan", () => [
  ["main", ItemTable],
  ["spare", ItemTable],
  ["by_name", ["string", ItemTable]],
  ["one", ItemTable, { oneof: "choice" }],
  ["other", ItemTable, { oneof: "choice" }],
]);

describe("the mask of values that are sent whole", () => {
  const at = { seconds: 1n };
  const one = (value: MessageInit<Item>): MessageInit<Plan> => ({ choice: { $case: "one", value } });
  it.each<[title: string, before: MessageInit<Plan>, after: MessageInit<Plan>, want: string]>([
    ["names them in a structure that is new", {}, { main: { at, name: "a" } }, "main.at.nanos"],
    ["names them too where they are IMMUTABLE", {}, { main: { since: at } }, "main.since.nanos"],
    ["names them in a member that changes", one({ at, name: "a" }), one({ at, name: "b" }), "one.at.nanos"],
    ["leaves them alone in a member that stays", one({ at }), one({ at }), ""],
    [
      "leaves them alone in a structure that stays",
      { main: { at, name: "a" } },
      { main: { at, name: "b" } },
      "",
    ],
    [
      "names them deep in a Struct",
      { main: { attributes: { a: { b: {} } } } },
      { main: { attributes: { a: { b: {} }, c: 1 } } },
      "main.attributes.fields.a.struct_value.fields.b.struct_value.fields",
    ],
    [
      "leaves those in lists and maps, where the last writer wins",
      { main: { times: [at] }, byName: { a: { at } } },
      { main: { times: [{ seconds: 2n }] }, byName: { a: { at: { seconds: 2n } } } },
      "",
    ],
  ])("%s", (_, before, after, want) => {
    expect(diffMask(PlanTable, fill(PlanTable, before), fill(PlanTable, after)).toString()).toBe(want);
  });
});

describe("a structure that stood elsewhere", () => {
  const before = fill<Plan>(PlanTable, {
    main: { name: "a", count: 1 },
    spare: { name: "b" },
    choice: { $case: "one", value: { tags: ["t"] } },
  });

  it.each<[title: string, after: Plan, want: string]>([
    [
      "names all that the old one may have",
      { ...before, main: before.spare, spare: undefined },
      "main.*,spare",
    ],
    [
      "names both that change places",
      { ...before, main: before.spare, spare: before.main },
      "main.*,spare.*",
    ],
    ["is copied to a place that was taken", { ...before, spare: before.main }, "spare.*"],
    ["stays itself in a copy of what is around it", { ...before }, ""],
  ])("%s", (_, after, want) => {
    const mask = diffMask(PlanTable, before, after);
    expect(mask.toString()).toBe(want);
    expect(applyUpdate(PlanTable, before, after, mask)).toEqual(after);
  });
});

describe("the mask of another element", () => {
  it.each<[title: string, element: MessageInit<Item>, want: string]>([
    ["names all that is not sent", {}, "items.0.*"],
    [
      "goes into structures",
      { kind: { $case: "room", value: { window: {} } } },
      "items.0.(*,room.(*,window.*))",
    ],
    ["goes into maps", { rooms: { "a b": { doors: [{}] } } }, 'items.0.(*,rooms."a b".(*,doors.0.*))'],
    ["leaves scalars alone", { tags: ["a"], kind: { $case: "text", value: "" } }, "items.0.*"],
    [
      "names what a time leaves out",
      { at: { seconds: 1n }, times: [{ nanos: 1 }] },
      "items.0.(*,at.nanos,times.0.seconds)",
    ],
    ["names what a wrapper leaves out", { count: 0 }, "items.0.(*,count.value)"],
    [
      "names what a Struct leaves out",
      { attributes: { a: {} } },
      "items.0.(*,attributes.fields.a.struct_value.fields)",
    ],
  ])("%s", (_, element, want) => {
    const [before, after] = [{ items: [{ name: "old" }] }, { items: [{ name: "new", ...element }] }];
    expect(diffMask(BoxTable, fill(BoxTable, before), fill(BoxTable, after)).toString()).toBe(want);
  });

  it.each<[title: string, of: (items: Item[]) => Item[]]>([
    ["a removal", (items) => items.slice(1)],
    ["an insertion", (items) => [fill(ItemTable, { name: "new" }), ...items]],
    ["a move", (items) => items.toReversed()],
    ["a change of copies", (items) => items.map((item) => ({ ...item, key: "", at: undefined }))],
    [
      "other ones in their place",
      (items) => items.map(() => fill(ItemTable, { key: "new", attributes: {} })),
    ],
  ])("makes the list what it is to become, but for what the server alone writes: after %s", (_, of) => {
    const before = fill<Box>(BoxTable, {
      items: [
        { name: "a", key: "1", state: "up", at: { seconds: 1n, nanos: 2 }, tags: ["x"], count: 3 },
        {
          name: "b",
          key: "2",
          attributes: { a: [1, { b: true }] },
          rooms: { k: { size: 1, window: { age: 1 } } },
        },
        { name: "c", times: [{ seconds: 1n }, { nanos: 1 }], kind: { $case: "room", value: { size: 1 } } },
      ],
    });
    const after = { items: of(before.items) };
    const result = applyUpdate(BoxTable, before, after, diffMask(BoxTable, before, after));
    const withoutState = (box: Box): Item[] => box.items.map((item) => ({ ...item, state: "" }));
    expect(withoutState(result)).toEqual(withoutState(after));
  });
});
