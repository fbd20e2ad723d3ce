import { afterAll, beforeAll, expect, it } from "vitest";
import { editRandomRings, editStyles } from "./random-edits.fixture.js";
import { openVault, type Vault } from "./vault.fixture.js";

/** With and without moves, as an edit and as a put-back: 10,000 of each two. */
const count = Number(process.env["STRATUS_EDITS"] ?? 5000);

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

it("loses no value that was not touched in 10,000 edits and put-backs, and in as many that move elements", async () => {
  let [done, refused] = [0, 0];
  for (const style of Object.values(editStyles)) {
    const ended = await editRandomRings(vault, style, { first: 1_000_000, count });
    done += ended.done;
    refused += ended.refused;
  }
  console.log({ done, refused });
  expect(refused).toBeLessThan(done / 100);
});
