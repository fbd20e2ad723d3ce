import { describe, expect, it } from "vitest";
import { fill } from "../../table/fill.js";
import { HouseSpecTable, type HouseSpec } from "../../table/house.fixture.js";
import { diffMask } from "./diff-mask.js";
import { codedError } from "../../../../../test/coded-error.js";

/** An unknown field 20 with a message of the bytes. */
const unknown = (...bytes: readonly number[]): object => ({
  _unknownFields: [{ number: 20, wireType: 2, value: Uint8Array.from(bytes) }],
});
const several = (...some: readonly object[]): object => ({
  _unknownFields: some.flatMap((one) => (one as { _unknownFields: object[] })._unknownFields),
});
const text = (value: string): object => unknown(...new TextEncoder().encode(value));
const room = (name: string, more: object): object => ({ name, ...more });
const spec = (...rooms: readonly object[]): HouseSpec => fill(HouseSpecTable, { rooms } as object);

/** The first room goes, the second takes its place. */
const shifted = (first: object, second: object): string =>
  diffMask(HouseSpecTable, spec(room("a", first), room("b", second)), spec(room("b", second))).toString();

describe("an element that takes another's place, with fields that this SDK does not know", () => {
  it.each([
    ["holds another message than the old one", unknown(8, 1), unknown(16, 1)],
    ["holds text in it where the old one holds a number", unknown(8, 1), unknown(18, 1, 97)],
    ["holds an empty message where the old one does not", unknown(8, 1), unknown()],
    ["holds a message where the old one holds an empty one, which may hide more", unknown(), unknown(8, 1)],
    ["lacks something deep inside", unknown(10, 4, 8, 1, 16, 1), unknown(10, 2, 8, 1)],
    [
      "holds several, one of which lacks something",
      unknown(8, 1, 16, 1),
      several(unknown(8, 1), unknown(8, 1, 16, 1)),
    ],
    ["lacks something of a group", unknown(11, 8, 1, 16, 1, 12), unknown(11, 8, 1, 12)],
  ])("is refused where it %s: a server would mix them", (_, first, second) => {
    expect(() => shifted(first, second)).toThrow(codedError("MASK_PATH_INVALID", "rooms.0"));
  });

  it.each([
    ["holds the same", unknown(8, 1), unknown(8, 1)],
    ["holds none", unknown(8, 1), {}],
    ["takes the place of one that holds none", {}, unknown(8, 1)],
    ["holds all that the old one holds, and more", unknown(8, 1), unknown(8, 5, 16, 1)],
    ["holds all that the old one holds inside", unknown(10, 2, 8, 1), unknown(10, 2, 8, 2)],
    ["holds several like the old one", unknown(8, 1), several(unknown(8, 1), unknown(8, 2))],
    ["holds text that could be a message", text("x1"), text("x2")],
    ["holds text, which is replaced as a whole", text("kitchen"), text("bedroom")],
  ])("is named whole where it %s", (_, first, second) => {
    expect(shifted(first, second)).toBe("rooms.0.*");
  });

  it("is not asked where it stays at its place", () => {
    const before = spec(room("a", unknown(8, 1)));
    const after = spec({ ...room("a", unknown(16, 1)), size: 5 });
    expect(diffMask(HouseSpecTable, before, after).toString()).toBe("");
  });
});
