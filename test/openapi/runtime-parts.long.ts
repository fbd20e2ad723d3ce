import { expect, it } from "vitest";
import { parts } from "./runtime-parts.fixture.js";
import { compileParts, expectedOf } from "./runtime-parts-packages.fixture.js";

const names = Object.keys(parts);

it.each(names.map((name, index) => [name, names.slice(index + 1)] as const))(
  "the part %s, alone and with each later part, compiles without an unused declaration, and its calls work",
  async (name, others) => {
    const sets = [[name], ...others.map((other) => [name, other])];
    const { errors, results } = await compileParts(sets);
    expect(errors).toBe("");
    expect(results).toEqual(sets.map(expectedOf));
  },
);
