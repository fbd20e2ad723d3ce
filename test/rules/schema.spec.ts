import { createRegistry, type DescMessage, toBinary, toJson } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { type MessageTable, schemaOf } from "@stratus/runtime";
import { Disk } from "@svc/cloud/compute/v1";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Codecs, loadCodecsOf, type Plain } from "../oracle/codecs.fixture.js";
import { type Judge, createRequestValidator } from "./judge.fixture.js";
import { spread } from "../runs.js";
import { linkSample, sample } from "./sample.fixture.js";
import { messagesOf } from "./trial.fixture.js";

/** A compiler of JSON Schemas that takes formats for what people read, as the standard has it. */
const settings = { strict: false, validateFormats: false } as const;
const targets = [
  ["draft-2020-12", () => new Ajv2020(settings)],
  ["draft-07", () => new Ajv(settings)],
] as const;

describe("the schema of a message whose API states rules", () => {
  let codecs: Codecs;
  let judge: Judge;
  let registry: ReturnType<typeof createRegistry>;
  beforeAll(async () => {
    const linked = linkSample();
    registry = createRegistry(...linked);
    codecs = await loadCodecsOf(linked);
    judge = createRequestValidator(linked);
  });
  afterAll(() => codecs[Symbol.asyncDispose]());

  const names = [...sample.matchAll(/^message (\w+)/gm)].map(([, name = ""]) => name);
  const typeOf = (desc: DescMessage): MessageTable<Plain> =>
    codecs.codec(desc) as unknown as MessageTable<Plain>;

  /** The JSON of a message by another implementation; undefined if it has none, or lacks what proto2 requires. */
  function jsonOf({ desc, message }: ReflectMessage): { bytes: Uint8Array; json: unknown } | undefined {
    try {
      return { bytes: toBinary(desc, message), json: toJson(desc, message, { registry }) };
    } catch {
      return undefined;
    }
  }

  it.each(names)(
    "%s: validates what the judge takes, refuses what it refuses, and its JSON Schema refuses nothing that is right",
    async (name) => {
      const desc = codecs.message(`shop.v1.${name}`);
      const { "~standard": schema } = await schemaOf(typeOf(desc));
      const compiled = targets.map(([target, open]) => open().compile(schema.jsonSchema.input({ target })));
      const counts = { right: 0, wrong: 0 };
      for (const message of spread([...messagesOf(desc)], 500)) {
        const { bytes, json } = jsonOf(message) ?? {};
        const verdict = bytes && judge.judge(desc, bytes);
        if (!verdict) continue;
        const result = schema.validate(json);
        expect(result.issues?.length ?? 0, JSON.stringify(json)).toBe(verdict.length);
        for (const accepts of compiled) {
          const accepted = accepts(json);
          if (verdict.length === 0)
            expect(accepted, `${JSON.stringify(json)} ${JSON.stringify(accepts.errors)}`).toBe(true);
        }
        if (verdict.length === 0) counts.right++;
        else counts.wrong++;
      }
      expect(counts.right).toBeGreaterThan(0);
      expect(counts.wrong).toBeGreaterThan(0);
    },
  );
});

it("a schema is one by the standard's own types", async () => {
  const schema = await schemaOf(Disk);
  const standard: StandardSchemaV1<unknown, Disk> & StandardJSONSchemaV1<unknown, Disk> = schema;
  const result = await standard["~standard"].validate({ spec: { sizeBytes: "5" } });
  expect("value" in result && result.value.spec?.sizeBytes).toBe(5n);
});
