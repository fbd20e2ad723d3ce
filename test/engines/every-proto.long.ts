import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCodecs, type Codecs } from "../oracle/codecs.fixture.js";
import { expectSameBytes } from "./same-bytes.fixture.js";

const module = fileURLToPath(new URL("../corpus/protos", import.meta.url));

/** Protos that use all that the language has. Both engines compile under the strictest settings, or they would not be loaded. */
describe("every proto, by either engine", () => {
  let ours: Codecs;
  let theirs: Codecs;
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([loadCodecs(module), loadCodecs(module, [], "ts-proto")]);
  });
  afterAll(async () => {
    await ours?.[Symbol.asyncDispose]();
    await theirs?.[Symbol.asyncDispose]();
  });

  it("is the same messages and the same bytes", () => {
    const messages = theirs.messages.filter(({ typeName }) => !typeName.startsWith("google."));
    expect(messages.length).toBeGreaterThan(20);
    expectSameBytes(ours, theirs, messages, 25);
  });
});
