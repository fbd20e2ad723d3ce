import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { rolldown } from "rolldown";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exactBody, parseExact, readDigits } from "./exact.js";
import { parseWithSources } from "./sources.fixture.js";
import { runs } from "../../../../../test/runs.js";

afterEach(() => vi.restoreAllMocks());

/** What both ways give: the reader of our own, and that on platforms whose `JSON.parse` gives sources. */
function readBoth(text: string): readonly unknown[] {
  const value: unknown = JSON.parse(text);
  const own = readDigits(text, value, false);
  vi.spyOn(JSON, "parse").mockImplementation(parseWithSources);
  const native = readDigits(text, value, true);
  vi.restoreAllMocks();
  return [own, native];
}

/** Text of JSON with whole numbers of any size among all else, and strings that look like marks. */
const jsonText = fc.letrec<{ value: string; text: string; number: string; list: string; object: string }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 4 }, tie("number"), tie("text"), tie("list"), tie("object")),
    number: fc.oneof(
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
      fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => JSON.stringify(one)),
      fc.constantFrom(
        "1e3",
        "12345678901234567890.5",
        "1234567890123456789E2",
        "-0",
        "123456789012345678901234",
        "null",
      ),
    ),
    text: fc
      .array(fc.constantFrom("\0", "\0\0", "9007199254740993", '"', "\\", "\\\\", ",", "a", "\u2028"))
      .map((parts) => JSON.stringify(parts.join(""))),
    list: fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(" , ")}]`),
    object: fc
      .array(fc.tuple(tie("text"), tie("value")), { maxLength: 4 })
      .map((entries) => `{${entries.map(([name, value]) => `${name}:${value}`).join(",")}}`),
  }),
).value;

describe("digits of JSON", () => {
  it("are kept as bigints, and all else is as JSON.parse gives it, on every platform", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const [own, native] = readBoth(text);
        expect(own).toEqual(native);
      }),
      { numRuns: runs(170) },
    );
  });

  it.each([
    ["9007199254740993", 9007199254740993n],
    ["-9223372036854775808", -9223372036854775808n],
    ["9007199254740991", 9007199254740991],
    ["9007199254740993.0", 9007199254740992],
    ["123456789012345678901", 123456789012345680000],
    [String.raw`["\u00009007199254740993",9007199254740993]`, ["\u00009007199254740993", 9007199254740993n]],
    [String.raw`{"\\":"\\\"","a":9007199254740993}`, { "\\": String.raw`\"`, a: 9007199254740993n }],
    [
      `{"__proto__":9007199254740993}`,
      JSON.parse(`{"__proto__":0}`, (_, value) => (value === 0 ? 9007199254740993n : value)),
    ],
  ] as const)("are kept: %s", (text, wanted) => {
    expect(readBoth(text)).toEqual([wanted, wanted]);
  });

  it("of a large text are read in proportion to its length", () => {
    const text = `["${"\\\\".repeat(1e6)}",${"9007199254740993,".repeat(1e5)}0]`;
    expect((readDigits(text, [], false) as readonly unknown[])[1]).toBe(9007199254740993n);
  });
});

describe("JSON with bigints", () => {
  const write = exactBody({ properties: { text: "digits" } });
  it.each([
    [{ a: 1n, b: [2n, undefined], c: undefined }, `{"a":1,"b":[2,null]}`],
    [{ text: "9007199254740993", other: "1" }, `{"text":9007199254740993,"other":"1"}`],
    [{ text: "1 or 2" }, `{"text":"1 or 2"}`],
    [{ at: new Date(0), "\u2028": "\ud800" }, JSON.stringify({ at: new Date(0), "\u2028": "\ud800" })],
    [null, "null"],
  ])("is written as numbers, row %#", (value, text) => {
    expect(write(value, undefined)).toEqual({ body: text, type: "application/json" });
  });

  it("is written as JSON.stringify writes it if there are none", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(write(value, undefined)?.body).toBe(JSON.stringify(value));
      }),
    );
  });

  it("is read by the status that it came with", () => {
    const read = parseExact({
      success: "bigint",
      "4XX": "digits",
      404: "date",
      default: { items: "bigint" },
    });
    expect([200, 304, 418, 404, 500].map((status) => read("1", status))).toEqual([1n, 1n, "1", 1, 1]);
    expect(read("[1]", 500)).toEqual([1n]);
  });
});

it("weighs at most 2 kB, minified and gzipped", async () => {
  const input = fileURLToPath(new URL("exact.ts", import.meta.url));
  const bundle = await rolldown({ input, logLevel: "silent" });
  const { output } = await bundle.generate({ minify: true, format: "esm" });
  await bundle.close();
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThan(2000);
});
