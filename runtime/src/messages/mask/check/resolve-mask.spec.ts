import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import { PersonTable, UpdateHouseTable, type Person, type UpdateHouse } from "../../table/house.fixture.js";
import type { MessageTable } from "../../table/table.js";
import type { MaskBuilder, MaskPath } from "../text/mask-builder.js";
import { parseMask } from "../text/mask.js";
import { maskFor, resolveMask, type MaskInput } from "./resolve-mask.js";

const UpdateHouseMask = maskFor<UpdateHouse>(UpdateHouseTable);

describe("a mask built by type", () => {
  it.each<[want: string, choose: (m: MaskBuilder<UpdateHouse>) => readonly MaskPath[]]>([
    ["", () => []],
    ["spec.floors", (m) => [m.spec.floors]],
    [
      "metadata.created_at.nanos,spec.(is_sold,rooms_by_name)",
      (m) => [m.spec.roomsByName, m.spec.isSold, m.metadata.createdAt.nanos],
    ],
    ["spec.rooms", (m) => [m.spec.rooms]],
    ["spec.rooms.3.size", (m) => [m.spec.rooms.at(3).size]],
    ["spec.rooms.*.doors.0.window.age", (m) => [m.spec.rooms.each.doors.at(0).window.age]],
    [
      'spec.rooms_by_name."a b".(name,size)',
      (m) => [m.spec.roomsByName.key("a b").name, m.spec.roomsByName.key("a b").size],
    ],
    ['spec.rooms_by_name."*".size', (m) => [m.spec.roomsByName.key("*").size]],
    ["spec.rooms_by_name.*.size", (m) => [m.spec.roomsByName.each.size]],
    ['spec.rooms_by_number."-5".size', (m) => [m.spec.roomsByNumber.key(-5).size]],
    ["spec.rooms_by_id.7.size", (m) => [m.spec.roomsById.key(7n).size]],
    ["spec.roof", (m) => [m.spec.roof]],
    ["spec.(garden.size,note,tile)", (m) => [m.spec.roof.tile, m.spec.roof.garden.size, m.spec.roof.note]],
    [
      "spec.(anything,attributes,count,list,paths)",
      (m) => [m.spec.count, m.spec.attributes, m.spec.anything, m.spec.list, m.spec.paths],
    ],
  ])("%j", (want, choose) => {
    expect(UpdateHouseMask.select(choose).toString()).toBe(want);
  });

  it("takes fields of any name", () => {
    interface Odd {
      at: string;
      each: Person | undefined;
      key: Person[];
      then: string;
      constructor: Person | undefined;
      toString: string;
      __proto__: Person | undefined;
    }
    const OddTable: MessageTable<Odd> = defineTable("house.v1.Odd", () => [
      ["at", "string"],
      ["each", PersonTable],
      ["key", [PersonTable]],
      ["then", "string"],
      ["constructor", PersonTable],
      ["to_string", "string"],
      ["__proto__", PersonTable, { local: "__proto__" }],
    ]);
    const mask = maskFor(OddTable).select((m) => [
      m.at,
      m.each.age,
      m.key.at(0).name,
      m.key.each.age,
      m.then,
      m.constructor.age,
      m.toString as unknown as MaskPath,
      m.__proto__.age,
    ]);
    expect(mask.toString()).toBe(
      "__proto__.age,at,constructor.age,each.age,key.(*.age,0.name),then,to_string",
    );
  });

  it.each([-1, 0.5, NaN, 2 ** 53])("refuses %d as an index", (index) => {
    expect(() => UpdateHouseMask.select((m) => [m.spec.rooms.at(index)])).toThrow(RangeError);
  });
});

