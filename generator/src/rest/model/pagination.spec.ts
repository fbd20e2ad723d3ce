import { describe, expect, it } from "vitest";
import { Findings } from "../read/findings.js";
import { readSpecText } from "../read/spec-text.js";
import { stringify } from "yaml";
import { NameLock } from "./name-lock.js";
import { readApi } from "./read-api.js";

const text = { type: "string" };
const integer = { type: "integer" };
const list = { type: "array", items: { type: "object", properties: { id: text } } };
const object = (properties: object): object => ({ type: "object", properties });
const query = (name: string, schema: object = text, description = ""): object => ({
  name,
  in: "query",
  description,
  schema,
});

/** What is recognized of a list, and the findings. */
async function read(
  parameters: readonly object[],
  schema: object,
  more: object = {},
  headers?: object,
  method = "get",
) {
  const content = { "application/json": { schema } };
  const described = {
    operationId: "listA",
    parameters,
    responses: { 200: { description: "", content, headers } },
    ...more,
  };
  const spec = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { [method]: described } },
  };
  const findings = new Findings();
  const options = { reservedNames: [], lock: new NameLock(), findings, invalidParts: [] };
  const source = await readSpecText("api.yaml", stringify(spec));
  const api = readApi(source, { ...options, selection: { include: [], exclude: [] } });
  const pagination = api.groups[0]?.operations[0]?.pagination;
  return { pagination, parameters: pagination?.parameters, findings: findings.list.map(({ what }) => what) };
}

describe("the parameters of a list", () => {
  it.each<[string, readonly object[], object, object]>([
    ["a page", [query("page", integer)], list, { page: "page" }],
    [
      "a page with the default 0",
      [query("page", { ...integer, default: 0 })],
      list,
      { page: "page", first: 0 },
    ],
    [
      "a page with the minimum 0",
      [query("page", { ...integer, minimum: 0 })],
      list,
      { page: "page", first: 0 },
    ],
    [
      "a page with the minimum 0 and the default 1",
      [query("page", { ...integer, minimum: 0, default: 1 })],
      list,
      { page: "page" },
    ],
    [
      "a page with the minimum 1",
      [query("page", { ...integer, minimum: 1 })],
      list,
      { page: "page", min: 1 },
    ],
    [
      "a page by words",
      [query("page", integer, "Zero-based page index (0..N)")],
      list,
      { page: "page", first: 0 },
    ],
    [
      "a page by words of its schema",
      [query("page", { ...integer, description: "Pages start at 0." })],
      list,
      { page: "page", first: 0 },
    ],
    ["a page as text", [query("page", { ...text, default: "1" })], list, { page: "page", form: "text" }],
    ["an offset", [query("offset", integer), query("limit", integer)], list, { offset: "offset" }],
    [
      "an offset that counts pages",
      [query("offset", integer, "Number of pages to skip")],
      list,
      { page: "offset", first: 0 },
    ],
    [
      "an offset that counts items of a page",
      [query("offset", integer, "Items to skip before the page")],
      list,
      { offset: "offset" },
    ],
    ["a cursor", [query("cursor")], object({ data: list, next_cursor: text }), { cursor: "cursor" }],
    [
      "a cursor in a nested place",
      [query("page_token")],
      object({ data: list, meta: object({ nextPageToken: text }) }),
      { cursor: "page_token" },
    ],
    [
      "the last item",
      [query("starting_after"), query("ending_before")],
      object({ data: list, has_more: { type: "boolean" } }),
      { cursor: "starting_after", key: ["id"] },
    ],
    [
      "a page beside a date",
      [query("after", { ...text, format: "date" }), query("page", integer)],
      object({ data: list, next: integer }),
      { page: "page" },
    ],
    ["a link alone", [], object({ data: list, next: text }), {}],
  ])("are those of %s", async (_, parameters, schema, want) => {
    const found = await read(parameters, schema);
    expect(found.parameters).toEqual(want);
    expect(found.findings).toEqual([]);
  });

  it("are none for a list without pages", async () => {
    for (const parameters of [[], [query("limit", integer)], [query("start", { ...integer }), query("q")]]) {
      const { pagination, findings } = await read(parameters, list);
      expect(pagination).toBeUndefined();
      expect(findings).toEqual([]);
    }
  });
});

