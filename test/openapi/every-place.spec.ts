import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, problemsOf, run } from "./package.fixture.js";
import { object, text } from "./schema-kind.fixture.js";

afterAll(expectCompiled);

type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

const cents = { type: "number", multipleOf: 0.01 };
const word = { ...text, enum: ["1.0", "2"] };
const nothing = { 204: { description: "" } };
const media = (types: Readonly<Record<string, object>>): object => ({
  content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
});

/** Operations with one schema in every place where a value can be. */
const placesOf = (schema: object): object => ({
  parameters: [
    { name: "p", in: "path", required: true, schema },
    { name: "q", in: "query", schema: { type: "array", items: schema } },
    { name: "d", in: "query", style: "deepObject", schema: object({ x: schema }) },
    { name: "j", in: "query", content: { "application/json": { schema } } },
    { name: "X-H", in: "header", schema },
    { name: "c", in: "cookie", schema },
  ],
  requestBody: media({
    "application/json": object({ f: schema }),
    "application/merge-patch+json": object({ f: schema }),
    "application/x-www-form-urlencoded": object({ f: schema }, "f"),
    "multipart/form-data": object({ f: schema, file: { ...text, format: "binary" } }),
  }),
  responses: answer({ type: "array", items: schema }),
});

const get = (operationId: string, content: object): object => ({
  get: { operationId, responses: { 200: { description: "", ...content } } },
});

const spec = {
  openapi: "3.1.0",
  info: { title: "Places", version: "1" },
  paths: {
    "/prices/{p}": { post: { operationId: "price", ...placesOf(cents) } },
    "/words/{p}": { post: { operationId: "word", ...placesOf(word) } },
    "/events": get("events", media({ "application/json": object({ a: text }), "text/event-stream": {} })),
    "/lines": get("lines", media({ "application/json": object({ a: text }), "application/x-ndjson": {} })),
    "/only-events": get("onlyEvents", media({ "text/event-stream": {} })),
    "/free": {
      post: {
        operationId: "free",
        parameters: [{ name: "o", in: "query", schema: { type: "object" } }],
        requestBody: media({
          "application/json": {},
          "application/x-www-form-urlencoded": object({ n: {}, o: {} }),
          "multipart/form-data": object({ n: {}, o: {} }),
        }),
        responses: nothing,
      },
    },
    "/secured": {
      get: { operationId: "secured", security: [{ client: [], key: [] }], responses: answer({}) },
    },
  },
  components: {
    securitySchemes: { client: { type: "mutualTLS" }, key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};

/** A client whose requests are answered by a function. */
async function open(reply: () => Response = () => Response.json([]), options: object = {}) {
  const built = await compile(spec);
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const sent: { readonly url: string; readonly headers: Headers }[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push({ url, headers: new Headers(init.headers) });
    return reply();
  };
  const strict = { validate: "strict", validateRequests: "strict", retry: false };
  const client = new AcmeClient({ baseUrl: "http://a.test", fetch, auth: "external", ...strict, ...options });
  return { client, sent };
}

const types = [
  "application/json",
  "application/merge-patch+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
];

describe.each<readonly [operation: string, good: readonly unknown[], bad: unknown]>([
  ["price", [19.99, 0.07, 0.29, 4.35, 8.2], 0.001],
  ["word", ["1.0", "2"], "1"],
])("a value of %s", (operation, good, bad) => {
  it.each(types)("is sent and received in every place, with a body of %s", async (contentType) => {
    for (const value of good) {
      const { client, sent } = await open(() => Response.json([value]));
      const params = { q: [value], d: { x: value }, j: value, "X-H": value, c: value };
      expect(await client[operation]?.(value, { f: value }, { params, contentType })).toEqual([value]);
      expect(sent).toHaveLength(1);
    }
  });

  it.each<readonly [place: string, args: readonly unknown[]]>([
    ["p", [bad, undefined, {}]],
    ["q[0]", [good[0], undefined, { params: { q: [bad] } }]],
    ["x", [good[0], undefined, { params: { d: { x: bad } } }]],
    ["j", [good[0], undefined, { params: { j: bad } }]],
    ["X-H", [good[0], undefined, { params: { "X-H": bad } }]],
    ["c", [good[0], undefined, { params: { c: bad } }]],
    ...types.map((contentType): readonly [string, readonly unknown[]] => [
      "f",
      [good[0], { f: bad }, { contentType }],
    ]),
  ])("that differs is refused with its place: %s %j", async (place, args) => {
    const { client, sent } = await open();
    await expect(client[operation]?.(...args)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(
        place.length === 1 && place !== "f" && place !== "x" ? `${place} cannot` : place,
      ),
    });
    expect(sent).toEqual([]);
  });
});

it("a form without a required property, or with a text instead of a number, is refused by default", async () => {
  const { client, sent } = await open(undefined, { validateRequests: "default" });
  const contentType = "application/x-www-form-urlencoded";
  await expect(client["price"]?.(1, {}, { contentType })).rejects.toThrow(
    "the body (application/x-www-form-urlencoded) cannot be sent: f is required; the option validateRequests",
  );
  await expect(client["price"]?.(1, { f: "1" }, { contentType })).rejects.toThrow("f must be number");
  await client["price"]?.(1, { f: null, file: new Blob(["x"]) }, { contentType: "multipart/form-data" });
  expect(sent).toHaveLength(1);
});

it.each<readonly [what: string, value: unknown, place: string]>([
  ["NaN", { n: NaN }, "n contains NaN|n is NaN"],
  ["infinity in a list", { n: [Infinity] }, "n contains Infinity|n\\[0\\] is Infinity"],
  ["NaN in an object", { o: { x: NaN } }, "o\\.x is NaN"],
  ["what toJSON returns", { o: { toJSON: () => ({ x: NaN }) } }, "o\\.x is NaN"],
  ["a bigint in an object", { o: { x: 1n } }, "o\\.x is a bigint"],
])("%s is refused by name in every kind of body", async (_, value, place) => {
  for (const contentType of [
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ]) {
    const { client, sent } = await open();
    await expect(client["free"]?.(value, { contentType })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(place),
    });
    expect(sent).toEqual([]);
  }
});

