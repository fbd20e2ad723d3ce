import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileQuery } from "./query.js";
import { QueryError } from "./query-error.js";
import type { QueryValue } from "./query-value.js";

const instances = {
  items: [
    { name: "a", cpu: 4, memory: 9007199254740993n, disks: [{ id: "d1" }], labels: { env: "prod" } },
    { name: "b", cpu: 2, memory: 9007199254740992n, disks: [], labels: {} },
    { name: "c", cpu: 8, memory: 5n, disks: [{ id: "d2" }, { id: "d3" }], labels: { env: "test" } },
  ],
};

const run = (expression: string, value: QueryValue = instances): QueryValue =>
  compileQuery(expression)(value);

describe("a query", () => {
  it.each([
    ["items[].name", ["a", "b", "c"]],
    ["items[*].disks[].id", ["d1", "d2", "d3"]],
    ["items[?cpu > `2`].name", ["a", "c"]],
    ["items[?labels.env == 'prod'] | [0].name", "a"],
    ["items[-1].name", "c"],
    ["items[::-1].name", ["c", "b", "a"]],
    ["items[].{n: name, c: cpu} | [1]", { n: "b", c: 2 }],
    ["items[].[name, cpu] | [0]", ["a", 4]],
    ["length(items)", 3],
    ["items | length(@)", 3],
    ["sort_by(items, &cpu)[].name", ["b", "a", "c"]],
    ["max_by(items, &cpu).name", "c"],
    ["join(', ', items[].name)", "a, b, c"],
    ["items[].labels.env", ["prod", "test"]],
    ["items[?!labels].name", ["b"]],
    ["not_null(missing, items[0].name)", "a"],
    ["map(&length(disks), items)", [1, 0, 2]],
    ["missing.deeper[0]", null],
    ["labels.constructor", null],
  ])("%s selects %j", (expression, want) => {
    expect(run(expression)).toEqual(want);
  });

  it.each([
    ["max(items[].memory)", 9007199254740993n],
    ["min_by(items, &memory).name", "c"],
    ["sort_by(items, &memory)[].name", ["c", "b", "a"]],
    ["sum(items[].memory)", 18014398509481990n],
    ["items[?memory > `9007199254740992`].name", ["a"]],
    ["items[?memory == `9007199254740993`].name", ["a"]],
    ["items[?memory == to_number('9007199254740993')].name", ["a"]],
    ["items[?memory == `5`].name", ["c"]],
    ["to_string(items[0].memory)", "9007199254740993"],
    ["to_number('9007199254740993')", 9007199254740993n],
    ["avg(items[:2].memory)", 9007199254740992],
    ["abs(`-9007199254740993`)", 9007199254740993n],
    ["ceil(items[0].memory)", 9007199254740993n],
    ["contains(items[].memory, `9007199254740993`)", true],
    ["type(items[0].memory)", "number"],
  ])("computes %s with all digits of 64-bit integers", (expression, want) => {
    expect(run(expression)).toEqual(want);
  });

  it("is exact for any list of integers", () => {
    const integer = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), fc.integer());
    fc.assert(
      fc.property(fc.array(integer, { minLength: 1 }), (all) => {
        const exact = all.map(BigInt);
        const sorted = exact.toSorted((a, b) => (a < b ? -1 : 1));
        expect(BigInt(run("sum(@)", all) as number)).toBe(exact.reduce((sum, one) => sum + one, 0n));
        expect((run("sort(@)", all) as readonly number[]).map(BigInt)).toEqual(sorted);
        expect(BigInt(run("max(@)", all) as number)).toBe(sorted.at(-1));
        expect(BigInt(run("min(@)", all) as number)).toBe(sorted[0]);
      }),
    );
  });
});

describe("an invalid query", () => {
  it.each([
    ["items[", "unexpected [ at character 6 of"],
    ["items.", "something is missing at the end of"],
    ["items[?cpu > `2`", "at the end of"],
    ["items.[", "at the end of"],
    ["lenght(items)", "unknown function lenght() at character 1 of"],
    ["length()", "length() takes 1 argument, not 0, at character 1 of"],
    ["not_null()", "takes at least 1 argument"],
    ["sort_by(items, cpu)", "sort_by() needs an expression such as &name at character 16 of"],
    ["&name", "unexpected & at character 1 of"],
    ["items[?name == 'a]", "the quote ' is not closed"],
    ["items[`1`]", "unexpected [ at character 6 of"],
    ["`[9007199254740993]`", "a number of 16 or more digits inside an array or object at character 1 of"],
    ["a b", "unexpected b at character 3 of"],
    ["a #", 'unexpected "#" at character 3 of'],
    ["", "something is missing at the end of"],
    ["a".repeat(10_001), "at most 10000 characters"],
    ["[0]".repeat(400), "at most 1000 tokens"],
  ])("%s is refused before it runs, with the place", (expression, text) => {
    expect(() => compileQuery(expression)).toThrow(
      expect.objectContaining({ kind: "syntax", message: expect.stringContaining(text) as string }),
    );
  });

  it.each([
    ["sum(items[].name)", "sum() needs an array of numbers, not an array of text"],
    ["length(items[0].cpu)", "length() needs text, an array or an object, not a number"],
    [
      "sort_by(items, &labels.env)",
      "sort_by() needs keys that are all numbers or all text, not string and null",
    ],
    ["items[::0]", "the step of a slice cannot be 0"],
    ["keys(missing)", "keys() needs an object, not null"],
  ])("%s does not fit the data, and the error says why", (expression, text) => {
    expect(() => run(expression)).toThrow(expect.objectContaining({ kind: "type", message: text }));
  });

  it("is never a crash of another kind", () => {
    const part = fc.constantFrom(
      ..."items[].cpu|&&||()'\"`@*:?<>=!,{} 0-1length(sort_by(&".split(""),
      "items",
      "[?",
      "[]",
      "length(",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        try {
          run(parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an expensive query", () => {
  const copies = "[@,@,@,@,@,@,@,@,@,@]";

  it.each([
    ["whose result repeats its input", Array.from({ length: 12 }, () => copies).join("|")],
    ["that flattens copies", `${Array.from({ length: 12 }, () => copies).join("|")}[][][][][][][][][]`],
    [
      "that joins copies",
      `[items,items]|${Array.from({ length: 9 }, () => `${copies}[]`).join("|")}|length(@)`,
    ],
    ["that writes copies as text", `${Array.from({ length: 9 }, () => copies).join("|")}|to_string(@)`],
  ])("%s ends with an error", (_, expression) => {
    const limits = { maxSteps: 200_000, maxResultLength: 100_000 };
    expect(() => compileQuery(expression)(instances, limits)).toThrow(
      expect.objectContaining({ kind: "limit" }),
    );
  });

  it("ends when its time is over", () => {
    let nowMs = 0;
    const query = compileQuery("items[?cpu > `1`].name");
    const many = { items: Array.from({ length: 10_000 }, (_, cpu) => ({ cpu, name: "x" })) };
    expect(() => query(many, { maxMs: 100, nowMs: () => (nowMs += 60) })).toThrow(
      expect.objectContaining({ kind: "limit", message: "the query takes longer than 100 ms" }),
    );
  });

  it("does not refuse 100,000 items", () => {
    const items = Array.from({ length: 100_000 }, (_, at) => ({ at, name: `n-${at}` }));
    expect(run("sort_by(items[?at > `10`], &name) | length(@)", { items })).toBe(99_989);
  });
});
