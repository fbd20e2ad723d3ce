import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCodecs, type Codecs } from "./codecs.fixture.js";
import { randomMessage } from "./random-message.fixture.js";
import { runs } from "../runs.js";

const module = fileURLToPath(new URL("protos", import.meta.url));

describe("a message that was read", () => {
  let codecs: Codecs;
  beforeAll(async () => {
    codecs = await loadCodecs(module);
  });
  afterAll(async () => {
    await codecs?.[Symbol.asyncDispose]();
  });

  it("is plain data, which another realm gets whole", () => {
    for (const desc of codecs.messages) {
      fc.assert(
        fc.property(fc.gen(), (draw) => {
          const bytes = toBinary(desc, randomMessage(desc, draw).message);
          const plain = codecs.codec(desc).decode(bytes);
          expect(isDeepStrictEqual(structuredClone(plain), plain), desc.typeName).toBe(true);
        }),
        { numRuns: runs(7) },
      );
    }
  });

  it("equals the literal that a program writes", () => {
    const maps = codecs.codec(codecs.message("oracle.v1.Maps"));
    const { byString } = maps.decode(maps.encode({ ...maps.decode(new Uint8Array()), byString: { a: "b" } }));
    expect(byString).toStrictEqual({ a: "b" });
    const known = codecs.codec(codecs.message("oracle.v1.WellKnown"));
    const struct = { a: [{ b: null }], c: "d" };
    const read = known.decode(known.encode({ ...known.decode(new Uint8Array()), struct }));
    expect(read["struct"]).toStrictEqual(struct);
  });
});
