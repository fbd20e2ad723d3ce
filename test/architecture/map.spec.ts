import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { houses } from "./houses.js";

const map = readFileSync(fileURLToPath(new URL("README.md", import.meta.url)), "utf8");

/** The rooms in the first column of the table of a house, in their order; undefined where the map has no table of it. */
function roomsOnMap(house: string): string[] | undefined {
  const table = new RegExp(
    `^\\| (?:folder|part) of \`${house}\` \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`,
    "m",
  ).exec(map);
  return table?.[1]
    ?.match(/^\| [^|]*/gm)
    ?.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one));
}

const isFolder = (room: string): boolean => !room.includes(".") && room !== "*";

/** Houses with at least three folders have a table; a sentence is enough for the others. */
const mapped = Object.keys(houses).filter(
  (house) => (houses[house]?.flat().filter(isFolder).length ?? 0) > 2,
);

describe.each(mapped)("the map of %s", (house) => {
  const floors = houses[house] ?? [];
  const rooms = roomsOnMap(house) ?? [];

  it("has every folder, and none that is gone", () => {
    expect(rooms.filter(isFolder).toSorted()).toEqual(floors.flat().filter(isFolder).toSorted());
  });

  it("has them from the ground up", () => {
    const floorOf = (room: string): number => floors.findIndex((floor) => floor.includes(room));
    const order = rooms.filter((room) => floorOf(room) >= 0).map(floorOf);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});

describe("this test", () => {
  it("finds the tables", () => {
    expect(roomsOnMap("runtime/src")).toHaveLength(7);
    expect(roomsOnMap("emulator/src")?.length).toBeGreaterThan(10);
    expect(roomsOnMap("generator/src")).toHaveLength(6);
    expect(roomsOnMap("nowhere/src")).toBeUndefined();
  });
});
