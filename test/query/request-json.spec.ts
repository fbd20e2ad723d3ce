import { fileURLToPath } from "node:url";
import { create, toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toJson } from "../../runtime/src/entries/messages.js";
import { requestJson } from "../../query/src/client/request-json.js";
import { methods } from "../../runtime/src/fixture/test-api.fixture.js";
import { loadCodecs, type Codecs } from "../oracle/codecs.fixture.js";
import { randomMessage } from "../oracle/random-message.fixture.js";
import { runs } from "../runs.js";

describe("the request in a key", () => {
  let codecs: Codecs;
  beforeAll(async () => {
    codecs = await loadCodecs(fileURLToPath(new URL("../oracle/protos", import.meta.url)));
  });
  afterAll(async () => {
    await codecs?.[Symbol.asyncDispose]();
  });

  it("is proto3 JSON, as the runtime writes it, for every kind of field", () => {
    let compared = 0;
    // A request that is itself a well-known type has the JSON of its fields.
    const messages = codecs.messages.filter(({ typeName }) => !typeName.startsWith("google.protobuf."));
    for (const desc of messages) {
      fc.assert(
        fc.property(fc.gen(), (draw) => {
          const codec = codecs.codec(desc);
          const message = codec.decode(toBinary(desc, randomMessage(desc, draw).message));
          const want = jsonOf(codec, message);
          if (want === undefined) return;
          compared++;
          expect(JSON.parse(JSON.stringify(requestJson(codec as never, message))), desc.typeName).toEqual(
            want,
          );
        }),
        { numRuns: runs(3) },
      );
    }
    expect(compared).toBeGreaterThan(messages.length);
  });

  it.each([Number.NaN, -0, Infinity])("has %s, which is not the default of a float", (aFloat) => {
    const desc = codecs.messages.find(({ typeName }) => typeName === "oracle.v1.Scalars")!;
    const codec = codecs.codec(desc);
    const message = codec.decode(toBinary(desc, create(desc, { aFloat })));
    expect(JSON.stringify(requestJson(codec as never, message))).toBe(
      JSON.stringify(toJson(codec as never, message as never)),
    );
  });

  it("shows no secret", () => {
    const { request } = methods.create;
    const secret = request.create({ spec: { password: "hunter2" } });
    expect(() => requestJson(request as never, secret)).toThrow(
      expect.objectContaining({ code: "SECRET_IN_KEY", message: expect.not.stringContaining("hunter2") }),
    );
  });
});

/** The JSON of a message; undefined if JSON cannot hold it, or if it has an Any, which a key does not decode. */
function jsonOf(codec: object, message: object): unknown {
  try {
    const text = JSON.stringify(toJson(codec as never, message as never));
    return text.includes('"@type"') ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
