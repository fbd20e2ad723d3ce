import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printReference } from "../../tools/print-reference.mjs";

describe("the pages that a program prints", async () => {
  const pages = await printReference();

  it.each(Object.entries(pages))(
    "%s is as the sources give it (node tools/print-reference.mjs)",
    (path, text) => {
      expect(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")).toBe(text);
    },
  );

  it("are several, and have no empty lists", () => {
    expect(Object.keys(pages).length).toBeGreaterThanOrEqual(6);
    for (const text of Object.values(pages)) expect(text).not.toMatch(/^- ``|: (?:undefined)?\.$/m);
  });
});
