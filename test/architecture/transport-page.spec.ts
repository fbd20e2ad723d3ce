import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${top}test/transport/README.md`, "utf8");

/** Every test that the page names: its file, and words of its title. */
const named = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes(".spec.ts"))
  .flatMap((line) => [...line.matchAll(/`([\w./-]+\.spec\.ts)`((?:,? "[^"]+")+)/g)])
  .flatMap(([, path = "", titles = ""]) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ path, title })),
  );

describe("the page of the transport", () => {
  it("names a test in every row", () => {
    const rows = page
      .split("\n")
      .filter((line) => /^\| (?!what happens|promise|-)/.test(line) && !line.startsWith("|-"));
    expect(rows.filter((row) => !row.includes(".spec.ts`"))).toEqual([]);
    expect(rows.length).toBeGreaterThan(30);
    expect(named.length).toBeGreaterThan(rows.length);
  });

  it.each(named)("names $path: $title", ({ path, title }) => {
    expect(existsSync(top + path)).toBe(true);
    expect(readFileSync(top + path, "utf8").replaceAll(/\s+/g, " ")).toContain(title);
  });
});
