import { describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { findSdk } from "@stratus/dynamic-client";
import { expectedOf, flagsOf, requestOf } from "./flags.fixture.js";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";

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
