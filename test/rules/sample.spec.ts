import type { DescMessage } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runs } from "../runs.js";
import { type Codecs, loadCodecsOf } from "../oracle/codecs.fixture.js";
import { type Judge, createRequestValidator } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { linkSample, sample } from "./sample.fixture.js";
import { dice, tryAll, tryMessage } from "./trial.fixture.js";

/** `npm run long -- conformance-rules` tries the messages of protovalidate's own cases in the same way. */
describe("our checks find what protovalidate finds in the same bytes", () => {
  let codecs: Codecs;
  let judge: Judge;
  beforeAll(async () => {
    const linked = linkSample();
    codecs = await loadCodecsOf(linked);
    judge = createRequestValidator(linked);
  });
  afterAll(() => codecs[Symbol.asyncDispose]());

  const names = [...sample.matchAll(/^message (\w+)/gm)].map(([, name = ""]) => name);

  it.each(names)("%s", async (name) => {
    const desc: DescMessage = codecs.message(`shop.v1.${name}`);
    const { asked, broken, differences } = await tryMessage(desc, codecs, judge);
    expect(differences.slice(0, 5)).toEqual([]);
    // The values are of both kinds, else nothing is proven.
    expect(broken).toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(broken);
  });

  it("random messages that differ in single fields", async () => {
    for (const [index, name] of names.entries()) {
      const desc = codecs.message(`shop.v1.${name}`);
      const messages = new MessageDrawer(judge, dice(index + 1)).messages(desc, runs(8));
      const { differences } = await tryAll(desc, messages, codecs, judge);
      expect(differences.slice(0, 5)).toEqual([]);
    }
  });
});
