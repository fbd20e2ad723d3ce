import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findMissingUpdateFields } from "@stratus/convention";
import { nameOf, openPlatform, tryModify, type Platform } from "./platform-updates.fixture.js";

describe("modify at a server that judges each request of a platform alone", { timeout: 3_600_000 }, () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await openPlatform();
  }, 3_600_000);
  afterAll(() => platform?.[Symbol.asyncDispose]());

  it("passes for each Update but for those that doctor and the generator list", async () => {
    const { modifies, annotations } = platform;
    const listed = modifies.filter((one) => findMissingUpdateFields(one, annotations).length > 0).map(nameOf);
    const refused = new Map<string, readonly string[]>();
    let made = 0;
    for (const [index, modify] of modifies.entries()) {
      const outcome = await tryModify(modify, platform, index + 1);
      expect(outcome.made, nameOf(modify)).toBeGreaterThan(0);
      made += outcome.made;
      if (outcome.refused.length > 0) refused.set(nameOf(modify), [...new Set(outcome.refused)]);
    }
    console.log(`${modifies.length - refused.size} of ${modifies.length} Updates pass, in ${made} requests`);
    console.log(Object.fromEntries(refused));
    expect([...refused.keys()]).toEqual(listed);
  });
});
