import { expect, it } from "vitest";
import { parts } from "./runtime-parts.fixture.js";
import { compileParts, expectedOf } from "./runtime-parts-packages.fixture.js";

it("every part alone and every pair of parts compiles without an unused declaration, and its calls work", async () => {
  const names = Object.keys(parts);
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
  const sets = [...names.map((name) => [name]), ...pairs];
  const { errors, results } = await compileParts(sets);
  expect(errors).toBe("");
  expect(results).toEqual(sets.map(expectedOf));
});
