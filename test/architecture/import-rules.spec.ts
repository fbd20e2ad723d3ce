import { describe, expect, it } from "vitest";
import { importRules, type ImportException, type ImportRule } from "./import-rules.js";
import { importsBelow, type Import } from "./imports.fixture.js";

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Whether a rule is about an import. */
function isLimited({ from: folders, imports: limited }: ImportRule, { from, target }: Import): boolean {
  if (!folders.some((folder) => isBelow(from, folder))) return false;
  if (!limited)
    return (
      !target.startsWith("node:") &&
      !folders.some((folder) => isBelow(from, folder) && isBelow(target, folder))
    );
  return limited.some((path) => isBelow(target, path) && !isBelow(from, path));
}

function isExcepted({ from, imports, typesOnly = false }: ImportException, one: Import): boolean {
  const isTarget = imports.endsWith("/") ? one.target.startsWith(imports) : one.target === imports;
  return isTarget && isBelow(one.from, from) && (one.isTypeOnly || !typesOnly);
}

/** The imports that break a rule: the file, what it imports, and the rule. */
function violations(rule: ImportRule, imports: readonly Import[]): string[] {
  return imports
    .filter((one) => isLimited(rule, one) && !rule.exceptions.some((exception) => isExcepted(exception, one)))
    .map(({ from, target }) => `${from} imports ${target}: ${rule.rule}`);
}

describe.each(importRules.map((rule) => [rule.rule, rule] as const))("%s:", (_, rule) => {
  const imports = rule.from.flatMap(importsBelow);

  it("every import keeps the rule or has an exception in import-rules.ts", () => {
    expect(violations(rule, imports)).toEqual([]);
  });

  it("every exception is needed", () => {
    const limited = imports.filter((one) => isLimited(rule, one));
    const unused = rule.exceptions.filter((exception) => !limited.some((one) => isExcepted(exception, one)));
    expect(unused).toEqual([]);
  });
});

describe("this test", () => {
  const rule: ImportRule = {
    rule: "a does not import b or zod",
    from: ["a/src"],
    imports: ["a/src/inner", "b", "zod"],
    exceptions: [
      { from: "a/src/x.ts", imports: "b/types.ts", typesOnly: true, reason: "" },
      { from: "a/src/y", imports: "zod/", reason: "" },
    ],
  };

  it.each([
    ["an import that the rule forbids", "a/src/x.ts", "b/c.ts", false, true],
    ["a forbidden package", "a/src/x.ts", "zod", false, true],
    ["a package with a similar name", "a/src/x.ts", "zodiac", false, false],
    ["a file of another folder", "c/src/x.ts", "b/c.ts", false, false],
    ["an import within a limited folder", "a/src/inner/x.ts", "a/src/inner/y.ts", false, false],
    ["an import into a limited folder", "a/src/x.ts", "a/src/inner/y.ts", false, true],
    ["types that an exception allows", "a/src/x.ts", "b/types.ts", true, false],
    ["values where it allows only types", "a/src/x.ts", "b/types.ts", false, true],
    ["an exception for another file", "a/src/z.ts", "b/types.ts", true, true],
    ["an exception for everything below a path", "a/src/y/x.ts", "zod/mini", false, false],
    ["the path itself, which that exception leaves out", "a/src/y/x.ts", "zod", false, true],
  ])("recognizes %s", (_, from, target, isTypeOnly, isWrong) => {
    const found = violations(rule, [{ from, target, isTypeOnly }]);
    expect(found).toEqual(isWrong ? [`${from} imports ${target}: a does not import b or zod`] : []);
  });
});
