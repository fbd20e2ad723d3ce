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

  it("are loaded as they are by the console and by the page of the catalogue", () => {
    expect(read("emulator/console/style/console.css")).toContain('@import "../../../design/tokens.css"');
    expect(read("examples/catalogue-web/index.html")).toContain('href="design/tokens.css"');
  });

  it("have a dark value for each color", () => {
    const [light = "", dark = ""] = read("design/tokens.css").split("prefers-color-scheme: dark");
    const colors = [...light.matchAll(/(--[\w-]+): #/g)].map(([, name = ""]) => name);
    expect(colors.length).toBeGreaterThan(20);
    expect(colors.filter((name) => !dark.includes(`${name}: #`))).toEqual([]);
  });
});
