import { describe, expect, it } from "vitest";
import {
  all,
  baseUrl,
  items,
  itemsOf,
  operation,
  pages,
  readAll,
  type Answer,
} from "./pagination.fixture.js";
import type { Pagination } from "./page-plan.js";
import { readPages } from "./pagination.js";
import { rejection } from "./server.fixture.js";
import { Session } from "./session.js";

describe("the number of the first page", () => {
  const answer =
    (base: number, shown: number): Answer =>
    ({ page = String(base) }) => ({
      items: itemsOf(pages[Number(page) - base] ?? []),
      number: Number(page) - base + shown,
    });

  it.each([
    [0, 0, {}, ["", "?page=1", "?page=2", "?page=3"]],
    [1, 1, {}, ["", "?page=2", "?page=3", "?page=4"]],
    [0, 0, { first: 1 }, ["", "?page=1", "?page=2", "?page=3"]],
    [1, 1, { first: 0 }, ["", "?page=2", "?page=3", "?page=4"]],
    [1, 0, { min: 1 }, ["", "?page=2", "?page=3", "?page=4"]],
    // The second response shows that the first guess was wrong.
    [1, 0, {}, ["", "?page=1", "?page=2", "?page=3", "?page=4"]],
    [0, 1, {}, ["", "?page=2", "?page=1", "?page=2", "?page=3"]],
  ])(
    "is the server's: requests count from %i, responses from %i, with %j",
    async (base, shown, plan, want) => {
      const { ids, sent, error } = await readAll({ items, page: "page", ...plan }, answer(base, shown));
      expect(error).toBeUndefined();
      expect(ids).toEqual(all);
      expect(sent).toEqual(want);
    },
  );

  it.each([
    [0, { first: 0 }, ["", "?page=1", "?page=2", "?page=3"]],
    [1, {}, ["", "?page=2", "?page=3", "?page=4"]],
    // Page 1 was the first one, so it is not read twice.
    [1, { first: 0 }, ["", "?page=1", "?page=2", "?page=3", "?page=4"]],
  ])("is %i by the description where responses do not show it: %j", async (base, plan, want) => {
    const bare: Answer = ({ page = String(base) }) => itemsOf(pages[Number(page) - base] ?? []);
    const { ids, sent } = await readAll({ page: "page", ...plan }, bare);
    expect(ids).toEqual(all);
    expect(sent).toEqual(want);
  });

  it("may be given by the caller", async () => {
    const given = { params: { page: 2 } };
    const { ids, sent } = await readAll({ items, page: "page" }, answer(1, 1), given);
    expect(ids).toEqual([3, 4, 5, 6]);
    expect(sent).toEqual(["?page=2", "?page=3", "?page=4"]);
  });

  it("is not taken from a number that is the same on each page", async () => {
    const constant: Answer = ({ page = "1" }) => ({
      number: 7,
      items: itemsOf(pages[Number(page) - 1] ?? []),
    });
    const { ids, error } = await readAll({ items, page: "page", first: 1 }, constant, {
      params: { page: 1 },
    });
    expect(error).toBeUndefined();
    expect(ids).toEqual(all);
  });
});

