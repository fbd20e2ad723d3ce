import { expect, it } from "vitest";
import { selectRegions } from "./runtime-regions.js";

const source = `class Finder {
  readonly shapes: Shapes;
  // @if choices
  /** How many. */
  remaining = 1;

  find(value: unknown): number {
    // @if choices lists
    if (this.remaining > 0) {
      return 1;
    } else {
      return 2;
    }
    return 3;
  }

  // @if choices
  /** Compares. */
  compare(
    value: unknown,
  ): number {
    const one = 1;

    return one;
  }

  end(): void {}
}
`;

it.each([
  [["choices"], source.replace(/^ *\/\/ @if.*\n/gm, "")],
  [
    ["lists"],
    `class Finder {
  readonly shapes: Shapes;

  find(value: unknown): number {
    if (this.remaining > 0) {
      return 1;
    } else {
      return 2;
    }
    return 3;
  }

  end(): void {}
}
`,
  ],
  [
    [],
    `class Finder {
  readonly shapes: Shapes;

  find(value: unknown): number {
    return 3;
  }

  end(): void {}
}
`,
  ],
])("a package with the features %j has the elements that are marked with one of them", (features, want) => {
  expect(selectRegions(source, new Set(features))).toBe(want);
});

const variables = `function run(given: Options): number {
  let options = given;
  let count = 0;
  // @if cache
  options = withCache(options);
  // @if cache
  count++;
  count += options.size;
  return count;
}
`;

it("a variable that a package never assigns again is a constant", () => {
  expect(selectRegions(variables, new Set(["cache"]))).toContain(
    "  let options = given;\n  let count = 0;\n",
  );
  expect(selectRegions(variables, new Set())).toContain("  const options = given;\n  let count = 0;\n");
});
