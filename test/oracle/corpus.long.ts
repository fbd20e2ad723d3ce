import { toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { source } from "../corpus/google.fixture.js";
import { loadCodecs, type Codecs } from "./codecs.fixture.js";
import { randomMessage } from "./random-message.fixture.js";

/** The protos of real APIs: 200 files of the corpus with `STRATUS_CORPUS=all`, or else a hundred of google-gax. */
describe("the codecs of a large corpus", () => {
  let codecs: Codecs;
  beforeAll(async () => {
    codecs = await loadCodecs(source.place, source.folders);
  });
  afterAll(async () => {
    await codecs?.[Symbol.asyncDispose]();
  });

  it("compile under the strictest settings, and read and write every message as protobuf-es does", () => {
    expect(codecs.messages.length).toBeGreaterThan(500);
    for (const desc of codecs.messages) {
      const codec = codecs.codec(desc);
      fc.assert(
        fc.property(fc.gen(), (draw) => {
          const bytes = toBinary(desc, randomMessage(desc, draw, 2).message);
          const plain = codec.decode(bytes);
          expect(plain).toEqual(codecs.expected(desc, bytes));
          expect(new Uint8Array(codec.encode(plain)), desc.typeName).toEqual(bytes);
        }),
        { numRuns: 3 },
      );
    }
  });
});