describe("the end of a list", () => {
  const paged =
    (signs: (page: number) => object): Answer =>
    ({ page = "1" }) => ({ items: itemsOf(pages[Number(page) - 1] ?? [9]), ...signs(Number(page)) });

  it.each<[string, (page: number) => object]>([
    ["has_more: false", (page) => ({ has_more: page < 3 })],
    ["has_more as text", (page) => ({ has_more: `${page < 3}` })],
    ["hasNextPage: false in pageInfo", (page) => ({ pageInfo: { hasNextPage: page < 3, endCursor: "x" } })],
    ["last: true", (page) => ({ last: page === 3 })],
    ["isLast: true", (page) => ({ isLast: page === 3 })],
    ["next: null", (page) => ({ next: page < 3 ? page + 1 : null })],
    ["next_page without a value", (page) => ({ meta: { next_page: page < 3 ? page + 1 : null } })],
    ["an absent next that came before", (page) => (page < 3 ? { next: page + 1 } : {})],
    ["an empty next_page_url", (page) => ({ next_page_url: page < 3 ? `?page=${page + 1}` : "" })],
    ["last_page", (page) => ({ current_page: page, last_page: 3 })],
    ["total_pages", () => ({ pagination: { total_pages: 3 } })],
    ["total", () => ({ total: 6 })],
    ["a count beyond the page", () => ({ count: 6 })],
  ])("is said by %s, and nothing is sent after it", async (_, signs) => {
    const { ids, sent, error } = await readAll({ items, page: "page" }, paged(signs));
    expect(error).toBeUndefined();
    expect(ids).toEqual(all);
    expect(sent).toHaveLength(3);
  });

  it("is not said by a count of the items of a page, or by a short page", async () => {
    const short = [[1, 2], [3], [5, 6]];
    const answer: Answer = ({ page = "1" }) => {
      const ids = short[Number(page) - 1] ?? [];
      return { items: itemsOf(ids), count: ids.length };
    };
    expect((await readAll({ items, page: "page" }, answer)).ids).toEqual(short.flat());
  });

  it("is said by has_more although the cursor of the last item is still there", async () => {
    const answer: Answer = ({ cursor = "0" }) => {
      const at = Number(cursor);
      return { items: itemsOf([at + 1]), next_cursor: `${at + 1}`, has_more: at < 2 };
    };
    expect(await readAll({ items, cursor: "cursor" }, answer)).toMatchObject({
      ids: [1, 2, 3],
      error: undefined,
    });
  });

  it("is not said by an empty page with a cursor, nor by an absent list", async () => {
    const answer: Answer = ({ cursor }) =>
      cursor === undefined
        ? { next: "b" }
        : cursor === "b"
          ? { items: null, next: "c" }
          : { items: itemsOf([1]) };
    expect(await readAll({ items, cursor: "cursor" }, answer)).toMatchObject({ ids: [1], error: undefined });
  });
});

describe("the next page", () => {
  it.each<[string, object, (at: number) => object]>([
    [
      "a name that says next, beside an own cursor",
      {},
      (at) => ({ pagination: { cursor: null, next: at < 2 ? `c${at + 1}` : null } }),
    ],
    [
      "next_cursor after cursor",
      {},
      (at) => ({ cursor: `c${at}`, next_cursor: at < 2 ? `c${at + 1}` : null }),
    ],
    [
      "a cursor that is not that of the request",
      {},
      (at) => ({ cursors: { after: `c${at}`, end_cursor: at < 2 ? `c${at + 1}` : "" }, has_more: at < 2 }),
    ],
    [
      "an object with a link",
      {},
      (at) => ({ _links: at < 2 ? { next: { href: `/v1/things?cursor=c${at + 1}` } } : {} }),
    ],
    [
      "a list of links",
      {},
      (at) => ({
        links:
          at < 2
            ? [
                { rel: "self", href: "x" },
                { rel: "next", href: `?cursor=c${at + 1}` },
              ]
            : [],
      }),
    ],
    [
      "the place that x-pages names",
      { next: ["more", "at"] },
      (at) => ({ next: "wrong", more: { at: at < 2 ? `c${at + 1}` : null } }),
    ],
  ])("is found by %s", async (_, plan, signs) => {
    const answer: Answer = ({ cursor = "c0" }) => {
      const at = Number(cursor.slice(1));
      return { items: itemsOf(pages[at] ?? []), ...signs(at) };
    };
    const { ids, sent, error } = await readAll({ items, cursor: "cursor", ...plan }, answer);
    expect(error).toBeUndefined();
    expect(ids).toEqual(all);
    expect(sent).toHaveLength(3);
  });

  it("is a page number, not a value for a cursor that the list has as well", async () => {
    const answer: Answer = ({ page = "1" }) => ({
      items: itemsOf(pages[Number(page) - 1] ?? []),
      next: Number(page) < 3 ? Number(page) + 1 : null,
    });
    const { sent } = await readAll({ items, page: "page", cursor: "after" }, answer);
    expect(sent).toEqual(["", "?page=2", "?page=3"]);
  });

  it("is an offset from which the items that came are counted, however many were requested", async () => {
    const answer: Answer = ({ offset = "0" }) => ({
      items: itemsOf(all.slice(Number(offset), Number(offset) + 4)),
      total: 6,
    });
    const { ids, sent } = await readAll({ items, offset: "offset" }, answer);
    expect([ids, sent]).toEqual([all, ["", "?offset=4"]]);
  });

  it("is the link of the header, also where the description has none", async () => {
    const answer: Answer = ({ page = "1" }) => {
      const next = `<${baseUrl}/things?page=${Number(page) + 1}&other=x>; rel=next; title="a"`;
      const link = Number(page) < 3 ? next : '<?page=1>; rel="first"';
      return Response.json(itemsOf(pages[Number(page) - 1] ?? []), { headers: { link } });
    };
    const { ids, sent } = await readAll({ page: "page" }, answer);
    expect([ids, sent]).toEqual([all, ["", "?page=2&other=x", "?page=3&other=x"]]);
  });
});

