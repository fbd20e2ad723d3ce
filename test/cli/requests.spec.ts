import { describe, expect, it } from "vitest";
import { root } from "../../cli/src/host/test-host.fixture.js";
import { findSdk } from "../../cli/src/sdk/find-sdk.js";
import { expectedOf, flagsOf, RandomRequest, requestOf, seeded } from "./random-request.fixture.js";

const sdk = await findSdk("@svc/cloud", root);

describe.each(sdk.guide.services.map((entry) => [entry.words, entry] as const))("%s", (_, entry) => {
  it("gets from flags the request that they were made of", async () => {
    const part = await sdk.part(entry);
    for (const method of part.service.methods) {
      for (let run = 0; run < 20; run++) {
        const request = new RandomRequest(part, seeded(run * 7919 + 1)).message(part.inputOf(method));
        const flags = flagsOf(part, method, request);
        const found = await requestOf(part, method, flags).catch((error: unknown) => String(error));
        expect(found, flags.join(" ")).toEqual(await expectedOf(part, method, request));
      }
    }
  });
});