describe("a builder in plain JavaScript", () => {
  const roomOf = (m: MaskBuilder<UpdateHouse>): object => m.spec.rooms.each.doors.at(2);

  it.each<[title: string, choose: (m: MaskBuilder<UpdateHouse>) => object, name: string, message: string]>([
    [
      "a field",
      (m) => m.spec,
      "floor",
      'spec.floor: house.v1.HouseSpec has no "floor"; did you mean "floors"?',
    ],
    ["the request's", (m) => m, "spek", 'spek: house.v1.UpdateHouse has no "spek"; did you mean "spec"?'],
    [
      "by the proto's name",
      (m) => m.spec,
      "is_sold",
      'spec.is_sold: house.v1.HouseSpec has no "is_sold"; did you mean "isSold"?',
    ],
    [
      "in an element",
      roomOf,
      "sice",
      'spec.rooms.*.doors.2.sice: house.v1.Room has no "sice"; did you mean "size"?',
    ],
    [
      "of no element",
      (m) => m.spec.rooms,
      "size",
      'spec.rooms.size: a list has no "size"; the names are each, at',
    ],
    [
      "of no value",
      (m) => m.spec.roomsByName,
      "hall",
      'spec.rooms_by_name.hall: a map has no "hall"; the names are each, key',
    ],
    [
      "a member",
      (m) => m.spec.roof,
      "tyle",
      'spec.roof.tyle: the oneof roof has no "tyle"; did you mean "tile"?',
    ],
    [
      "below a scalar",
      (m) => m.spec.floors,
      "count",
      'spec.floors.count: a value without fields has no "count"',
    ],
  ])("names what was misspelt, and the nearest name: %s", (_, choose, name, message) => {
    const misspelt = (m: MaskBuilder<UpdateHouse>): MaskPath[] => [Reflect.get(choose(m), name) as MaskPath];
    expect(() => UpdateHouseMask.select(misspelt)).toThrow(
      expect.objectContaining({ name: "MaskPathError", message: `reset mask: ${message}` }),
    );
  });

  it("can be printed as any object", () => {
    UpdateHouseMask.select((m) => {
      expect(() => inspect(m)).not.toThrow();
      expect(JSON.stringify(m.spec.floors)).toBe("{}");
      return [];
    });
  });
});

