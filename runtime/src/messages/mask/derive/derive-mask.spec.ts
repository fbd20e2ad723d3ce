import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import {
  HouseSpecTable,
  MetadataTable,
  UpdateHouseTable,
  type HouseSpec,
  type UpdateHouse,
} from "../../table/house.fixture.js";
import type { FieldRow } from "../../table/table.js";
import type { MessageInit } from "../../table/message-init.js";
import { deriveMask } from "./derive-mask.js";
import { Mask, parseMask } from "../text/mask.js";

/** A spec in which nothing needs a name, but for the unset members of the oneof. */
const whole: MessageInit<HouseSpec> = {
  floors: 1,
  area: 1,
  share: 1,
  isSold: true,
  plan: new Uint8Array([1]),
  colour: 1,
  limit: 1,
  names: ["a"],
  rooms: [
    {
      name: "r",
      size: 1,
      doors: [{ name: "d", size: 1, window: { name: "w", age: 1 } }],
      window: { name: "w", age: 1 },
    },
  ],
  roomsByName: { a: { name: "r", size: 1, window: { name: "w", age: 1 } } },
  roomsByNumber: { 1: { name: "r", size: 1, window: { name: "w", age: 1 } } },
  roomsById: new Map([[1n, { name: "r", size: 1, window: { name: "w", age: 1 } }]]),
  weights: { a: 1 },
  owner: { name: "o", age: 1 },
  roof: { $case: "tile", value: "red" },
  builtAt: { seconds: 1n, nanos: 1 },
  count: 1,
  attributes: { a: "x" },
  anything: "x",
  list: ["x"],
  paths: ["a"],
  secret: "s",
  key: { name: "k", age: 1 },
};

/** What a spec's mask has under one field; undefined where it does not name the field. */
function derived(field: string, init: MessageInit<HouseSpec>): string | undefined {
  const { root } = deriveMask(HouseSpecTable, fill(HouseSpecTable, { ...whole, ...init }));
  const node = root.children[root.keys.indexOf(field)];
  return node && new Mask(node).toString();
}

