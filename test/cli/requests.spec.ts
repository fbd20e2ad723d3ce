import { describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { findSdk } from "@stratus/dynamic-client";
import { expectedOf, flagsOf, requestOf } from "./flags.fixture.js";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";

const sdk = await findSdk("@svc/cloud", root);

describe.each(sdk.guide.services.map((entry) => [entry.words, entry] as const))("%s", (_, entry) => {
  it("gets from flags the request that they were made of", async () => {
    const service = await sdk.service(entry);
    for (const method of service.guide.methods) {
      for (let run = 0; run < 20; run++) {
        const request = new RandomRequest(service, seeded(run * 7919 + 1)).message(service.inputType(method));
        const flags = flagsOf(service, method, request);
        const found = await requestOf(service, method, flags).catch((error: unknown) => String(error));
        expect(found, flags.join(" ")).toEqual(await expectedOf(service, method, request));
      }
    }
  });
});