describe("the items of a list", () => {
  it.each<[object, readonly string[] | undefined]>([
    [list, undefined],
    [object({ data: list }), ["data"]],
    [object({ errors: list, result: list }), ["result"]],
    [object({ included: list, data: list }), ["data"]],
    [object({ hits: object({ total: integer, hits: list }) }), ["hits", "hits"]],
    [object({ _embedded: object({ orders: list }) }), ["_embedded", "orders"]],
  ])("are found in %j", async (schema, path) => {
    const { pagination } = await read([query("page", integer)], schema);
    expect(pagination?.items).toEqual(path);
  });
});

describe("a list whose pagination is not recognized", () => {
  it.each<[string, readonly object[], object]>([
    ["a cursor without a place in the response", [query("cursor")], object({ data: list })],
    ["a place without a parameter", [query("q")], object({ data: list, next_cursor: text })],
    ["several lists", [query("page", integer)], object({ cats: list, dogs: list })],
  ])("is a finding: %s", async (_, parameters, schema) => {
    const { pagination, findings } = await read(parameters, schema);
    expect(pagination).toBeUndefined();
    expect(findings).toEqual([expect.stringContaining("so it has no listAll")]);
    expect((await read(parameters, schema, { "x-pages": false })).findings).toEqual([]);
  });
});

describe("x-pages", () => {
  const parameters = [query("from_key"), query("page", integer)];
  const schema = object({ rows: list, more: object({ key: text }), "@odata.nextLink": text });

  it.each<[object, object]>([
    [
      { items: "rows", next: "more.key", parameter: "from_key" },
      { next: ["more", "key"], parameters: { cursor: "from_key" } },
    ],
    [{ next: "@odata.nextLink" }, { next: ["@odata.nextLink"], parameters: {} }],
    [
      { items: "rows", parameter: "page" },
      { next: undefined, parameters: { page: "page" } },
    ],
    [{ next: "link" }, { next: undefined, parameters: {} }],
  ])("describes a list: %j", async (extension, want) => {
    const { pagination, findings } = await read(parameters, schema, { "x-pages": extension });
    expect(pagination).toMatchObject({ items: ["rows"], ...want });
    expect(findings).toEqual([]);
  });

  it.each([
    [{ items: "row", parameter: "page" }, 'the items "row"'],
    [{ items: "more", parameter: "page" }, 'the items "more"'],
    [{ next: "more.cursor", parameter: "from_key" }, '"more.cursor", which the response does not have'],
    [{ next: "more.key", parameter: "key" }, 'the parameter "key"'],
    [{ items: "rows" }, 'the parameter ""'],
  ])("is a finding if the description lacks what it names: %j", async (extension, what) => {
    const { pagination, findings } = await read(parameters, schema, { "x-pages": extension });
    expect(pagination).toBeUndefined();
    expect(findings).toEqual([expect.stringContaining(what)]);
  });
});

describe("the parameters of a page in an object", () => {
  const paged = object({ items: list, next_cursor: text, total_pages: integer });
  const deep = (name: string, properties: object): object => ({
    ...query(name, object(properties)),
    style: "deepObject",
    explode: true,
  });
  const body = (properties: object): object => ({
    requestBody: { content: { "application/json": { schema: object(properties) } } },
  });

  it.each<[string, readonly object[], object, object | undefined]>([
    [
      "a number in deepObject",
      [deep("page", { number: integer, size: integer })],
      {},
      { page: "number", within: "page" },
    ],
    ["a cursor in deepObject", [deep("page", { cursor: text })], {}, { cursor: "cursor", within: "page" }],
    ["a cursor in the body", [], body({ query: text, cursor: text }), { cursor: "cursor", isInBody: true }],
    ["a page in the body", [], body({ page: integer }), { page: "page", isInBody: true }],
    [
      "an object of the body",
      [],
      body({ pagination: object({ cursor: text }) }),
      { cursor: "cursor", within: "pagination", isInBody: true },
    ],
    ["a body that only creates", [], body({ name: text, size: integer }), undefined],
    ["a query before a body", [query("cursor")], body({ cursor: text }), { cursor: "cursor" }],
    [
      "x-pages with a path",
      [],
      {
        ...body({ paging: object({ from: text }) }),
        "x-pages": { items: "items", next: "next_cursor", parameter: "paging.from" },
      },
      { cursor: "from", within: "paging", isInBody: true },
    ],
  ])("is found: %s", async (_, parameters, more, want) => {
    const method = "requestBody" in more ? "post" : "get";
    const { parameters: found, findings } = await read(parameters, paged, more, undefined, method);
    expect(found).toEqual(want);
    expect(findings).toEqual([]);
  });
});
