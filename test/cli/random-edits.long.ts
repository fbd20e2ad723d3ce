import { afterAll, beforeAll, expect, it } from "vitest";
import { editRandomRings, editStyles } from "./random-edits.fixture.js";
import { openVault, type Vault } from "./vault.fixture.js";

/** As an edit, a put-back and an apply: 10,000 with moves, and 10,000 without. */
const count = Number(process.env["STRATUS_EDITS"] ?? 3334);
/** The first of the random cases. Another one tries others. */
const first = Number(process.env["STRATUS_FIRST_EDIT"] ?? 1_000_000);

let vault: Vault;
beforeAll(async () => (vault = await openVault()));
afterAll(() => vault[Symbol.asyncDispose]());

it.each(Object.entries(editStyles))(
  "%s loses no value that was not touched, in thousands of cases",
  async (_, style) => {
    const { done, refused } = await editRandomRings(vault, style, { first, count });
    console.log({ done, refused });
    expect(refused).toBeLessThan(done / 100);
  },
  60 * 60_000,
);
