import { describe, expect, it } from "vitest";
import { houses, type Floors } from "./houses.js";
import { importsBelow, sourcesBelow, type Import } from "./imports.fixture.js";

/** The room of a source: the first folder below the house, or the file where it stands in none. */
const roomOf = (house: string, path: string): string => path.slice(house.length + 1).split("/", 1)[0] ?? "";

const floorsByRoom = (floors: Floors): ReadonlyMap<string, number> =>
  new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));

/** Imports between rooms that do not lead to a lower floor, imports of types among them. */
function upward(house: string, floors: Floors, imports: readonly Import[]): string[] {
  const floorOf = floorsByRoom(floors);
  return imports
    .filter(({ target }) => target.startsWith(`${house}/`))
    .map(({ from, target }) => ({ from, target, room: roomOf(house, from), other: roomOf(house, target) }))
    .filter(({ room, other }) => room !== other && (floorOf.get(other) ?? 0) >= (floorOf.get(room) ?? 0))
    .map(({ from, target }) => `${from} -> ${target}`);
}

describe.each(Object.entries(houses))("the house %s", (house, floors) => {
  it("has a floor for each of its rooms, and no floor for a room that is gone", () => {
    const rooms = new Set(sourcesBelow(house).map((path) => roomOf(house, path)));
    expect(floors.flat().toSorted()).toEqual([...rooms].toSorted());
  });

  it("has arrows down only", () => {
    expect(upward(house, floors, importsBelow(house))).toEqual([]);
  });
});

describe("this test", () => {
  const arrow = (from: string, target: string): Import => ({ from, target, isTypeOnly: true });

  it.each([
    ["an arrow up", arrow("a/src/low/x.ts", "a/src/high/y.ts"), true],
    ["an arrow to a neighbour", arrow("a/src/low/x.ts", "a/src/beside/y.ts"), true],
    ["an arrow down", arrow("a/src/high/x.ts", "a/src/low/y.ts"), false],
    ["an arrow within a room", arrow("a/src/low/x.ts", "a/src/low/y.ts"), false],
    ["an arrow from a file at the top", arrow("a/src/index.ts", "a/src/high/y.ts"), false],
    ["an arrow out of the house", arrow("a/src/low/x.ts", "zod"), false],
  ])("knows %s", (_, one, isWrong) => {
    const found = upward("a/src", [["low", "beside"], ["high"], ["index.ts"]], [one]);
    expect(found.length > 0).toBe(isWrong);
  });
});