it("NaN inside of a parameter, and a value that contains itself, are refused", async () => {
  const { client } = await open();
  await expect(client["free"]?.(undefined, { params: { o: { x: NaN } } })).rejects.toThrow("it contains NaN");
  const endless: Record<string, unknown> = {};
  endless["a"] = endless;
  await expect(client["free"]?.(endless)).rejects.toThrow("contains itself");
});

const stream = (type: string) => (): Response =>
  new Response('data: {"a":"1"}\n\n', { headers: { "content-type": type } });

it.each<readonly [operation: string, accept: string | undefined, type: string, what: string]>([
  ["events", undefined, "text/event-stream", 'request it by accept: "text/event-stream"'],
  ["lines", undefined, "application/x-ndjson", 'request it by accept: "application/x-ndjson"'],
  ["events", "text/event-stream", "application/json", "not text/event-stream but application/json"],
  ["onlyEvents", undefined, "application/json", "not text/event-stream but application/json"],
])("%s with accept %s refuses %s, which its type does not have", async (operation, accept, type, what) => {
  const { client } = await open(stream(type));
  await expect(client[operation]?.(accept ? { accept } : {})).rejects.toMatchObject({
    code: "DECODE",
    message: expect.stringContaining(what),
  });
});

it("a requested stream is a stream, also if the server does not say its type", async () => {
  for (const type of ["text/event-stream", ""]) {
    const { client } = await open(stream(type));
    const events = await client["events"]?.({ accept: "text/event-stream" });
    const items: unknown[] = [];
    for await (const item of Object(events) as AsyncIterable<unknown>) items.push(item);
    expect(items).toMatchObject([{ data: { a: "1" } }]);
  }
});

it("a key beside a scheme that only the platform can send is sent, and required", async () => {
  const { client, sent } = await open(() => Response.json({}), { auth: { key: "k" } });
  await client["secured"]?.();
  expect(sent[0]?.headers.get("x-key")).toBe("k");
  const other = await open(() => Response.json({}), { auth: undefined });
  await expect(other.client["secured"]?.()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

describe("notes", () => {
  const noted = (operation: object, openapi = "3.1.0"): Promise<string> =>
    problemsOf({
      openapi,
      info: spec.info,
      paths: { "/a": "post" in operation ? operation : { get: { responses: answer({}), ...operation } } },
    });

  it.each<readonly [what: string, operation: object, want: string]>([
    [
      "an object in an object of a query",
      { parameters: [{ name: "o", in: "query", schema: object({ a: object({ b: text }) }) }] },
      'The property "a" of the parameter o is a list or an object, which cannot be sent',
    ],
    ...["query", "header", "cookie", "path"].flatMap((place) =>
      [
        ["objects", object({ b: text })],
        ["lists", { type: "array", items: text }],
      ].map(([kind, items]): readonly [string, object, string] => [
        `a list of ${String(kind)} in ${place}`,
        {
          parameters: [
            { name: "o", in: place, required: place === "path", schema: { type: "array", items } },
          ],
        },
        "which cannot be sent",
      ]),
    ),
    [
      "a scheme that is not described",
      { security: [{ nope: [] }] },
      'The security scheme "nope" is not described',
    ],
    ...["\\A[a-z]+\\z", "^[[:alpha:]]+$", "^[\\p{L}\\_]+$"].map(
      (pattern): readonly [string, object, string] => [
        `the pattern ${pattern}`,
        { responses: answer({ ...text, pattern }) },
        "is written for another language than ECMAScript, so it is not checked",
      ],
    ),
    ["text after the end", { responses: answer({ ...text, pattern: "^a$b" }) }, "matches no text"],
  ])("name %s", async (_, operation, want) => {
    expect(await noted(operation)).toContain(want);
  });

  it("name a style of a part of a multipart body", async () => {
    const schema = object({ a: object({ b: text }) });
    const encoding = { a: { style: "deepObject" } };
    const requestBody = { content: { "multipart/form-data": { schema, encoding } } };
    expect(await noted({ post: { requestBody, responses: answer({}) } })).toContain(
      'The style "deepObject" of a part is not supported, so objects are sent as JSON',
    );
  });

  it("name keywords beside a reference in OpenAPI 3.0", async () => {
    const responses = answer({ $ref: "#/paths", minLength: 1 });
    expect(await noted({ responses }, "3.0.3")).toContain("OpenAPI 3.0 ignores keywords beside $ref");
  });

  it("count the values of enum that are text without quotes", async () => {
    const { warnings } = await run(`openapi: 3.1.0
info: {title: t, version: "1"}
paths: {/a: {get: {parameters: [{name: v, in: query, schema: {type: string, enum: [1.0, 2]}}], responses: {200: {description: ""}}}}}
components: {schemas: {A: {type: string, oneOf: [{const: 1.10}, {const: true}]}}}
`);
    expect(warnings.map(({ what }) => what)).toEqual([
      "A value of enum is not in quotes, so it is read as the text that is written (here and in 2 more places)",
    ]);
  });
});
