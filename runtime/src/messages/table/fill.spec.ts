import { describe, expect, it } from "vitest";
import { defineTable } from "./define-table.js";
import { fill, fillRequest } from "./fill.js";
import { HouseSpecTable, UpdateHouseTable, type HouseSpec, type UpdateHouse } from "./house.fixture.js";
import type { MessageInit } from "./message-init.js";
import type { MessageTable } from "./table.js";

const empty: HouseSpec = {
  floors: 0,
  area: 0,
  share: 0,
  isSold: false,
  plan: new Uint8Array(0),
  colour: 0,
  limit: undefined,
  names: [],
  rooms: [],
  roomsByName: {},
  roomsByNumber: {},
  roomsById: new Map(),
  weights: {},
  owner: undefined,
  roof: undefined,
  builtAt: undefined,
  count: undefined,
  attributes: undefined,
  anything: undefined,
  list: undefined,
  paths: undefined,
  secret: "",
  key: undefined,
};

/** Values as plain JavaScript may bring them, past the types. */
const untyped = (value: unknown): MessageInit<HouseSpec> => value as MessageInit<HouseSpec>;

describe("a partial request", () => {
  it("becomes whole: every field that is left out gets its default", () => {
    expect(fill(HouseSpecTable, {})).toEqual(empty);
    expect(Object.keys(fill(HouseSpecTable, {}))).toEqual(Object.keys(empty));
  });

  it("may leave out at any depth, and undefined is left out", () => {
    const filled = fill<UpdateHouse>(UpdateHouseTable, {
      metadata: { id: "i", version: undefined },
      spec: { rooms: [{ name: "hall", doors: [{}] }], roomsByName: { a: { size: 1 } } },
    });
    expect(filled.metadata).toEqual({ id: "i", version: 0n, createdAt: undefined });
    const door = { name: "", size: 0, doors: [], window: undefined };
    expect(filled.spec).toEqual({
      ...empty,
      rooms: [{ name: "hall", size: 0, doors: [door], window: undefined }],
      roomsByName: { a: { ...door, size: 1 } },
    });
  });

  it("is copied, all of it, and never changed", () => {
    const init = {
      plan: Buffer.from([1, 2]),
      names: ["a"],
      rooms: [{ name: "hall" }],
      roomsById: new Map([[1n, { name: "x" }]]),
      attributes: { deep: { list: [1] } },
    };
    const before = structuredClone(init);
    const filled = fill(HouseSpecTable, init);
    expect({ ...init, plan: [...init.plan] }).toEqual({ ...before, plan: [...before.plan] });
    init.plan.fill(9);
    init.names.push("b");
    init.rooms[0]!.name = "changed";
    init.roomsById.get(1n)!.name = "changed";
    init.attributes.deep.list.push(2);
    expect(filled.plan).toEqual(new Uint8Array([1, 2]));
    expect(filled.names).toEqual(["a"]);
    expect(filled.rooms[0]?.name).toBe("hall");
    expect(filled.roomsById.get(1n)?.name).toBe("x");
    expect(filled.attributes).toEqual({ deep: { list: [1] } });
  });

  it("may be frozen", () => {
    const init = Object.freeze({ names: Object.freeze(["a"]), owner: Object.freeze({ name: "n" }) });
    expect(fill(HouseSpecTable, init)).toEqual({ ...empty, names: ["a"], owner: { name: "n", age: 0 } });
  });

  it("gives each message its own lists, maps and bytes", () => {
    const [one, other] = [fill(HouseSpecTable, {}), fill(HouseSpecTable, {})];
    one.names.push("a");
    one.roomsByName["x"] = { name: "", size: 0, doors: [], window: undefined };
    one.roomsById.set(1n, { name: "", size: 0, doors: [], window: undefined });
    expect(other).toEqual(empty);
  });

  it("keeps the fields that a decoder did not know", () => {
    const unknown = { number: 9, wireType: 2, value: new Uint8Array([1]) };
    const init: object = { floors: 1, _unknownFields: [unknown] };
    expect(fill(HouseSpecTable, init)).toEqual({ ...empty, ...init });
    const none: object = { floors: 1, _unknownFields: [] };
    expect(fill(HouseSpecTable, none)).toEqual({ ...empty, floors: 1 });
  });

  it("keeps a key named __proto__ in maps and plain JSON", () => {
    const own = JSON.parse('{"__proto__":{"name":"p"}}') as { [key: string]: { name: string } };
    const filled = fill(HouseSpecTable, { roomsByName: own, attributes: own });
    expect(Object.keys(filled.roomsByName)).toEqual(["__proto__"]);
    expect(Object.entries(filled.attributes ?? {})).toEqual([["__proto__", { name: "p" }]]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe("values that are taken", () => {
  const cases: [string, MessageInit<HouseSpec>][] = [
    ["an integer at its limits", { floors: -(2 ** 31) }],
    ["NaN and infinity in a double", { area: NaN, share: -Infinity }],
    ["an enum number without a name", { colour: 77 }],
    ["an optional scalar at its default", { limit: 0 }],
    ["a member of a oneof at its default", { roof: { $case: "tile", value: "" } }],
    ["an empty wrapper", { count: 0 }],
    ["JSON null as a Value", { anything: null }],
    ["a JSON tree", { attributes: { a: [1, "x", null, { b: true }] }, list: [[], {}], anything: [1] }],
    ["a field mask", { paths: ["a.b"] }],
    [
      "negative numbers as keys",
      { roomsByNumber: { [-5]: { name: "x", size: 0, doors: [], window: undefined } } },
    ],
  ];
  it.each(cases)("%s", (_, init) => {
    expect(fill(HouseSpecTable, init)).toEqual({ ...empty, ...init });
  });

  it.each([0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    "a safe integer for 64 bits: %d",
    (seconds) => {
      const { builtAt, roomsById } = fill(HouseSpecTable, {
        builtAt: { seconds },
        roomsById: new Map([[seconds, {}]]),
      });
      expect([builtAt?.seconds, ...roomsById.keys()]).toEqual([BigInt(seconds), BigInt(seconds)]);
    },
  );

  it("a member of a oneof that is a message is filled", () => {
    expect(fill(HouseSpecTable, { roof: { $case: "garden", value: { name: "g" } } }).roof).toEqual({
      $case: "garden",
      value: { name: "g", size: 0, doors: [], window: undefined },
    });
  });

  it("entries of a map that are undefined are left out", () => {
    expect(fill(HouseSpecTable, untyped({ weights: { a: 1, b: undefined } })).weights).toEqual({ a: 1 });
  });
});

describe("a request that is sent", () => {
  interface Part {
    name: string;
    serials: string[];
    inside: Part | undefined;
    parts: Part[];
    byName: { [key: string]: Part };
  }
  const PartTable: MessageTable<Part> = defineTable("house.v1.Part", () => [
    ["name", "string"],
    ["serials", ["string"], { unsent: true, behaviors: ["OUTPUT_ONLY"] }],
    ["inside", PartTable, { unsent: true }],
    ["parts", [PartTable]],
    ["by_name", ["string", PartTable]],
  ]);
  const leaf: Part = { name: "a", serials: [], inside: undefined, parts: [], byName: {} };
  const read: Part = { ...leaf, serials: ["s"], inside: leaf };
  const given: Part = { ...read, parts: [read], byName: { x: read } };

  it("leaves out what only the server writes, at every depth", () => {
    expect(fillRequest(PartTable, given)).toEqual({ ...leaf, parts: [leaf], byName: { x: leaf } });
  });

  it("does so on a copy, and messages that are made for other purposes have all of it", () => {
    const before = structuredClone(given);
    fillRequest(PartTable, given);
    expect(given).toEqual(before);
    expect(fill(PartTable, given)).toEqual(given);
  });
});
