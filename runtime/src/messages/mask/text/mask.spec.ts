import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Mask, parseMask } from "./mask.js";

describe("a mask", () => {
  it("is empty when it is made of nothing, or of empty groups", () => {
    expect([new Mask(), parseMask(""), parseMask("(),()")].map((mask) => mask.isEmpty)).toEqual([
      true,
      true,
      true,
    ]);
    expect(parseMask("a").isEmpty).toBe(false);
  });

  it.each([
    ["a.b", "a.b", true],
    ["a.b", "a", true],
    ["a.b", "a.b.c", false],
    ["a.b", "b", false],
    ["a", "a.b", false],
    ["disks.*.size", "disks.3.size", true],
    ["disks.*.size", "disks.3", true],
    ["disks.*.size", "disks", true],
    ["disks.*.size", "disks.3.type", false],
    ["disks.*.size", "disks.*.size", true],
    ["disks.3.size", "disks.*.size", false],
    ["disks.(*.size,3.type)", "disks.3.(size,type)", true],
    ["disks.(*.size,3.type)", "disks.4.(size,type)", false],
    ['"*".a', "*.a", false],
    ["*.a", '"*".a', true],
    ["a,b.c", "a,b", true],
    ["a,b.c", "a,c", false],
    ["a", "", true],
    ["", "", false],
    ["", "a", false],
  ])("%j contains %j: %s", (mask, path, want) => {
    expect(parseMask(mask).contains(path)).toBe(want);
  });

  it("has the entries of both after a union, and neither mask changes", () => {
    const [one, other] = [parseMask("a.b,c.*.d"), parseMask("a.(c,d.e),c.x,0")];
    expect(one.union(other).toString()).toBe("0,a.(b,c,d.e),c.(*.d,x)");
    expect([one.toString(), other.toString()]).toEqual(
      ["a.b,c.*.d", "a.(c,d.e),c.x,0"].map((text) => parseMask(text).toString()),
    );
  });

  it("is its text in JSON and where Node prints it", () => {
    const mask = parseMask("b,a");
    expect(JSON.stringify({ mask })).toBe('{"mask":"a,b"}');
    expect(inspect(mask)).toBe("Mask(a,b)");
    expect(`${mask}`).toBe("a,b");
  });
});
