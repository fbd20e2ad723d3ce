import { expect, it } from "vitest";
import { importsBelow } from "../architecture/imports.fixture.js";

it("the JSON entry needs neither Node nor a library, so that it runs in browsers", () => {
  const imports = importsBelow("runtime/src");
  const reached = new Set(["runtime/src/messages/json/index.ts"]);
  for (const file of reached) {
    for (const { from, target, isTypeOnly } of imports) if (from === file && !isTypeOnly) reached.add(target);
  }
  expect(reached.size).toBeGreaterThan(15);
  const allowed = /^runtime\/src\/(?:messages\/(?:json|table)\/|base\/text\/)/;
  expect([...reached].filter((target) => !allowed.test(target))).toEqual([]);
});
