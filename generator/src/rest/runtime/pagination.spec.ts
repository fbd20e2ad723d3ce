import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.js";
import { type Pagination, readItems, readPages } from "./pagination.js";
import { Session } from "./session.js";

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const listNotes: Operation<{ readonly notes?: readonly string[] }> = {
  name: "notes.list",
  path: ["/notes"],
  parameters: [
    { name: "cursor", location: "query", guard: isText, rule: "text" },
    { name: "page", location: "query", guard: isNumber, rule: "a number" },
  ],
};
const byToken: Pagination = { items: "notes", parameter: "cursor", token: ["next"] };
const byLink: Pagination = { items: "notes", isLinked: true };

/** The items of a list whose server answers with the page of a cursor, and the failure at its end. */
async function readList(
  pages: Readonly<Record<string, { readonly notes: readonly string[]; readonly next?: string }>>,
  pagination: Pagination,
  params: Readonly<Record<string, unknown>> = {},
) {
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const { next, ...page } = pages[new URL(String(input)).searchParams.get("cursor") ?? ""] ?? { notes: [] };
    const link = next === undefined ? "" : `</notes?cursor=${next}>; rel="next"`;
    return Response.json({ ...page, next }, { headers: { link } });
  };
  const session = new Session({ baseUrl: "http://a.test", fetch });
  const items: string[] = [];
  let failure: unknown;
  try {
    const options = { params };
    for await (const one of readItems<string>(
      readPages(session, listNotes, {}, options, pagination),
      pagination,
    ))
      items.push(one);
  } catch (error) {
    failure = error;
  }
  return { items, failure };
}

describe.each([
  ["tokens", byToken],
  ["links", byLink],
])("a list in pages by %s", (_, pagination) => {
  it("ends at the page without a next one", async () => {
    const pages = { "": { notes: ["1"], next: "a" }, a: { notes: [], next: "b" }, b: { notes: ["2"] } };
    expect(await readList(pages, pagination)).toEqual({ items: ["1", "2"], failure: undefined });
  });

  it.each([
    [
      "the same page again",
      "2 pages",
      { "": { notes: ["1"], next: "a" }, a: { notes: ["2"], next: "a" } },
      {},
    ],
    [
      "an earlier page",
      "3 pages",
      { "": { notes: ["1"], next: "a" }, a: { notes: ["2"], next: "b" }, b: { notes: [], next: "a" } },
      {},
    ],
    [
      "the page that the caller began with",
      "1 page",
      { a: { notes: ["1", "2"], next: "a" } },
      { cursor: "a" },
    ],
  ])(
    "fails after its items if the server names %s, and says how many pages were read: %s",
    async (_what, count, pages, params) => {
      const { items, failure } = await readList(pages, pagination, params);
      expect(items).toEqual(["1", "2"]);
      expect(failure).toMatchObject({ code: "VALIDATION", operation: "notes.list" });
      expect(String(failure)).toContain(`second time, after ${count}: the list would never end`);
    },
  );
});
