import { afterAll, beforeAll, expect, it } from "vitest";
import { runs } from "../runs.js";
import { editRandomRings, editStyles } from "./random-edits.fixture.js";
import { openVault, type Vault } from "./vault.fixture.js";

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

it.each(Object.entries(editStyles))("%s loses no value that was not touched", async (name, style) => {
  const { done, refused } = await editRandomRings(vault, style, { first: name.length, count: runs(20) });
  // Where values that nobody sees could get lost, the client refuses the change.
  expect(refused, `${done} done`).toBeLessThan(done / 10);
});
