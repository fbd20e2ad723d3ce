import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tokenCopies } from "../../tools/design-tokens.mjs";
import { root } from "../repository.fixture.js";

const read = (path: string): string => readFileSync(`${root}/${path}`, "utf8");

describe("the design tokens", () => {
  it.each([...tokenCopies().keys()])(
    "are those of design/tokens.css in %s; `node tools/design-tokens.mjs` copies them",
    (path) => {
      expect(read(path)).toBe(tokenCopies().get(path));
    },
  );

  it("are loaded as they are by the console, the page of the catalogue, and documentation sites", () => {
    expect(read("emulator/console/style/console.css")).toContain('@import "../../../design/tokens.css"');
    expect(read("site/build/bundle.mjs")).toContain("../design/tokens.css");
    expect(read("examples/catalogue-web/index.html")).toContain('href="design/tokens.css"');
  });

  it("have a value for light and for dark of each color", () => {
    const colors = [...read("design/tokens.css").matchAll(/--([\w-]+): ([^;]*#[^;]*);/g)];
    expect(colors.length).toBeGreaterThan(20);
    expect(colors.filter(([, , value = ""]) => !/^light-dark\(#\w{6}, #\w{6}\)$/.test(value))).toEqual([]);
  });
});
