import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readModuleText } from "../read/module-text.js";
import { createExportScope, toSafeName } from "./names.js";

describe("names that an API may give to what it exports", () => {
  it("are none of those that every package exports of its runtime", async () => {
    const entry = new URL("../runtime/index.ts", import.meta.url);
    const { exports } = await readModuleText(readFileSync(entry, "utf8"));
    // The class of errors has the package's own name there.
    const names = exports.map(({ name }) => name).filter((name) => name !== "ApiError");
    expect(names).toContain("etagCache");
    expect(names.filter((name) => createExportScope().isFree(name))).toEqual([]);
    expect(names.map(toSafeName)).toEqual(names.map((name) => `${name}$`));
  });

  it.each(["delete", "type", "then", "Promise", "isAny"])("get a $ where they are %s", (name) => {
    expect(toSafeName(name)).toBe(`${name}$`);
  });
});
