import {
  text,
  integer,
  flag,
  nullableText,
  list,
  object,
  query,
  cursor,
  token,
  type Style,
} from "./pagination-style.fixture.js";

/** Styles whose responses have a cursor, or whose last item is one. */
export const cursorStyles: Readonly<Record<string, Style>> = {
  "Stripe: has_more, starting_after": {
    parameters: [
      query("starting_after", text, "An object ID that defines your place in the list."),
      query("ending_before"),
      query("limit", integer),
    ],
    schema: object({ object: text, data: list, has_more: flag, url: text }, ["data", "has_more"]),
    find: (query, { after }) => (query.has("starting_after") ? after(query.get("starting_after") ?? "") : 0),
    body: ({ items, hasNext }) => ({ object: "list", data: items, has_more: hasNext, url: "/v1/list" }),
    hasNoEmptyPages: true,
  },
  "Slack: response_metadata.next_cursor": {
    parameters: [query("cursor"), query("limit", integer)],
    schema: object({
      ok: flag,
      members: list,
      cache_ts: integer,
      response_metadata: object({ next_cursor: text }),
    }),
    find: (query) => cursor(query, "cursor"),
    body: (page) => ({
      ok: true,
      members: page.items,
      cache_ts: 1,
      response_metadata: { next_cursor: token(page) ?? "" },
    }),
  },
  "Google: pageToken": {
    parameters: [query("pageToken"), query("pageSize", integer)],
    schema: object({ files: list, nextPageToken: text }),
    find: (query) => cursor(query, "pageToken"),
    body: (page) => ({ files: page.items.length > 0 ? page.items : undefined, nextPageToken: token(page) }),
  },
  "Relay: pageInfo": {
    parameters: [query("first", integer), query("after"), query("before")],
    schema: object({
      nodes: list,
      pageInfo: object({
        hasNextPage: flag,
        hasPreviousPage: flag,
        startCursor: nullableText,
        endCursor: nullableText,
      }),
    }),
    find: (query, { after }) => (query.has("after") ? after(query.get("after") ?? "") : 0),
    body: ({ items, hasNext, index }) => ({
      nodes: items,
      pageInfo: {
        hasNextPage: hasNext,
        hasPreviousPage: index > 0,
        startCursor: items[0]?.id ?? null,
        endCursor: items.at(-1)?.id ?? null,
      },
    }),
    hasNoEmptyPages: true,
  },
  "Elasticsearch: search_after": {
    parameters: [query("search_after", text, "The sort value of the last hit."), query("size", integer)],
    schema: object({
      took: integer,
      hits: object({
        total: object({ value: integer, relation: text }),
        hits: { type: "array", items: object({ id: text, sort: text }) },
      }),
    }),
    find: (query, { after }) =>
      query.has("search_after") ? after((query.get("search_after") ?? "").slice(1)) : 0,
    body: ({ items, total }) => ({
      took: 1,
      hits: {
        total: { value: total, relation: "eq" },
        hits: items.map(({ id }) => ({ id, sort: `s${id}` })),
      },
    }),
    endsEmpty: true,
    hasNoEmptyPages: true,
  },
  "Kubernetes: continue": {
    parameters: [query("limit", integer), query("continue")],
    schema: object(
      {
        kind: text,
        metadata: object({ continue: text, remainingItemCount: integer, resourceVersion: text }),
        items: list,
      },
      ["items"],
    ),
    find: (query) => cursor(query, "continue"),
    body: (page) => ({
      kind: "PodList",
      metadata: { continue: token(page), resourceVersion: "1" },
      items: page.items,
    }),
  },
  "AWS: NextToken, IsTruncated": {
    parameters: [query("MaxItems", integer), query("Marker")],
    schema: object({ IsTruncated: flag, NextMarker: text, Roles: list }),
    find: (query) => cursor(query, "Marker"),
    body: (page) => ({ IsTruncated: page.hasNext, NextMarker: token(page), Roles: page.items }),
  },
  "Zendesk: after_cursor": {
    parameters: [query("page[size]", integer), query("page[after]"), query("page[before]")],
    schema: object({
      tickets: list,
      meta: object({ has_more: flag, after_cursor: nullableText, before_cursor: nullableText }),
      links: object({ next: nullableText, prev: nullableText }),
    }),
    find: (query) => cursor(query, "page[after]"),
    body: (page) => ({
      tickets: page.items,
      meta: { has_more: page.hasNext, after_cursor: `c${page.index + 1}`, before_cursor: "c0" },
      links: { next: page.nextUrl({ "page[after]": `c${page.index + 1}` }), prev: null },
    }),
  },
  "HubSpot: paging.next.after": {
    parameters: [query("limit", integer), query("after")],
    schema: object({ results: list, paging: object({ next: object({ after: text, link: text }) }) }, [
      "results",
    ]),
    find: (query) => cursor(query, "after"),
    body: (page) => ({
      results: page.items,
      paging: page.hasNext ? { next: { after: token(page), link: "?after=NTI1" } } : undefined,
    }),
  },
  "Notion: has_more, next_cursor": {
    parameters: [query("start_cursor"), query("page_size", integer)],
    schema: object({ object: text, results: list, next_cursor: nullableText, has_more: flag }),
    find: (query) => cursor(query, "start_cursor"),
    body: (page) => ({
      object: "list",
      results: page.items,
      next_cursor: token(page) ?? null,
      has_more: page.hasNext,
    }),
  },
  "Airtable: offset as text": {
    parameters: [query("pageSize", integer), query("offset")],
    schema: object({ records: list, offset: text }),
    find: (query) => Number((query.get("offset") ?? "itr/0").slice(4)),
    body: ({ items, hasNext, index }) => ({
      records: items,
      offset: hasNext ? `itr/${index + 1}` : undefined,
    }),
  },
  "Discord: after": {
    parameters: [query("limit", integer), query("after", text, "highest user id in the previous page")],
    schema: list,
    find: (query, { after }) => (query.has("after") ? after(query.get("after") ?? "") : 0),
    body: ({ items }) => items,
    endsEmpty: true,
    hasNoEmptyPages: true,
  },
  "Facebook: paging.cursors": {
    parameters: [query("after"), query("before"), query("limit", integer)],
    schema: object({
      data: list,
      paging: object({ cursors: object({ before: text, after: text }), next: text, previous: text }),
    }),
    find: (query) => cursor(query, "after"),
    body: ({ items, index, hasNext, nextUrl }) => ({
      data: items,
      paging:
        items.length === 0 && !hasNext
          ? undefined
          : {
              cursors: { before: `c${index}`, after: `c${index + 1}` },
              ...(hasNext && { next: nextUrl({ after: `c${index + 1}` }) }),
            },
    }),
    endsEmpty: true,
  },
  "Intercom: pages.next.starting_after": {
    parameters: [query("per_page", integer), query("starting_after")],
    schema: object({
      type: text,
      data: list,
      total_count: integer,
      pages: object({
        type: text,
        page: integer,
        per_page: integer,
        total_pages: integer,
        next: { ...object({ per_page: integer, starting_after: text }), type: ["object", "null"] },
      }),
    }),
    find: (query) => cursor(query, "starting_after"),
    body: (page) => ({
      type: "list",
      data: page.items,
      total_count: page.total,
      pages: {
        type: "pages",
        page: page.index + 1,
        per_page: page.size,
        total_pages: page.pages,
        next: page.hasNext ? { per_page: page.size, starting_after: token(page) } : null,
      },
    }),
  },
  "OpenAI: has_more, last_id": {
    parameters: [
      query("after", text, "A cursor for use in pagination."),
      query("before"),
      query("limit", integer),
    ],
    schema: object({
      object: text,
      data: list,
      first_id: nullableText,
      last_id: nullableText,
      has_more: flag,
    }),
    find: (query, { after }) => (query.has("after") ? after(query.get("after") ?? "") : 0),
    body: ({ items, hasNext }) => ({
      object: "list",
      data: items,
      first_id: items[0]?.id ?? null,
      last_id: items.at(-1)?.id ?? null,
      has_more: hasNext,
    }),
    hasNoEmptyPages: true,
  },
};
