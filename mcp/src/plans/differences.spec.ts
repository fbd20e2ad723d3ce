import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GuideJson } from "@stratus/runtime/guide";
import { fingerprintResource } from "./current-resource.js";
import { findDifferences, isSecretAt, pathText, valueText } from "./differences.js";
import { changesText, valuesText } from "./summary.js";

const told = (before: GuideJson, after: GuideJson): string =>
  changesText(findDifferences(before, after), [before, after]);

/** A value as JSON has it, in which 0 has no sign. */
const sent = (value: GuideJson): unknown => JSON.parse(JSON.stringify(value));

describe("differences", () => {
  it.each<[GuideJson, GuideJson, string]>([
    [{ a: 1 }, { a: 1 }, ""],
    [{ a: 1 }, { a: 2 }, "a 1 to 2"],
    [{}, { a: { b: 2 } }, "a.b unset to 2"],
    [{ a: { b: 2 } }, {}, "a.b 2 to unset"],
    [{}, { a: {} }, 'a unset to "{}"'],
    [{ a: [1, 2] }, { a: [1, 3] }, "a.1 2 to 3"],
    [{ a: ["x"] }, { a: ["x", "y"] }, "a [x] to [x, y]"],
    [{ a: [] }, { a: ["x y"] }, 'a "[]" to "[\\"x y\\"]"'],
    [{ a: "" }, { a: "on, b 1 to 2" }, 'a "" to "on, b 1 to 2"'],
    [{}, { "a, b 1 to 2": 3 }, '"a, b 1 to 2" unset to 3'],
    [{ userPassword: "x" }, { userPassword: "y" }, "userPassword to a new secret"],
    [{ userPassword: "x" }, {}, "userPassword (secret) to unset"],
    [{ a: "x" }, { a: "[hidden]" }, "a to a new secret"],
  ])("of %j and %j are %j", (before, after, want) => {
    expect(told(before, after)).toBe(want);
  });

  it("name every place in which two values differ, in one line", () => {
    const values = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<GuideJson>,
    );
    fc.assert(
      fc.property(values, values, (before, after) => {
        const places = findDifferences(before, after);
        expect(places.length === 0).toBe(isDeepStrictEqual(sent(before), sent(after)));
        const text = changesText(places, []);
        expect(text).not.toMatch(/\p{Cc}|\p{Cf}|[\u2028\u2029]/u);
        for (const { path } of places) expect(text).toContain(pathText(path));
      }),
    );
  });

  it("beyond a dozen are said by their paths", () => {
    const after = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`f${at}`, at]));
    expect(valuesText(findDifferences({}, after), {})).toMatch(/f11 11, and 2 more: f12, f13$/);
  });

  it("are secret by a name or by what the API marks, and below such a place too", () => {
    expect(isSecretAt({}, ["spec", "credentials", "0", "value"])).toBe(true);
    expect(isSecretAt({ spec: "[hidden]" }, ["spec", "a"])).toBe(true);
    expect(isSecretAt({ spec: { a: 1 } }, ["spec", "a"])).toBe(false);
  });

  it.each<[GuideJson | undefined, string]>([
    [undefined, "unset"],
    [null, "null"],
    [0, "0"],
    [false, "false"],
    [["10.0.0.0/24", "b"], "[10.0.0.0/24, b]"],
    [["a,b"], '"[\\"a,b\\"]"'],
    [[1], '"[1]"'],
  ])("have %j as %j", (value, want) => {
    expect(valueText(value)).toBe(want);
  });
});

describe("the version of a resource", () => {
  it.each<[GuideJson, string]>([
    [{ metadata: { resourceVersion: "7" }, etag: "x" }, "version 7"],
    [{ etag: "x" }, "version x"],
    [{ metadata: {}, revision: 3 }, "version 3"],
  ])("of %j is %j", (resource, want) => {
    expect(fingerprintResource(resource)).toBe(want);
  });

  it("is a digest of all of it if it has none", () => {
    expect(fingerprintResource({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintResource({ a: 1 })).not.toBe(fingerprintResource({ a: 2 }));
  });
});
