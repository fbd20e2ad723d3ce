import {
  text,
  integer,
  flag,
  nullableText,
  list,
  object,
  query,
  number,
  cursor,
  token,
  type Style,
} from "./pagination-style.fixture.js";

/** Styles whose responses link to the next page. */
export const linkStyles: Readonly<Record<string, Style>> = {
  "GitHub: Link": {
    parameters: [query("page", { ...integer, default: 1 }), query("per_page", integer)],
    schema: list,
    headers: { Link: { schema: text } },
    find: (query) => number(query, "page", 1),
    body: ({ items }) => items,
    responseHeaders: ({ hasNext, index, nextUrl }) => {
      const links = [
        ...(hasNext ? [`<${nextUrl({ page: index + 2 })}>; rel="next"`] : []),
        ...(index > 0 ? [`<${nextUrl({ page: 1 })}>; rel="first"`] : []),
      ];
      return links.length > 0 ? { link: links.join(", ") } : {};
    },
    endsEmpty: true,
  },
  "Django REST framework: next": {
    parameters: [query("page", integer)],
    schema: object({ count: integer, next: nullableText, previous: nullableText, results: list }, [
      "count",
      "results",
    ]),
    find: (query) => number(query, "page", 1),
    body: ({ items, total, hasNext, index, nextUrl }) => ({
      count: total,
      next: hasNext ? nextUrl({ page: index + 2 }) : null,
      previous: index > 0 ? nextUrl({ page: index }) : null,
      results: items,
    }),
  },
  "Twilio: next_page_uri, Page from 0": {
    parameters: [query("PageSize", integer), query("Page", integer), query("PageToken")],
    schema: object({
      messages: list,
      next_page_uri: nullableText,
      page: integer,
      page_size: integer,
      uri: text,
    }),
    find: (query) => number(query, "Page", 0),
    body: ({ items, index, hasNext, size, nextUrl }) => ({
      messages: items,
      page: index,
      page_size: size,
      uri: "/x.json",
      next_page_uri: hasNext
        ? new URL(nextUrl({ PageSize: size, Page: index + 1, PageToken: "PA1" })).pathname +
          `?Page=${index + 1}`
        : null,
    }),
  },
  "Shopify: Link with page_info": {
    parameters: [query("limit", integer), query("page_info")],
    schema: object({ products: list }),
    headers: { Link: { schema: text } },
    find: (query) => cursor(query, "page_info"),
    body: ({ items }) => ({ products: items }),
    responseHeaders: (page): Readonly<Record<string, string>> =>
      page.hasNext ? { link: `<${page.nextUrl({ page_info: token(page) ?? "" })}>; rel="next"` } : {},
  },
  "Microsoft: @odata.nextLink": {
    parameters: [query("$top", integer), query("$filter")],
    schema: object({ "@odata.nextLink": text, "@odata.count": integer, value: list }),
    find: (query) => cursor(query, "$skiptoken"),
    body: (page) => ({
      value: page.items,
      "@odata.nextLink": page.hasNext ? page.nextUrl({ $skiptoken: token(page) ?? "" }) : undefined,
    }),
  },
  "HAL: _links.next": {
    parameters: [query("page", integer), query("limit", integer)],
    schema: object({
      _embedded: object({ orders: list }),
      _links: object({ self: object({ href: text }), next: object({ href: text }) }),
      page: integer,
    }),
    find: (query) => number(query, "page", 1),
    body: ({ items, hasNext, index, nextUrl }) => ({
      _embedded: { orders: items },
      _links: {
        self: { href: nextUrl({ page: index + 1 }) },
        ...(hasNext && { next: { href: nextUrl({ page: index + 2 }) } }),
      },
      page: index + 1,
    }),
    endsEmpty: true,
  },
  "JSON:API: links.next": {
    parameters: [query("page[number]", integer), query("page[size]", integer)],
    schema: object({
      data: list,
      links: object({ self: text, next: nullableText, last: text }),
      meta: object({}),
    }),
    find: (query) => number(query, "page[number]", 1),
    body: ({ items, hasNext, index, nextUrl }) => ({
      data: items,
      links: {
        self: nextUrl({ "page[number]": index + 1 }),
        next: hasNext ? nextUrl({ "page[number]": index + 2 }) : null,
      },
    }),
  },
  "Laravel: last_page, next_page_url": {
    parameters: [query("page", { ...integer, minimum: 1 })],
    schema: object({
      current_page: integer,
      data: list,
      last_page: integer,
      next_page_url: nullableText,
      total: integer,
      per_page: integer,
      links: { type: "array", items: object({ url: nullableText, label: text, active: flag }) },
    }),
    find: (query) => number(query, "page", 1),
    body: ({ items, index, pages, hasNext, total, size, nextUrl }) => ({
      current_page: index + 1,
      data: items,
      last_page: Math.max(pages, 1),
      per_page: size,
      total,
      next_page_url: hasNext ? nextUrl({ page: index + 2 }) : null,
      links: [{ url: null, label: "Next", active: false }],
    }),
  },
  "Salesforce: nextRecordsUrl, done": {
    parameters: [query("q")],
    schema: object({ totalSize: integer, done: flag, nextRecordsUrl: text, records: list }),
    find: (query) => cursor(query, "locator"),
    body: (page) => ({
      totalSize: page.total,
      done: !page.hasNext,
      nextRecordsUrl: page.hasNext
        ? new URL(page.nextUrl({})).pathname + `?locator=${token(page)}`
        : undefined,
      records: page.items,
    }),
  },
  "Bitbucket: next": {
    parameters: [query("page", integer), query("pagelen", integer)],
    schema: object({
      size: integer,
      page: integer,
      pagelen: integer,
      next: text,
      previous: text,
      values: list,
    }),
    find: (query) => number(query, "page", 1),
    body: ({ items, total, index, size, hasNext, nextUrl }) => ({
      size: total,
      page: index + 1,
      pagelen: size,
      values: items,
      next: hasNext ? nextUrl({ page: index + 2 }) : undefined,
    }),
    endsEmpty: true,
  },
  "FHIR: link with relation": {
    parameters: [query("_count", integer)],
    schema: object({
      resourceType: text,
      total: integer,
      link: { type: "array", items: object({ relation: text, url: text }) },
      entry: list,
    }),
    find: (query) => cursor(query, "_getpages"),
    body: (page) => ({
      resourceType: "Bundle",
      total: page.total,
      entry: page.items,
      link: [
        { relation: "self", url: page.nextUrl({}) },
        ...(page.hasNext ? [{ relation: "next", url: page.nextUrl({ _getpages: token(page) ?? "" }) }] : []),
      ],
    }),
  },
};
