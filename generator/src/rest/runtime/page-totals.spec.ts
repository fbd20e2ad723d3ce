import { describe, expect, it } from "vitest";
import { baseUrl, items, itemsOf, pages, readAll, type Answer } from "./pagination.fixture.js";
import type { Pagination } from "./page-plan.js";

describe("a total that differs from the number of items", () => {
  /** A server whose offset counts pages, with a total in each response. */
  const answer =
    (...totals: readonly number[]): Answer =>
    ({ offset = "0" }) => {
      const at = Number(offset);
      return { items: itemsOf(pages[at] ?? []), total: totals[Math.min(at, totals.length - 1)] };
    };
  const plan = { items, offset: "offset" };
  const report = {
    operation: "things.list",
    path: "",
    expected: "6 items",
    actual: "4 items",
    kind: "total",
  };

  it.each(["report", "strict"] as const)("is reported and no error, with validate: %s", async (validate) => {
    const { ids, drift, error } = await readAll(plan, answer(6), {}, undefined, { validate });
    expect(error).toBeUndefined();
    expect(ids).toEqual([1, 2, 5, 6]);
    expect(drift).toEqual([report]);
  });

  it.each([
    [
      "all items were read",
      { items, page: "page", first: 0 },
      ({ page = "0" }) => answer(6)({ offset: page }, new URL(baseUrl)),
      {},
      {},
    ],
    ["the caller starts inside of the list", plan, answer(9), { params: { offset: 1 } }, {}],
    ["the list changes while it is read", plan, answer(6, 6, 7), {}, {}],
    [
      "a page without items is followed by another",
      plan,
      ({ offset = "0" }) => ({
        items: itemsOf([[1, 2], [], [3]][Number(offset) / 2] ?? []),
        total: 6,
        hasMore: Number(offset) < 4,
        pageSize: 2,
      }),
      {},
      {},
    ],
    ["nothing is compared", plan, answer(6), {}, { validate: "off" }],
    [
      "no total is given",
      plan,
      ({ offset = "0" }) => ({ items: itemsOf(pages[Number(offset)] ?? []) }),
      {},
      {},
    ],
  ] as const satisfies readonly (readonly [string, Pagination, Answer, object, object])[])(
    "is not reported if %s",
    async (_, read, respond, options, settings) => {
      const { drift, error } = await readAll(read, respond, options, undefined, settings);
      expect(error).toBeUndefined();
      expect(drift).toEqual([]);
    },
  );
});
