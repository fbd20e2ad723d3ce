import { describe, expect, it } from "vitest";
import { MessageError } from "./message-error.js";
import { defineTable } from "./define-table.js";
import { fill, fillRequest } from "./fill.js";
import {
  HouseSpecTable,
  RoomTable,
  UpdateHouseTable,
  type HouseSpec,
  type Room,
  type UpdateHouse,
} from "./house.fixture.js";
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

describe("values that are refused, with the place and the way out", () => {
  const cases: [given: unknown, message: string][] = [
    [{ floors: "4" }, 'floors: a number is needed, got "4"'],
    [{ floors: 1.5 }, "floors: an integer from -2147483648 to 2147483647 is needed, got 1.5"],
    [{ floors: NaN }, "floors: an integer from -2147483648 to 2147483647 is needed, got NaN"],
    [{ floors: 2 ** 31 }, "floors: an integer from -2147483648 to 2147483647 is needed, got 2147483648"],
    [{ floors: null }, "floors: a number is needed, got null"],
    [{ owner: { age: -1 } }, "owner.age: an integer from 0 to 4294967295 is needed, got -1"],
    [{ share: 1e39 }, "share: a number that fits 32 bits (at most 3.4e38) is needed, got 1e+39"],
    [{ isSold: 1 }, "isSold: a boolean is needed, got 1"],
    [{ plan: [1] }, "plan: a Uint8Array is needed, got a list"],
    [
      { colour: "COLOUR_RED" },
      'colour: a number is needed, got "COLOUR_RED"; take the member of its enum: Kind.NAME',
    ],
    [{ names: "a" }, 'names: a list is needed, got "a"; put one value into a list: [value]'],
    [{ names: ["a", 1] }, "names[1]: a string is needed, got 1"],
    [{ rooms: [{}, { doors: [{ size: 1n }] }] }, "rooms[1].doors[0].size: a number is needed, got 1n"],
    [
      { rooms: [undefined] },
      "rooms[0]: an object is needed, got undefined; its fields are properties: { name: ... }",
    ],
    [
      { roomsByName: { "a b": 1 } },
      'roomsByName["a b"]: an object is needed, got 1; its fields are properties: { name: ... }',
    ],
    [
      { roomsByName: new Map() },
      "roomsByName: an object of keys and values is needed, got a Map; Object.fromEntries makes one of it",
    ],
    [
      { roomsByNumber: { x: {} } },
      "roomsByNumber.x: an integer from -2147483648 to 2147483647 is needed, got NaN",
    ],
    [
      { roomsByNumber: { "01": {} } },
      'roomsByNumber["01"]: the key must be an integer in its plain form, "1"',
    ],
    [{ roomsById: {} }, "roomsById: a Map with int64 keys is needed, got an object"],
    [{ roomsById: new Map([[1, {}]]) }, 'roomsById["1"]: a bigint is needed, got 1; write 4n for 4'],
    [{ owner: "me" }, 'owner: an object is needed, got "me"; its fields are properties: { name: ... }'],
    [{ builtAt: new Date(0) }, "builtAt: an object is needed, got a Date; timestampFromDate makes one of it"],
    [{ owner: new Date(0) }, "owner: an object is needed, got a Date"],
    [{ builtAt: { seconds: 4 } }, "builtAt.seconds: a bigint is needed, got 4; write 4n for 4"],
    [
      { builtAt: { seconds: 2n ** 63n } },
      "builtAt.seconds: an integer from -9223372036854775808 to 9223372036854775807 is needed, got 9223372036854775808n",
    ],
    [
      { roof: "tile" },
      'roof: { $case, value } with $case one of "tile", "garden", "note" is needed, got "tile"',
    ],
    [{ roof: { $case: "slate", value: 1 } }, 'roof: $case must be one of "tile", "garden", "note"'],
    [{ roof: { $case: "tile", value: 1 } }, "roof.tile: a string is needed, got 1"],
    [
      { roof: { $case: "tile", value: "x", garden: {} } },
      'roof: a oneof holds $case and value, not "garden"',
    ],
    [{ count: "1" }, 'count: a number is needed, got "1"'],
    [{ attributes: [] }, "attributes: a plain object of JSON values is needed, got a list"],
    [{ attributes: { a: { b: 1n } } }, "attributes.a.b: a JSON value is needed, got 1n"],
    [{ anything: { at: new Date(0) } }, "anything.at: a JSON value is needed, got a Date"],
    [{ list: {} }, "list: a list of JSON values is needed, got an object"],
    [{ floor: 1 }, 'floor: house.v1.HouseSpec has no such field; did you mean "floors"?'],
    [{ is_sold: true }, 'is_sold: house.v1.HouseSpec has no such field; did you mean "isSold"?'],
    [
      { owner: { nickname: "x" } },
      "owner.nickname: house.v1.Person has no such field; its fields are name, age",
    ],
    [
      { tile: "red" },
      'tile: house.v1.HouseSpec has no such field; it is in a oneof: roof: { $case: "tile", value: ... }',
    ],
    [
      "text",
      'house.v1.HouseSpec: an object is needed, got "text"; its fields are properties: { floors: ... }',
    ],
    [
      undefined,
      "house.v1.HouseSpec: an object is needed, got undefined; its fields are properties: { floors: ... }",
    ],
  ];
  it.each(cases.map(([given, message]) => ({ given, message })))("$message", ({ given, message }) => {
    expect(() => fill(HouseSpecTable, untyped(given))).toThrow(new MessageError(message));
  });

  it("never shows the value of a secret field, nor what is inside one", () => {
    const secret = "hunter2";
    for (const given of [
      { secret: [secret] },
      { key: secret },
      { key: { age: secret } },
      { key: { name: { secret } } },
    ]) {
      expect(() => fill(HouseSpecTable, untyped(given))).toThrow(/^(?!.*hunter2).*is needed, got/);
    }
  });

  it("shows only the beginning of a long value", () => {
    expect(() => fill(HouseSpecTable, untyped({ floors: "x".repeat(500) }))).toThrow(/got "x{80}\.\.\."$/);
  });

  it("may hold messages 100 levels deep, and no deeper, as every decoder has it", () => {
    const nested = (levels: number): MessageInit<Room> =>
      levels === 1 ? {} : { doors: [nested(levels - 1), {}] };
    expect(() => fill(RoomTable, nested(100))).not.toThrow();
    expect(() => fill(RoomTable, nested(101))).toThrow(
      /^(doors\[0\]\.?){10}\.\.\.: messages are nested deeper than 100, or a message holds itself$/,
    );
  });

  it.each<[string, (room: MessageInit<Room>) => MessageInit<HouseSpec>, string]>([
    ["in a list", (room) => ({ rooms: [{}, room] }), "rooms[1].doors[0].doors[0]"],
    ["in a map", (room) => ({ roomsByName: { hall: room } }), "roomsByName.hall.doors[0]"],
    ["in a oneof", (room) => ({ roof: { $case: "garden", value: room } }), "roof.garden.doors[0]"],
  ])("is told where a message holds itself: %s", (_, around, place) => {
    const room: { doors: object[] } = { doors: [] };
    room.doors.push(room);
    const make = (): HouseSpec => fill(HouseSpecTable, around(room));
    expect(make).toThrow(place);
    expect(make).toThrow("messages are nested deeper than 100, or a message holds itself");
  });

  it("sees that plain JSON holds itself", () => {
    const endless: { self?: object } = {};
    endless.self = endless;
    expect(() => fill(HouseSpecTable, untyped({ attributes: endless }))).toThrow(
      /nested deeper than 100, or holds itself/,
    );
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
