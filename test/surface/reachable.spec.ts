import { beforeAll, describe, expect, it } from "vitest";
import { closed, passed } from "./allowed.fixture.js";
import { entryPoints } from "./entries.fixture.js";
import { Declarations } from "./unreachable.fixture.js";

/** An installer that hides packages from each other leaves a program no other place to import a type from. */
describe("types that signatures name can be imported from the same place:", () => {
  let declarations: Declarations;
  beforeAll(() => {
    declarations = new Declarations(entryPoints.map(({ file }) => file));
  });

  it.each(entryPoints)("$path", ({ file, beside }) => {
    expect(declarations.unreachable(file, beside, { passed, closed })).toEqual([]);
  });

  it("and all that need not be are still named by one", () => {
    const nothing = { passed: new Set<string>(), closed: new Set<string>() };
    const named = entryPoints.flatMap(({ file, beside }) => declarations.unreachable(file, beside, nothing));
    const texts = new Set(named.map((text) => text.split(", named by ", 1)[0]));
    expect([...passed, ...closed].filter((text) => !texts.has(text))).toEqual([]);
  });
});
