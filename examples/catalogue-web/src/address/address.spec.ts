import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressHref, findParentAddress, parseAddress, resolveView, type Address } from "./address.js";

const word = fc
  .string({ minLength: 1 })
  .map((text) => text.trim().replaceAll(/[\r\n]/g, ""))
  .filter(Boolean);

describe("an address", () => {
  it("reads well", () => {
    expect(addressHref({ keyword: "linear algebra", course: "MATH/341", building: "TUR" })).toBe(
      "?q=linear+algebra&course=MATH/341&building=TUR",
    );
    expect(addressHref({ keyword: "" })).toBe("./");
  });

  it("says the same after it was written and read", () => {
    const addresses: fc.Arbitrary<Address> = fc.record({
      keyword: fc.option(word, { nil: "" }),
      subject: fc.option(word, { nil: undefined }),
      course: fc.option(word, { nil: undefined }),
      term: fc.option(word, { nil: undefined }),
      status: fc.option(word, { nil: undefined }),
      isFree: fc.boolean(),
      building: fc.option(word, { nil: undefined }),
      isCampus: fc.boolean(),
    });
    fc.assert(
      fc.property(addresses, (address) => {
        const href = addressHref(address);
        expect(parseAddress(href === "./" ? "" : href)).toEqual(address);
      }),
    );
  });

  it.each(["", "?", "?%", "?course=%E0%A4%A", "?q", "?q=%20", "??&&=&="])("can be anything: %j", (search) => {
    expect(parseAddress(search)).toMatchObject({ keyword: expect.any(String) });
  });

  it.each([
    ["", "list", ""],
    ["?q=a", "list", "?q=a"],
    ["?course=CS/1", "course", ""],
    ["?q=a&course=CS/1", "course", "?q=a"],
    ["?subject=CS&course=CS/1", "course", "?subject=CS"],
    ["?course=CS/1&building=TUR", "campus", "?course=CS/1"],
    ["?course=CS/1&status=Open&seats=free&building=TUR", "campus", "?course=CS/1&status=Open&seats=free"],
    ["?course=CS/1&term=202602", "course", ""],
    ["?building=TUR", "campus", ""],
    ["?view=campus", "campus", ""],
  ])("%j shows the %s, and comes from %j", (search, view, parent) => {
    const address = parseAddress(search);
    expect(resolveView(address)).toBe(view);
    expect(addressHref(findParentAddress(address))).toBe(parent || "./");
  });
});
