import { describe, expect, it } from "vitest";
import { fill } from "../../table/fill.js";
import {
  HouseSpecTable,
  PersonTable,
  UpdateHouseTable,
  type HouseSpec,
  type UpdateHouse,
} from "../../table/house.fixture.js";
import type { MessageInit } from "../../table/message-init.js";
import { parseMask } from "../text/mask.js";
import { prepareUpdate } from "./prepare-update.js";
import { codedError } from "../../../../../test/coded-error.js";

const prepare = (init: MessageInit<UpdateHouse>, mask: string, strict?: boolean): UpdateHouse =>
  prepareUpdate(UpdateHouseTable, fill<UpdateHouse>(UpdateHouseTable, init), parseMask(mask), { strict });
const emptySpec = fill(HouseSpecTable, {});
const emptyPerson = fill(PersonTable, {});

describe("the request that goes with an explicit mask", () => {
  it("carries each plain structure that the mask goes through, empty, so that only the named field is cleared", () => {
    expect(prepare({}, "spec.owner.age")).toEqual({
      metadata: undefined,
      spec: { ...emptySpec, owner: emptyPerson },
    });
  });

  it("carries the structure around a named list, as in the conventions' own example", () => {
    const prepared = prepare({ metadata: { id: "i" } }, "spec.rooms");
    expect(prepared.spec).toEqual(emptySpec);
    expect(prepared.metadata?.id).toBe("i");
  });

  it("is left as it is where the mask ends at a structure, or has nothing to go through", () => {
    for (const mask of ["", "spec", "metadata,spec", "unknown"]) {
      expect(prepare({}, mask)).toEqual({ metadata: undefined, spec: undefined });
    }
  });

  it("carries structures inside elements of lists and maps, and inside members that it has", () => {
    const spec: MessageInit<HouseSpec> = {
      rooms: [{ name: "a" }, { name: "b" }],
      roomsByName: { x: {}, y: {} },
      roomsById: new Map([[1n, {}]]),
      roof: { $case: "garden", value: {} },
    };
    const prepared = prepare({ spec }, "spec.(rooms.1,rooms_by_name.x,rooms_by_id.*,garden).window.age").spec;
    expect(prepared?.rooms.map((room) => room.window)).toEqual([undefined, emptyPerson]);
    expect(prepared?.roomsByName["x"]?.window).toEqual(emptyPerson);
    expect(prepared?.roomsByName["y"]?.window).toBeUndefined();
    expect(prepared?.roomsById.get(1n)?.window).toEqual(emptyPerson);
    expect(prepared?.roof).toMatchObject({ $case: "garden", value: { window: emptyPerson } });
  });

  it("is a new value: the request given stays as it was, and shares what did not change", () => {
    const request = fill<UpdateHouse>(UpdateHouseTable, { metadata: { id: "i" }, spec: { rooms: [{}] } });
    const before = structuredClone(request);
    const prepared = prepareUpdate(
      UpdateHouseTable,
      request,
      parseMask("spec.(owner.age,rooms.0.window.age)"),
    );
    expect(request).toEqual(before);
    expect(prepared).not.toEqual(before);
    expect(prepared.metadata).toBe(request.metadata);
    expect(prepareUpdate(UpdateHouseTable, request, parseMask("spec.floors"))).toBe(request);
  });

  it.each(["spec.owner,spec.owner.age", "spec.(owner.age,owner)", "spec.owner.((),age)"])(
    "is for the longer path alone, as the mask's text says: %s",
    (text) => {
      const mask = parseMask(text);
      expect(mask.toString()).toBe("spec.owner.age");
      expect(prepare({ spec: {} }, text)).toEqual(prepare({ spec: {} }, mask.toString()));
      const union = parseMask("spec.owner").union(parseMask("spec.owner.age"));
      const request = fill<UpdateHouse>(UpdateHouseTable, { spec: {} });
      expect(prepareUpdate(UpdateHouseTable, request, union)).toEqual(
        prepare({ spec: {} }, "spec.owner.age"),
      );
    },
  );

  it("lacks a structure that a wildcard names beside a path into it, so that all of it is cleared", () => {
    expect(prepare({ spec: {} }, "spec.(*,owner.age)").spec?.owner).toBeUndefined();
    expect(prepare({ spec: {} }, "spec.(*,rooms.0.size,garden.size,built_at.nanos)").spec).toEqual(emptySpec);
  });

  it("may name an element or a key that it does not carry, which is to go", () => {
    const spec = { rooms: [{}], roomsByName: { x: {} }, weights: { a: 1 } };
    expect(prepare({ spec }, "spec.(rooms.(*.size,5),rooms_by_name.y,weights.b)").spec).toEqual(
      fill(HouseSpecTable, spec),
    );
  });

  it("carries plain structures and nothing else where the mask is taken as it is", () => {
    const mask =
      "spec.(built_at.nanos,floors.x,names.0,new.deep,owner.age,rooms.3.size,garden.size,roof.tile)";
    expect(prepare({}, mask, false).spec).toEqual({ ...emptySpec, owner: emptyPerson });
    expect(prepare({ spec: { rooms: [{}] } }, mask, false).spec?.rooms.length).toBe(1);
  });
});

