import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens } from "../../mcp/src/text/tokens.js";
import { tokenizer } from "./tokenizer.fixture.js";

const cl100k = tokenizer("cl100k_base");
const o200k = tokenizer("o200k_base");

const sentence = "The Update replaces a whole resource; fields that were not set are not sent.";

/** What answers are made of: names, ids, numbers, times, base64, prose, other scripts. */
const texts: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.uuid(),
  fc.base64String({ maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 100 }),
  fc.date({ noInvalidDate: true }).map((date) => JSON.stringify({ createdAt: date })),
  fc
    .array(fc.constantFrom(...sentence.split(" "), "kubernetes", "secondaryDisks", "spec.boot_disk"), {
      maxLength: 80,
    })
    .map((words) => words.join(" ")),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
);

describe("the count of tokens", () => {
  it("is at least that of a tokenizer over what answers are made of", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 5, maxLength: 20 }), (parts) => {
        const text = JSON.stringify(parts);
        const count = countTokens(text);
        expect(count).toBeGreaterThanOrEqual(o200k(text));
        expect(count).toBeGreaterThanOrEqual(cl100k(text));
        expect(count).toBeGreaterThanOrEqual(Buffer.byteLength(text) / 4);
      }),
      { numRuns: 400 },
    );
  });

  it("is at most three times as much for prose and for JSON of resources", () => {
    const resource = JSON.stringify({
      metadata: { id: "instance-1", name: "web-1" },
      spec: { cpu: 4, hostnames: ["a.example.com"] },
    });
    for (const text of [sentence, resource]) expect(countTokens(text)).toBeLessThan(3 * o200k(text));
  });
});
