import { describe, expect, it } from "vitest";
import { countTokens } from "./tokens.js";

const resource =
  '{"metadata":{"id":"instance-1","name":"web-1"},"spec":{"cpu":4,"hostnames":["a.example.com"]}}';

/**
 * What answers are made of, and the larger one of two counts of it: those of the tokenizers cl100k_base and o200k_base,
 * which `npm run long -- agents` asks about random texts.
 */
const counted: readonly (readonly [text: string, tokens: number])[] = [
  ["The Update replaces a whole resource; fields that were not set are not sent.", 16],
  [resource, 30],
  ["0f8fad5b-d9cb-469f-a165-70867728950e", 20],
  ["2026-11-23T18:51:15.650Z", 15],
  ["18446744073709551615", 7],
  ["c3VwZXItc2VjcmV0LXZhbHVl", 19],
  ["\u6570\u636e\u7ed3\u6784\u548c\u7b97\u6cd5", 6],
  ["\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", 13],
  ["KUBERNETES secondaryDisks spec.boot_disk", 11],
  ["     \n\n\t\t{}[]<>", 6],
];

describe("the count of tokens", () => {
  it("is at least that of a tokenizer over what answers are made of", () => {
    const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b);
    expect(sum(counted.map(([text]) => countTokens(text)))).toBeGreaterThanOrEqual(
      sum(counted.map(([, tokens]) => tokens)),
    );
  });

  it("is at most three times as much for prose and for JSON of resources", () => {
    for (const [text, tokens] of counted.slice(0, 2)) expect(countTokens(text)).toBeLessThan(3 * tokens);
  });
});
