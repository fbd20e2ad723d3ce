import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { corpusSmall, googleProtos } from "../../bench/src/corpus.js";
import { loadCodecs, type Codecs } from "../oracle/codecs.fixture.js";
import { expectSameBytes } from "./same-bytes.fixture.js";

/** About 200 files of real APIs. Both engines compile under the strictest settings, or they would not be loaded. */
describe("a large corpus, by either engine", { timeout: 600_000 }, () => {
  let ours: Codecs;
  let theirs: Codecs;
  beforeAll(async () => {
    ours = await loadCodecs(googleProtos, corpusSmall);
    theirs = await loadCodecs(googleProtos, corpusSmall, "ts-proto");
  }, 600_000);
  afterAll(async () => {
    await ours?.[Symbol.asyncDispose]();
    await theirs?.[Symbol.asyncDispose]();
  });

  it("is the same messages and the same bytes", () => {
    expect(theirs.messages.length).toBeGreaterThan(1500);
    expectSameBytes(ours, theirs, theirs.messages, 3);
  });
});
