import { describe, expect, it } from "vitest";
import { fill } from "./fill.js";
import { HouseSpecTable, RoomTable, type HouseSpec, type Room } from "./house.fixture.js";
import type { MessageInit } from "./message-init.js";
import { codedError } from "../../../../test/coded-error.js";

const untyped = (value: unknown): MessageInit<HouseSpec> => value as MessageInit<HouseSpec>;

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
      'colour: a number is needed, got "COLOUR_RED"; use a value of its enum: Kind.NAME',
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
    [
      { roomsById: new Map([["1", {}]]) },
      'roomsById["1"]: an integer from -9223372036854775808 to 9223372036854775807 is needed, got "1"',
    ],
    [{ owner: "me" }, 'owner: an object is needed, got "me"; its fields are properties: { name: ... }'],
    [{ builtAt: new Date(0) }, "builtAt: an object is needed, got a Date; timestampFromDate makes one of it"],
    [{ owner: new Date(0) }, "owner: an object is needed, got a Date"],
    [
      { builtAt: { seconds: 4.5 } },
      "builtAt.seconds: an integer from -9223372036854775808 to 9223372036854775807 as bigint is needed, got 4.5",
    ],
    [
      { builtAt: { seconds: 2 ** 53 } },
      "builtAt.seconds: an integer from -9223372036854775808 to 9223372036854775807 as bigint is needed, got 9007199254740992",
    ],
    [
      { builtAt: { seconds: NaN } },
      "builtAt.seconds: an integer from -9223372036854775808 to 9223372036854775807 as bigint is needed, got NaN",
    ],
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
    expect(() => fill(HouseSpecTable, untyped(given))).toThrow(codedError("MESSAGE_INVALID", message));
  });

  it("never shows the value of a secret field, nor what is inside one", () => {
    const secret = "hunter2";
    for (const given of [
      { secret: [secret] },
      { key: secret },
      { key: { age: secret } },
      { key: { name: { secret } } },
    ]) {
      expect(() => fill(HouseSpecTable, untyped(given))).toThrow(
        codedError("MESSAGE_INVALID", /^(?!.*hunter2).*is needed, got/),
      );
    }
  });

  it("shows only the beginning of a long value", () => {
    expect(() => fill(HouseSpecTable, untyped({ floors: "x".repeat(500) }))).toThrow(
      codedError("MESSAGE_INVALID", /got "x{80}\.\.\."$/),
    );
  });

  it("may hold messages 100 levels deep, and no deeper, as every decoder has it", () => {
    const nested = (levels: number): MessageInit<Room> =>
      levels === 1 ? {} : { doors: [nested(levels - 1), {}] };
    expect(() => fill(RoomTable, nested(100))).not.toThrow();
    expect(() => fill(RoomTable, nested(101))).toThrow(
      codedError("MESSAGE_INVALID", /^(doors\[0\]\.?){10}\.\.\.: messages are nested deeper than 100/),
    );
  });

  it.each<[string, (room: MessageInit<Room>) => MessageInit<HouseSpec>, string]>([
    ["in a list", (room) => ({ rooms: [{}, room] }), "rooms[1].doors[0].doors[0]"],
    ["in a map", (room) => ({ roomsByName: { hall: room } }), "roomsByName.hall.doors[0]"],
    ["in a oneof", (room) => ({ roof: { $case: "garden", value: room } }), "roof.garden.doors[0]"],
  ])("is told where a message contains itself: %s", (_, around, place) => {
    const room: { doors: object[] } = { doors: [] };
    room.doors.push(room);
    const make = (): HouseSpec => fill(HouseSpecTable, around(room));
    expect(make).toThrow(codedError("MESSAGE_INVALID", place));
    expect(make).toThrow(codedError("MESSAGE_INVALID", "nested deeper than 100"));
  });

  it("sees that plain JSON contains itself", () => {
    const endless: { self?: object } = {};
    endless.self = endless;
    expect(() => fill(HouseSpecTable, untyped({ attributes: endless }))).toThrow(
      codedError("MESSAGE_INVALID", "nested deeper than 100"),
    );
  });
});
