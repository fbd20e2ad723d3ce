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
    const problems = new Map<string, string>();
    for (const [index, modify] of modifies.entries()) {
      const problem = await tryModify(modify, platform, index + 1);
      if (problem !== undefined) problems.set(nameOf(modify), problem);
    }
    console.log(`${modifies.length - problems.size} of ${modifies.length} Updates pass`);
    console.log(Object.fromEntries(problems));
    expect([...problems.keys()]).toEqual(listed);
  });
});