describe("the mask that a client derives", () => {
  it.each<[title: string, field: string, init: MessageInit<HouseSpec>, want: string | undefined]>([
    ["a scalar that is not its default needs no name", "floors", {}, undefined],
    ["a scalar at its default: its name", "floors", { floors: 0 }, ""],
    ["NaN is a value", "area", { area: NaN }, undefined],
    ["-0 is a value, and 0 to some servers: its name too", "area", { area: -0 }, ""],
    ["a float that rounds to zero is nothing", "share", { share: 1e-60 }, ""],
    ["the least float is a value", "share", { share: 2 ** -149 }, undefined],
    ["false", "is_sold", { isSold: false }, ""],
    ["empty bytes", "plan", { plan: new Uint8Array() }, ""],
    ["an enum at zero", "colour", { colour: 0 }, ""],
    ["an optional scalar that is absent", "limit", { limit: undefined }, ""],
    ["an optional scalar at its default", "limit", { limit: 0 }, ""],
    ["an optional scalar with a value", "limit", { limit: 5 }, undefined],
    ["a list of scalars that is not empty", "names", {}, undefined],
    ["an empty list of scalars", "names", { names: [] }, ""],
    ["a map of scalars that is not empty", "weights", { weights: { a: 0 } }, undefined],
    ["an empty map of scalars", "weights", { weights: {} }, ""],
    ["an absent message: its name", "owner", { owner: undefined }, ""],
    ["a present message: its name", "owner", {}, ""],
    ["and its inside", "owner", { owner: { name: "n" } }, "age"],
    ["an empty message: its name and all its fields", "owner", { owner: {} }, "age,name"],
    ["an empty list of messages", "rooms", { rooms: [] }, ""],
    [
      "a list of messages: the union over its elements",
      "rooms",
      { rooms: [{ name: "a", window: {} }, { size: 1 }] },
      "*.(doors,name,size,window.(age,name))",
    ],
    [
      "a list inside a list",
      "rooms",
      { rooms: [{ doors: [{}] }] },
      "*.(doors.*.(doors,name,size,window),name,size,window)",
    ],
    [
      "a map of messages",
      "rooms_by_name",
      { roomsByName: { a: { name: "x" }, b: {} } },
      "*.(doors,name,size,window)",
    ],
    ["an empty map of messages", "rooms_by_name", { roomsByName: {} }, ""],
    [
      "a map with numbers as keys",
      "rooms_by_number",
      { roomsByNumber: { 5: { name: "x", size: 0, doors: [{}], window: {} } } },
      "*.(doors.*.(doors,name,size,window),size,window.(age,name))",
    ],
    [
      "a map with 64-bit keys",
      "rooms_by_id",
      { roomsById: new Map([[5n, { name: "x" }]]) },
      "*.(doors,size,window)",
    ],
    ["an empty map with 64-bit keys", "rooms_by_id", { roomsById: new Map() }, ""],
    ["the selected member of a oneof", "tile", {}, undefined],
    ["the selected member at its default", "tile", { roof: { $case: "tile", value: "" } }, ""],
    ["a member that is not selected", "garden", {}, ""],
    [
      "a member that is a message: its inside",
      "garden",
      { roof: { $case: "garden", value: { name: "g", doors: [{}] } } },
      "doors.*.(doors,name,size,window),size,window",
    ],
    ["a member that is a wrapper", "note", { roof: { $case: "note", value: "n" } }, ""],
    ["a member that is an empty wrapper", "note", { roof: { $case: "note", value: "" } }, "value"],
    ["a timestamp with zero nanos", "built_at", { builtAt: { seconds: 1n } }, "nanos"],
    ["a timestamp at the epoch", "built_at", { builtAt: {} }, "nanos,seconds"],
    ["an absent wrapper", "count", { count: undefined }, ""],
    ["a wrapper at zero", "count", { count: 0 }, "value"],
    ["a wrapper with a value", "count", { count: 1 }, ""],
    ["an absent Struct", "attributes", { attributes: undefined }, ""],
    ["an empty Struct", "attributes", { attributes: {} }, "fields"],
    [
      "a Struct: the kinds of its Values",
      "attributes",
      { attributes: { a: 1 } },
      "fields.*.(bool_value,list_value,null_value,string_value,struct_value)",
    ],
    [
      "a Value that is false",
      "anything",
      { anything: false },
      "bool_value,list_value,null_value,number_value,string_value,struct_value",
    ],
    [
      "a Value that is null",
      "anything",
      { anything: null },
      "bool_value,list_value,null_value,number_value,string_value,struct_value",
    ],
    ["an empty ListValue", "list", { list: [] }, "values"],
    ["an empty FieldMask", "paths", { paths: [] }, "paths"],
    ["a FieldMask", "paths", { paths: ["a"] }, ""],
  ])("%s", (_, field, init, want) => {
    expect(derived(field, init)).toBe(want);
  });

  it("covers every field of the type but those that only the server writes", () => {
    expect(deriveMask(MetadataTable, fill(MetadataTable, {})).toString()).toBe("id,version");
  });

  it("is written in the canonical form", () => {
    const request = fill<UpdateHouse>(UpdateHouseTable, { metadata: { id: "i" }, spec: whole });
    const text = deriveMask(UpdateHouseTable, request).toString();
    expect(text).toBe(
      "metadata.version," +
        "spec.(anything.(bool_value,list_value,null_value,number_value,struct_value)," +
        "attributes.fields.*.(bool_value,list_value,null_value,number_value,struct_value),built_at,count,garden,key," +
        "list.values.*.(bool_value,list_value,null_value,number_value,struct_value),note,owner,paths," +
        "rooms.*.(doors.*.(doors,window),window),rooms_by_id.*.(doors,window),rooms_by_name.*.(doors,window)," +
        "rooms_by_number.*.(doors,window))",
    );
    expect(parseMask(text).toString()).toBe(text);
  });

  it("takes a message whose lists and scalars are missing for an empty one", () => {
    const bare: object = {};
    expect(deriveMask(MetadataTable, bare as never).toString()).toBe("id,version");
    expect(
      deriveMask(HouseSpecTable, bare as never).equals(deriveMask(HouseSpecTable, fill(HouseSpecTable, {}))),
    ).toBe(true);
  });
});

describe("a group, which some servers take for a scalar", () => {
  interface Crate {
    readonly seal: { readonly wax: string; readonly age: number } | undefined;
  }
  const SealTable = defineTable<NonNullable<Crate["seal"]>>("acme.v1.Seal", () => [
    ["wax", "string"],
    ["age", "int32"],
  ]);
  const CrateTable = defineTable<Crate>("acme.v1.Crate", () => [["seal", SealTable, { wire: "group" }]]);
  const seal = { wax: "red", age: 0 };
  const crates = [{ seal }, { seal: undefined }];

  it.each<[where: string, row: FieldRow, value: object, want: string]>([
    [
      "in the values of a map",
      ["crates", ["string", CrateTable]],
      { a: crates[0], b: crates[1] },
      "a.seal.age,b.seal",
    ],
    ["in the elements of a list", ["crates", [CrateTable]], crates, "0.seal.age,1.seal"],
  ])("is named for each by itself %s, so that a path ends where there is none", (_, row, value, want) => {
    const table = defineTable<{ crates: object }>("acme.v1.Ship", () => [row]);
    expect(deriveMask(table, { crates: value }).toString()).toBe(`crates.(${want})`);
  });
});

it("names no field that only the server writes, be it one that requests send back", () => {
  const table = defineTable<object>("acme.v1.Volume", () => [
    ["size", "int32"],
    ["name", "string", { behaviors: ["OUTPUT_ONLY"] }],
    ["device", "string", { unsent: true, behaviors: ["OUTPUT_ONLY"] }],
    ["state", HouseSpecTable, { unsent: true }],
  ]);
  expect(deriveMask(table, {}).toString()).toBe("size");
});