describe("a list that does not end", () => {
  it.each<[string, Pagination, Answer]>([
    [
      "names its own cursor",
      { items, cursor: "cursor" },
      ({ cursor = "" }) => ({ items: itemsOf([cursor.length]), next_cursor: "a" }),
    ],
    ["repeats a page", { items, page: "page" }, () => ({ items: itemsOf([1]) })],
    ["repeats an offset", { items, offset: "offset" }, () => ({ items: itemsOf([1]), total: 100 })],
    [
      "repeats a page with new cursors",
      { items, cursor: "cursor" },
      ({ cursor = "" }) => ({ items: itemsOf([1]), next_cursor: `${cursor}a` }),
    ],
    [
      "says that there is more, but not where",
      { items, cursor: "cursor" },
      () => ({ items: itemsOf([1]), has_more: true }),
    ],
  ])("is an error with the number of pages if the server %s", async (_, plan, answer) => {
    const { ids, error } = await readAll(plan, answer);
    expect(error).toMatchObject({
      code: "VALIDATION",
      clientReason: "PAGES_INVALID",
      operation: "things.list",
    });
    expect(String(error)).toMatch(/[12] pages? (was|were) read/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is an error after maxPages, which is an option", async () => {
    const answer: Answer = ({ page = "1" }) => ({ items: itemsOf([Number(page)]) });
    const { ids, error } = await readAll({ items, page: "page" }, answer, { maxPages: 3 });
    expect(ids).toEqual([1, 2, 3]);
    expect(error).toMatchObject({ code: "VALIDATION", clientReason: "PAGE_LIMIT" });
    expect(String(error)).toContain("3 pages");
  });

  it("is bounded by 10,000 pages", async () => {
    let count = 0;
    const fetch = async (): Promise<Response> => Response.json({ items: [{ id: ++count }] });
    const session = new Session({ baseUrl, fetch });
    const read = async (): Promise<void> => {
      for await (const _ of readPages(session, operation, {}, undefined, { items, page: "page" }));
    };
    expect(await rejection(read())).toMatchObject({ clientReason: "PAGE_LIMIT" });
    expect(count).toBe(10_000);
  });

  it("cannot have a limit below 1", async () => {
    const { error } = await readAll({ items, page: "page" }, () => ({ items: [] }), { maxPages: 0 });
    expect(error).toMatchObject({ code: "OPTION_INVALID", option: "maxPages" });
  });
});

describe("a page whose items are not a list", () => {
  it.each<[Pagination, unknown]>([
    [{ items, page: "page" }, { items: {} }],
    [{ items, hasItems: true, page: "page" }, { results: [] }],
    [{ page: "page" }, { items: [] }],
  ])("is an error, not the end (%j)", async (plan, value) => {
    const { ids, error } = await readAll(plan, () => value);
    expect(ids).toEqual([]);
    expect(error).toMatchObject({ code: "VALIDATION", operation: "things.list" });
  });
});

it("a cursor in an object of the query or of the body keeps the other members", async () => {
  const answer: Answer = (given) => {
    const cursor =
      given["paging[cursor]"] ?? (given["paging"] as unknown as Record<string, string>)?.["cursor"];
    return cursor === "c" ? { items: itemsOf([2]), next: null } : { items: itemsOf([1]), next: "c" };
  };
  const plan = { items, cursor: "cursor", within: "paging" };
  const query = await readAll(plan, answer, { params: { paging: { size: "1" } } });
  expect(query).toMatchObject({
    ids: [1, 2],
    sent: ["?paging%5Bsize%5D=1", "?paging%5Bsize%5D=1&paging%5Bcursor%5D=c"],
    error: undefined,
  });
  const body = await readAll({ ...plan, isInBody: true }, answer, {}, { text: "a", paging: { size: 1 } });
  expect(body.sent).toEqual([
    '{"text":"a","paging":{"size":1}}',
    '{"text":"a","paging":{"size":1,"cursor":"c"}}',
  ]);
  expect([body.ids, body.error]).toEqual([[1, 2], undefined]);
});