describe("a path into what the request does not carry", () => {
  it.each([
    [
      "a list",
      "spec.rooms.1.size",
      "spec.rooms",
      "a path goes into the list spec.rooms, which the request does not carry, so the server would clear all of it: send the list, or name spec.rooms itself to clear it",
    ],
    ["every element of a list", "spec.rooms.*.size", "spec.rooms", "the list spec.rooms"],
    ["a list of scalars", "spec.names.0", "spec.names", "the list spec.names"],
    [
      "a map",
      "spec.rooms_by_name.x.size",
      "spec.rooms_by_name",
      "a path goes into the map spec.rooms_by_name, which the request does not carry, so the server would clear all of it: send the map, or name spec.rooms_by_name itself to clear it",
    ],
    ["a map with 64-bit keys", "spec.rooms_by_id.7.size", "spec.rooms_by_id", "the map spec.rooms_by_id"],
    ["a map of scalars", "spec.weights.a", "spec.weights", "the map spec.weights"],
    [
      "a member of a oneof",
      "spec.garden.size",
      "spec.garden",
      "a path goes into a member of the oneof roof, spec.garden, which the request does not carry, so the server would clear all of it: send the member, or name spec.garden itself to clear it",
    ],
    [
      "a wrapper",
      "spec.count.value",
      "spec.count",
      "a path goes into the google.protobuf.Int32Value spec.count, which the request does not carry, so the server would clear all of it: send the value, or name spec.count itself to clear it",
    ],
    ["a Struct", "spec.attributes.fields.a", "spec.attributes", "the google.protobuf.Struct spec.attributes"],
    ["a list behind a structure", "spec.owner.age,spec.rooms.0.size", "spec.rooms", "the list spec.rooms"],
    [
      "a timestamp",
      "spec.built_at.nanos",
      "spec.built_at",
      "a path goes into the google.protobuf.Timestamp spec.built_at, which the request does not carry, so the server would clear all of it: send the value, or name spec.built_at itself to clear it",
    ],
    [
      "what a wildcard reaches",
      "*.rooms.0.size",
      "*",
      "name the fields one by one, such as spec.rooms.0.size",
    ],
    [
      "what this SDK does not know",
      "spec.part_new.size",
      "spec.part_new",
      "a path goes through spec.part_new",
    ],
    ["a scalar", "spec.floors.x", "spec.floors", "a path goes into spec.floors"],
    ["the name of a oneof", "spec.roof.garden.size", "spec.roof", "name spec.garden.size"],
  ])("%s is refused", (_, mask, path, message) => {
    expect(() => prepare({}, mask)).toThrow(
      expect.objectContaining({ name: "MaskPathError", path, message: expect.stringContaining(message) }),
    );
  });

  it.each([
    [
      "spec.rooms.2.size",
      "spec.rooms.2",
      "a path goes into the element spec.rooms.2, which the request does not carry, so the server would clear all of it: send it, or name spec.rooms.2 itself to clear it",
    ],
    ["spec.rooms.(0,2).doors", "spec.rooms.2", "the element spec.rooms.2"],
    ["spec.rooms.(*.size,2.size)", "spec.rooms.2", "the element spec.rooms.2"],
    ['spec.rooms_by_name."a b".size', 'spec.rooms_by_name."a b"', 'the value spec.rooms_by_name."a b"'],
    ["spec.rooms_by_id.8.size", "spec.rooms_by_id.8", "the value spec.rooms_by_id.8"],
    [
      "spec.attributes.fields.b.string_value",
      "spec.attributes.fields.b",
      "the value spec.attributes.fields.b",
    ],
    ["spec.names.3.x", "spec.names.3", "a path goes into spec.names.3"],
  ])("is refused beyond what the request has: %s", (mask, path, message) => {
    const spec: MessageInit<HouseSpec> = {
      rooms: [{}],
      roomsByName: { x: {} },
      roomsById: new Map([[7n, {}]]),
      attributes: { a: 1 },
      names: ["n"],
    };
    expect(() => prepare({ spec }, mask)).toThrow(
      expect.objectContaining({ name: "MaskPathError", path, message: expect.stringContaining(message) }),
    );
    expect(prepare({ spec }, mask, false).spec).toEqual(fill(HouseSpecTable, spec));
  });

  it("is refused inside an element that the request has, and inside a Struct", () => {
    expect(() => prepare({ spec: { rooms: [{}] } }, "spec.rooms.0.doors.0.size")).toThrow(
      codedError("MASK_PATH_INVALID", "the list spec.rooms.0.doors"),
    );
    expect(() => prepare({ spec: { attributes: {} } }, "spec.attributes.fields.a")).toThrow(
      codedError("MASK_PATH_INVALID", "the map spec.attributes.fields"),
    );
  });

  it("passes once the request carries it", () => {
    const spec: MessageInit<HouseSpec> = {
      rooms: [{}],
      names: ["a"],
      count: 0,
      roof: { $case: "garden", value: {} },
    };
    const mask = "spec.(rooms.*.size,names.0,count.value,garden.size)";
    expect(prepare({ spec }, mask).spec).toEqual(fill(HouseSpecTable, spec));
  });
});