describe("a mask as a caller gives it", () => {
  it("is the same from a function, from text and from a mask", () => {
    const inputs: MaskInput<UpdateHouse>[] = [
      (m) => [m.spec.floors],
      " spec.floors ",
      parseMask("spec.(floors)"),
    ];
    for (const input of inputs) expect(resolveMask(UpdateHouseTable, input).toString()).toBe("spec.floors");
  });

  it.each([
    [
      42,
      "ARGUMENT_INVALID",
      "a reset mask must be a Mask, text, or a function that returns paths: (m) => [m.spec.floors]",
    ],
    [
      null,
      "ARGUMENT_INVALID",
      "a reset mask must be a Mask, text, or a function that returns paths: (m) => [m.spec.floors]",
    ],
    [
      () => "spec",
      "RETURN_VALUE_INVALID",
      "the function for a reset mask must return a list of paths: (m) => [m.spec.floors]",
    ],
    [
      () => ["spec"],
      "RETURN_VALUE_INVALID",
      "each path of a reset mask must be a field of the builder: (m) => [m.spec.floors]",
    ],
    [
      () => [undefined],
      "RETURN_VALUE_INVALID",
      "each path of a reset mask must be a field of the builder: (m) => [m.spec.floors]",
    ],
    [
      (m: unknown) => [m],
      "RETURN_VALUE_INVALID",
      "each path of a reset mask must be a field of the builder: (m) => [m.spec.floors]",
    ],
  ])("is refused when it is none (%#)", (input, code, message) => {
    expect(() => resolveMask(UpdateHouseTable, input as never)).toThrow(
      expect.objectContaining({ name: "TypeError", code, message }),
    );
  });

  it("may name fields that only the server knows, unless strict", () => {
    expect(resolveMask(UpdateHouseTable, "spec.new_field").toString()).toBe("spec.new_field");
  });

  it("is taken as it is where it is not to be strict", () => {
    const text = "spec.(*.age,floors.x,new_field.deep,roof.garden,rooms.first)";
    expect(UpdateHouseMask.parse(text, { strict: false }).toString()).toBe(text);
  });

  it.each([
    [
      "spec.floor",
      "spec.floor",
      'spec.floor: house.v1.HouseSpec has no field "floor"; did you mean "floors"?',
    ],
    [
      "spec.isSold",
      "spec.isSold",
      'spec.isSold: house.v1.HouseSpec has no field "isSold"; did you mean "is_sold"?',
    ],
    ["spec.rof", "spec.rof", 'spec.rof: house.v1.HouseSpec has no field "rof"; did you mean "roof"?'],
    ["metadata.(id,colour)", "metadata.colour", 'metadata.colour: house.v1.Metadata has no field "colour"'],
    ["spec.rooms.3.width", "spec.rooms.3.width", 'house.v1.Room has no field "width"'],
    ["spec.rooms.*.sise", "spec.rooms.*.sise", 'house.v1.Room has no field "sise"; did you mean "size"?'],
    ["spec.rooms.first", "spec.rooms.first", 'spec.rooms is a list: "first" is not an index'],
    ["spec.rooms.01.size", "spec.rooms.01", 'spec.rooms is a list: "01" is not an index'],
  ])("%s is refused where strict", (text, path, message) => {
    expect(() => UpdateHouseMask.parse(text, { strict: true })).toThrow(
      expect.objectContaining({ name: "MaskPathError", path, message: expect.stringContaining(message) }),
    );
  });

  it.each([
    [
      "spec.new_field.deep",
      "spec.new_field",
      'a path goes through spec.new_field, but house.v1.HouseSpec has no field "new_field", so the request cannot carry it and the server may clear all of it: name spec.new_field itself to clear it, or send the path unchecked with strict: false',
    ],
    [
      "spec.ownr.age",
      "spec.ownr",
      'name spec.ownr itself to clear it, or send the path unchecked with strict: false; did you mean "spec.owner.age"?',
    ],
    [
      "spec.floors.x",
      "spec.floors",
      "a path goes into spec.floors, which has no fields, and a server may clear it: name spec.floors itself to clear it",
    ],
    ["spec.colour.x", "spec.colour", "a path goes into spec.colour"],
    ["spec.plan.x", "spec.plan", "a path goes into spec.plan"],
    ["spec.names.0.x", "spec.names.0", "a path goes into spec.names.0"],
    ["spec.names.*.x", "spec.names.*", "a path goes into spec.names.*"],
    ['spec.weights."a b".x', 'spec.weights."a b"', 'a path goes into spec.weights."a b"'],
    [
      "spec.roof.garden.size",
      "spec.roof",
      "a path goes through the name of the oneof spec.roof, and a server may clear any member that is set: members are fields beside the oneof, not inside it; name spec.garden.size",
    ],
    ["spec.roof.gardn", "spec.roof", "members are fields beside the oneof, not inside it; name spec.garden"],
    ["spec.roof.what", "spec.roof", "members are fields beside the oneof, not inside it; name spec.roof"],
    ["spec.built_at.day", "spec.built_at.day", 'google.protobuf.Timestamp has no field "day"'],
    ["spec.count.amount", "spec.count.amount", 'google.protobuf.Int32Value has no field "amount"'],
    [
      "spec.built_at.*.x",
      "spec.built_at.*",
      "a path goes through a wildcard over the fields of spec.built_at",
    ],
    [
      "spec.*.size",
      "spec.*",
      "a path goes through a wildcard over the fields of spec. The server may have fields that this SDK does not know, and would clear all that are not sent: name the fields one by one, such as spec.rooms.*.size",
    ],
    ["*.id", "*", "over the fields of the request. The server"],
    ["*.id", "*", "name the fields one by one, such as metadata.id"],
    ["spec.rooms.*.*.age", "spec.rooms.*.*", "such as spec.rooms.*.window.age"],
    ["spec.rooms.first", "spec.rooms.first", 'spec.rooms is a list: "first" is not an index'],
  ])("%s is refused in any case, since a server may clear more than it says", (text, path, message) => {
    expect(() => UpdateHouseMask.parse(text)).toThrow(
      expect.objectContaining({ name: "MaskPathError", path, message: expect.stringContaining(message) }),
    );
  });

  it.each([
    "",
    "spec",
    "spec.*",
    "*",
    "spec.rooms.(0,*.doors.*.size)",
    "spec.rooms_by_name.anything.size",
    "spec.roof",
    "spec.attributes.fields.a.string_value",
    "spec.count.value",
    "spec.built_at.(*,nanos)",
    "spec.weights.a",
  ])("%j is within the type", (text) => {
    expect(UpdateHouseMask.parse(text, { strict: true }).equals(parseMask(text))).toBe(true);
  });
});
