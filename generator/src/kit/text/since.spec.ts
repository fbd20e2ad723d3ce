import { describe, expect, it } from "vitest";
import { parseSince, addVersion } from "./since.js";

describe("the file that says since when", () => {
  it("gets a sorted line for what a version brings, and keeps the others", () => {
    const first = addVersion(undefined, "1.1.0", { since: ["a.v1.B", "a.v1.A.x"], deprecated: [] });
    const second = addVersion(first, "1.2.0", { since: ["a.v1.A.y"], deprecated: ["a.v1.B"] });
    expect(JSON.parse(second)).toEqual({
      since: { "a.v1.A.x": "1.1.0", "a.v1.A.y": "1.2.0", "a.v1.B": "1.1.0" },
      deprecated: { "a.v1.B": "1.2.0" },
    });
    expect(second).toContain('    "a.v1.A.x": "1.1.0",\n    "a.v1.A.y": "1.2.0",\n');
  });

  it("has the version that is published at last of what was announced by another", () => {
    const announced = addVersion(undefined, "2.0.0-rc.1", { since: ["a.A"], deprecated: [] });
    const last = addVersion(announced, "2.0.0", { since: ["a.A"], deprecated: [] });
    expect(parseSince(last).since.get("a.A")).toBe("2.0.0");
  });

  it.each(["[]", "null", '{"since": {"a": 1}, "deprecated": {}}', "{"])("is refused if it is %s", (text) => {
    expect(() => parseSince(text)).toThrow();
  });
});
