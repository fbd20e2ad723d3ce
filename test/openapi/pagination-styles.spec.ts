import { afterAll, describe, expect, it } from "vitest";
import { compile, expectCompiled } from "./package.fixture.js";
import type { Item, PageOf, Style } from "./pagination-style.fixture.js";
import { styles, stylesSpec, tagOf } from "./pagination-styles.fixture.js";

afterAll(expectCompiled);

type Client = Readonly<Record<string, { listAll(options?: object): AsyncIterable<Item> }>>;
type Options = { readonly [name: string]: unknown };

const origin = "https://api.test";
const size = 2;
const names = Object.keys(styles);

/** Pages of items with the given IDs. */
const pagesOf = (...pages: readonly (readonly number[])[]): readonly (readonly Item[])[] =>
  pages.map((ids) => ids.map((id) => ({ id: String(id) })));

/** A server whose answers are those of a style. Its first page answers all requests if it `repeats`. */
interface Server {
  readonly pages: readonly (readonly Item[])[];
  readonly repeats?: boolean;
  readonly linkOrigin?: string;
}

function respond(
  style: Style,
  url: URL,
  { pages, repeats = false, linkOrigin = url.origin }: Server,
): Response {
  const after = (id: string): number =>
    pages.findIndex((items) => items.some((item) => item.id === id)) + 1 || pages.length;
  const asked = style.find(url.searchParams, { size, after });
  const index = repeats ? 0 : asked;
  // Servers that leave pages empty count the items that they left out.
  const isSparse = pages.some((items, at) => items.length === 0 && at < pages.length - 1);
  const found = pages.flat().length;
  const page: PageOf = {
    items: pages[index] ?? [],
    index,
    pages: found === 0 ? 0 : pages.length,
    hasNext: repeats || index < pages.length - 1,
    total: repeats ? 100 : isSparse ? pages.length * size : found,
    offset: index * size,
    size,
    nextUrl(query) {
      const next = new URL(url.pathname, linkOrigin);
      for (const [name, value] of Object.entries(query)) next.searchParams.set(name, String(value));
      return next.href;
    },
  };
  return Response.json(style.body(page), { headers: style.responseHeaders?.(page) ?? {} });
}

/** The items that `listAll` gives, the URLs that it requested, and the error that ended it. */
async function readAll(name: string, server: Server, options: Options = {}) {
  const built = await compile(stylesSpec);
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const urls: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    urls.push(url);
    expect(urls.length).toBeLessThan(20);
    return respond(styles[name] as Style, new URL(url), server);
  };
  const drift: unknown[] = [];
  const client = new AcmeClient({ baseUrl: origin, fetch, onDrift: (event: unknown) => drift.push(event) });
  const ids: string[] = [];
  let error: unknown;
  try {
    for await (const { id } of client[tagOf(names.indexOf(name))]!.listAll(options)) ids.push(id);
  } catch (reason) {
    error = reason;
  }
  expect(drift).toEqual([]);
  return { ids: ids.join(""), urls, error };
}

describe.each(names)("listAll in the style of %s", (name) => {
  const { endsEmpty = false, hasNoEmptyPages = false } = styles[name] as Style;

  it.each([
    ["no item", [[]]],
    ["one item", [[1]]],
    ["one full page", [[1, 2]]],
    [
      "two full pages",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["many pages", [[1, 2], [3, 4], [5, 6], [7, 8], [9]]],
    ["an empty page in the middle", [[1, 2], [], [5, 6]]],
    ["an empty last page", [[1, 2], [3, 4], []]],
  ])("reads %s once, and sends nothing after the end", async (what, ids) => {
    if (hasNoEmptyPages && what.startsWith("an empty")) return;
    const pages = pagesOf(...ids);
    const { ids: read, urls, error } = await readAll(name, { pages });
    expect(error).toBeUndefined();
    expect(read).toBe(ids.flat().join(""));
    expect(urls.length).toBeLessThanOrEqual(pages.length + (endsEmpty ? 1 : 0));
  });

  it("is an error if the server repeats a page, and reads no item twice", async () => {
    const { ids, urls, error } = await readAll(name, { pages: pagesOf([1, 2], [3, 4]), repeats: true });
    expect(ids).toBe("12");
    expect(error).toMatchObject({ code: "VALIDATION", clientReason: "PAGES_INVALID" });
    expect(String(error)).toContain("1 page was read");
    expect(urls.length).toBeLessThanOrEqual(3);
  });

  it("sends nothing to another origin that a link names", async () => {
    const pages = pagesOf([1, 2], [3, 4]);
    const { ids, urls, error } = await readAll(name, { pages, linkOrigin: "https://evil.test" });
    expect(urls.map((url) => new URL(url).origin)).toEqual(urls.map(() => origin));
    if (error === undefined) expect(ids).toBe("1234");
    else {
      expect(error).toMatchObject({ code: "VALIDATION", clientReason: "LINK_REFUSED" });
      expect(ids).toBe("12");
    }
  });
});
