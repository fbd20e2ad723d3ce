import { codedError } from "../../../../test/coded-error.js";
import { describe, expect, it } from "vitest";
import { fill } from "../../messages/table/fill.js";
import { HouseSpecTable, type HouseSpec } from "../../messages/table/house.fixture.js";
import { diffMask } from "../../messages/mask/derive/diff-mask.js";
import { parseMask, type Mask } from "../../messages/mask/text/mask.js";
import { maskHeader } from "./mask-header.js";

const houses = (size: number): HouseSpec =>
  fill<HouseSpec>(HouseSpecTable, {
    roomsByName: Object.fromEntries(
      Array.from({ length: 4000 }, (_, index) => [`a room with a long name ${index}`, { name: "n", size }]),
    ),
  });
const header = (mask: Mask, isDerived = false) => maskHeader(HouseSpecTable, houses(0), { mask, isDerived });
/** A mask of so many bytes that nothing shortens. */
const long = (bytes: number): Mask => parseMask("x".repeat(bytes));

describe("a mask in a header", () => {
  it("is its canonical text up to 8 kB, whether a shorter one would do or not", () => {
    expect(header(parseMask("rooms_by_name.(b.size,a.size)"))).toEqual({
      text: "rooms_by_name.(a.size,b.size)",
      hint: undefined,
    });
    expect(header(long(8192)).hint).toBeUndefined();
  });

  it("is the shortest of its meaning beyond that: one wildcard for 4,000 keys that all need it", () => {
    const mask = diffMask(HouseSpecTable, houses(5), houses(0));
    expect(mask.toString().length).toBeGreaterThan(100_000);
    expect(header(mask)).toEqual({ text: "rooms_by_name.*.size", hint: undefined });
  });

  it.each([
    [true, /has 8193 bytes, more than 8192; a proxy may refuse.*with modify\(\).*resetMask/],
    [false, /has 8193 bytes, more than 8192; a proxy may refuse(?!.*modify).*fewer elements/],
  ])(
    "comes with a hint that fits who gave it, if it is long all the same (derived: %s)",
    (isDerived, want) => {
      expect(header(long(8193), isDerived).hint).toMatch(want);
    },
  );

  it.each([
    [true, /has 65025 bytes, and all headers of a call may have 65536 together: .*with modify/],
    [false, /has 65025 bytes, and all headers of a call may have 65536 together: change fewer/],
  ])("is refused with a way out if no server takes it (derived: %s)", (isDerived, want) => {
    expect(header(long(65_024), isDerived).text).toHaveLength(65_024);
    expect(() => header(long(65_025), isDerived)).toThrow(codedError("MASK_TOO_LARGE", want));
  });
});
