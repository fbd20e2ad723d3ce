import { performance } from "node:perf_hooks";
import type { DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { RE2JS } from "@bufbuild/re2";
import {
  createCustomOptions,
  toPortablePattern,
  readAnnotations,
  type ValueRules,
} from "@stratus/convention";
import { check } from "@stratus/runtime";
import { defineTable } from "@stratus/runtime/generated/messages-v1";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkRuledApi, ruledApis } from "./ruled-apis.fixture.js";

/** All patterns that the APIs state. */
function patternsOf(): readonly string[] {
  const found = new Set<string>();
  const collect = ({ rules, items, keys, values }: ValueRules): void => {
    for (const { name, value } of rules) if (name === "pattern") found.add(String(value));
    for (const inside of [items, keys, values]) if (inside) collect(inside);
  };
  for (const api of ruledApis) {
    const files = linkRuledApi(api);
    const annotations = readAnnotations(createCustomOptions(files));
    const messages = files
      .flatMap((file) => [...nestedTypes(file)])
      .filter((one): one is DescMessage => one.kind === "message");
    for (const { fields } of messages) for (const field of fields) collect(annotations.field(field).rules);
  }
  return [...found];
}

/** Texts that match a pattern, and some that are close to these. */
function textsFor(pattern: string): fc.Arbitrary<string> {
  const matching = fc.stringMatching(new RegExp(pattern, "u"));
  const letter = fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 });
  const near = fc.tuple(matching, fc.nat(), letter).map(([text, at, other]) => {
    const letters = [...text];
    return [
      ...letters.slice(0, at % (letters.length + 1)),
      other,
      ...letters.slice(at % (letters.length + 1)),
    ].join("");
  });
  return fc.oneof(matching, near, fc.string({ unit: "grapheme" }));
}

/** Milliseconds that a check of a text by a pattern takes. */
async function msFor(pattern: string, text: string): Promise<number> {
  const table = defineTable<{ a: string }>("trial.v1.Text", () => [["a", "string"]]);
  const rules = { "trial.v1.Text": { fields: { a: { kind: "string", rules: { pattern } } } } };
  const type = Object.assign(table, { rules: () => Promise.resolve({ rules }) });
  // The shortest of some is its own time, not that of what else the machine does.
  let shortest = Infinity;
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now();
    await check(type, { a: text });
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

describe("the patterns of public APIs", { timeout: 3_600_000 }, () => {
  it("mean to JavaScript what RE2 takes them for, and take milliseconds for 10 MB of text", async () => {
    const patterns = patternsOf();
    const portable = patterns.flatMap((one) => {
      const written = toPortablePattern(one);
      return written === undefined ? [] : [[one, written] as const];
    });
    let slowest = 0;
    for (const [pattern, written] of portable) {
      const [judge, own] = [RE2JS.compile(pattern), new RegExp(written, "u")];
      fc.assert(
        fc.property(textsFor(written), (text) => own.test(text) === judge.test(text)),
        { numRuns: 2_000 },
      );
      const [sample = "a"] = fc.sample(fc.stringMatching(own), { numRuns: 1, seed: 1 });
      for (const unit of [sample || "a", "a", "a-", "0", "/", "."]) {
        const long = unit.repeat(Math.ceil(10_000_000 / unit.length));
        // A text of more than 64 kB is the server's; one of just that is matched.
        for (const text of [long, `${long.slice(0, 65_000)}!`])
          slowest = Math.max(slowest, await msFor(written, text));
      }
    }
    console.log(
      `${patterns.length} patterns, ${portable.length} of them matched by clients; the slowest check took ${slowest.toFixed(1)} ms`,
    );
    expect(portable.length).toBeGreaterThan(0);
  });
});
