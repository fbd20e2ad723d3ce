import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { runtimeParts } from "../../generator/src/rest/runtime-parts.js";
import { parts } from "./runtime-parts.fixture.js";
import { compileParts, expectedOf, generateParts } from "./runtime-parts-packages.fixture.js";

it("a client of one GET has at most 12 sources, and nothing of parts that it does not need", async () => {
  const { files } = await generateParts([]);
  const sources = files.filter(({ path }) => path.startsWith("src/"));
  expect(sources.map(({ path }) => path).filter((path) => path.startsWith("src/runtime/"))).toEqual([
    "src/runtime/checks.ts",
    "src/runtime/common.ts",
    "src/runtime/core.ts",
    "src/runtime/headers.ts",
    "src/runtime/observation.ts",
  ]);
  expect(sources.length).toBeLessThanOrEqual(12);
  expect(sources.reduce((lines, { text }) => lines + text.split("\n").length - 1, 0)).toBeLessThan(1940);
});

it("a package with none and with all parts compiles without an unused declaration, and its calls work", async () => {
  const sets = [[], Object.keys(parts)];
  const { errors, results } = await compileParts(sets);
  expect(errors).toBe("");
  expect(results).toEqual(sets.map(expectedOf));
});

it("every module of the runtime belongs to one part", () => {
  const folder = new URL("../../generator/src/rest/runtime/", import.meta.url);
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.spec|\.fixture)\.ts$/.test(path))
    .map((path) => path.replaceAll("\\", "/").replace(/\.ts$/, ""));
  expect(["index", ...Object.values(runtimeParts).flat()].sort()).toEqual(modules.sort());
});
