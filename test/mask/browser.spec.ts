import { expect, it } from "vitest";
import { importsBelow } from "../architecture/imports.fixture.js";

it("the mask entry needs neither Node nor a library, so that it runs in browsers", () => {
  const imports = importsBelow("runtime/src");
  const reached = new Set(["runtime/src/messages/mask/index.ts"]);
  for (const file of reached) {
    for (const { from, target, isTypeOnly } of imports) if (from === file && !isTypeOnly) reached.add(target);
  }
  expect(reached.size).toBeGreaterThan(15);
  expect(
    [...reached].filter(
      (target) => !/^runtime\/src\/(?:messages\/(?:mask|table)\/|base\/text\/)/.test(target),
    ),
  ).toEqual([]);
});
