import { describe, expect, it } from "vitest";
import { houses, type Floors } from "./houses.js";
import { importsBelow, sourcesBelow, type Import } from "./imports.fixture.js";

/** The room of a source: the first folder below the house, or the file where it stands in none. */
const roomOf = (house: string, path: string): string => path.slice(house.length + 1).split("/", 1)[0] ?? "";

/** Returns the floor of a room, counted from 1; undefined if it has none. */
function floorOf(floors: Floors, room: string): number | undefined {
  const named = floors.findIndex((rooms) => rooms.includes(room));
  const floor = named < 0 && room.includes(".") ? floors.findIndex((rooms) => rooms.includes("*")) : named;
  return floor < 0 ? undefined : floor + 1;
}

/** Imports between rooms, of types too, that do not lead to a lower floor: the file, what it imports, and why not. */
function upward(house: string, floors: Floors, imports: readonly Import[]): string[] {
  return imports
    .filter(({ target }) => target.startsWith(`${house}/`))
    .flatMap(({ from, target }) => {
      const [room, other] = [roomOf(house, from), roomOf(house, target)];
      const [floor, below] = [floorOf(floors, room) ?? 0, floorOf(floors, other) ?? 0];
      if (room === other || below < floor) return [];
      return [
        `${from} imports ${target}: "${room}" is on floor ${floor} of ${house} and imports from lower floors only, "${other}" is on floor ${below}`,
      ];
    });
}

describe.each(Object.entries(houses))("the house %s", (house, floors) => {
  it("has a floor for each of its rooms, and no floor for a room that is gone", () => {
    const rooms = new Set(sourcesBelow(house).map((path) => roomOf(house, path)));
    expect([...rooms].filter((room) => floorOf(floors, room) === undefined)).toEqual([]);
    expect(floors.flat().filter((room) => room !== "*" && !rooms.has(room))).toEqual([]);
  });

  it("imports from lower floors only", () => {
    expect(upward(house, floors, importsBelow(house))).toEqual([]);
  });
});

describe("this test", () => {
  const arrow = (from: string, target: string): Import => ({ from, target, isTypeOnly: true });

  it.each([
    ["from a higher floor", arrow("a/src/low/x.ts", "a/src/high/y.ts"), true],
    ["from a room on the same floor", arrow("a/src/low/x.ts", "a/src/beside/y.ts"), true],
    ["from a lower floor", arrow("a/src/high/x.ts", "a/src/low/y.ts"), false],
    ["within a room", arrow("a/src/low/x.ts", "a/src/low/y.ts"), false],
    ["by a file at the top", arrow("a/src/index.ts", "a/src/high/y.ts"), false],
    ["from another package", arrow("a/src/low/x.ts", "zod"), false],
    ["between files of *", arrow("a/src/b.ts", "a/src/c.ts"), true],
    ["from a lower floor by a file of *", arrow("a/src/b.ts", "a/src/high/y.ts"), false],
    ["from a file of * by a file above", arrow("a/src/index.ts", "a/src/b.ts"), false],
  ])("judges an import %s", (_, one, isWrong) => {
    const found = upward("a/src", [["low", "beside"], ["high"], ["*"], ["index.ts"]], [one]);
    expect(found.length > 0).toBe(isWrong);
  });

  it("names the file, the import and the rule", () => {
    expect(upward("a/src", [["low"], ["high"]], [arrow("a/src/low/x.ts", "a/src/high/y.ts")])).toEqual([
      'a/src/low/x.ts imports a/src/high/y.ts: "low" is on floor 1 of a/src and imports from lower floors only, "high" is on floor 2',
    ]);
  });
});
