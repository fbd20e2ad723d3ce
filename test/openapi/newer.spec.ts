import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, run } from "./package.fixture.js";

afterAll(expectCompiled);

const text = { type: "string" };
const info = { title: "Shop", version: "1" };
const content = (types: object): object => ({ 200: { description: "", content: types } });

type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** What each call of a package sends, and what it gives for an answer. */
async function callsOf(paths: object, answers: Response = Response.json({}), more: object = {}) {
  const built = await compile({ openapi: "3.2.0", info, paths, ...more });
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const sent: string[] = [];
  const fetch = async (url: string, { method = "", headers, body }: RequestInit): Promise<Response> => {
    const type = new Headers(headers).get("content-type") ?? "";
    const text = body instanceof Blob ? await body.text() : body;
    sent.push(
      [method, decodeURIComponent(url.replace("http://a.test", "")), type, text ?? ""]
        .filter(Boolean)
        .join(" "),
    );
    if (sent.length > 9) throw new Error("too often");
    return answers.clone();
  };
  const client = new AcmeClient({ baseUrl: "http://a.test", fetch, retry: { baseDelayMs: 0 } });
  return { client, sent };
}

describe("OpenAPI 3.2", () => {
  it("has operations by other methods, which are sent once", async () => {
    const api = await callsOf(
      {
        "/files/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          query: {
            operationId: "askFile",
            requestBody: { content: { "application/json": { schema: text } } },
            responses: answer({}),
          },
          additionalOperations: {
            COPY: { operationId: "copyFile", responses: answer({}) },
            LOCK: { responses: { 204: { description: "" } } },
            CONNECT: { responses: answer({}) },
          },
        },
      },
      new Response("{}", { status: 503 }),
    );
    await expect(api.client["copyFile"]?.("a")).rejects.toMatchObject({ status: 503 });
    await expect(api.client["lockFilesById"]?.("a")).rejects.toMatchObject({ status: 503 });
    expect(api.sent).toEqual(["COPY /files/a", "LOCK /files/a"]);
  });

  it("leaves out what fetch cannot send, and the description that is carried has the rest", async () => {
    const { files, omitted } = await run({
      openapi: "3.2.0",
      info,
      paths: {
        "/a": {
          additionalOperations: {
            COPY: { responses: answer({}) },
            TRACK: { responses: answer({}) },
            "A B": {},
          },
        },
      },
    });
    expect(omitted).toEqual(["TRACK /a", "A B /a"]);
    const { document } = JSON.parse(files.find(({ path }) => path === "description.json")?.text ?? "") as {
      document: { paths: { "/a": { additionalOperations: object } } };
    };
    expect(Object.keys(document.paths["/a"].additionalOperations)).toEqual(["COPY"]);
  });

  it.each([
    [
      "application/x-www-form-urlencoded",
      { type: "object", properties: { a: text } },
      { a: "1 2", b: [3, 4], c: undefined },
      "?a=1 2&b=3&b=4",
    ],
    ["application/json", { type: "object" }, { a: [1] }, '?{"a":[1]}'],
  ])("has a parameter that is the whole query: %s", async (type, schema, value, query) => {
    const parameter = { name: "filter", in: "querystring", content: { [type]: { schema } } };
    const api = await callsOf({
      "/pets": { get: { operationId: "listPets", parameters: [parameter], responses: answer({}) } },
    });
    await api.client["listPets"]?.({ params: { filter: value } });
    await api.client["listPets"]?.();
    expect(api.sent).toEqual([`GET /pets${query}`, "GET /pets"]);
  });

  it("has items of streams, and the data of events", async () => {
    const item = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
    const event = {
      type: "object",
      properties: {
        event: text,
        data: { ...text, contentMediaType: "application/json", contentSchema: item },
      },
    };
    const usage = `
import { AcmeClient } from "./index.js";
export async function sum(client: AcmeClient): Promise<number> {
  let sum = 0;
  for await (const { data } of await client.listenA()) sum += data.n;
  for await (const line of await client.readB()) sum += line.n;
  return sum;
}`;
    const built = await compile(
      {
        openapi: "3.2.0",
        info,
        paths: {
          "/a": {
            get: {
              operationId: "listenA",
              responses: content({ "text/event-stream": { itemSchema: event } }),
            },
          },
          "/b": {
            get: {
              operationId: "readB",
              responses: content({ "application/jsonl": { $ref: "#/components/mediaTypes/Line" } }),
            },
          },
        },
        components: { mediaTypes: { Line: { itemSchema: item } } },
      },
      usage,
    );
    expect(await built.errors()).toBe("");
  });
});

describe("descriptions that other tools take", () => {
  it("have a part of the query in the path", async () => {
    const api = await callsOf({
      "/pets?type=dog": {
        get: {
          operationId: "listDogs",
          parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
          responses: answer({}),
        },
      },
      "/pets?type=cat": { get: { responses: answer({}) } },
    });
    await api.client["listDogs"]?.({ params: { limit: 2 } });
    await api.client["getPetsTypeCat"]?.();
    expect(api.sent).toEqual(["GET /pets?limit=2&type=dog", "GET /pets?type=cat"]);
  });

  it("have null in a query, which no address has", async () => {
    const nullable = (name: string, schema: object): object => ({ name, in: "query", schema });
    const api = await callsOf({
      "/pets": {
        get: {
          operationId: "listPets",
          parameters: [
            nullable("a", { type: ["string", "null"] }),
            nullable("b", { type: "array", items: { type: ["integer", "null"] } }),
            nullable("c", { anyOf: [{ type: "integer" }, { type: "null" }] }),
          ],
          responses: answer({}),
        },
      },
    });
    await api.client["listPets"]?.({ params: { a: null, c: null } });
    await api.client["listPets"]?.({ params: { a: "x", c: 1 } });
    expect(api.sent).toEqual(["GET /pets", "GET /pets?a=x&c=1"]);
  });

  it("have bodies of multipart/mixed, which are sent as such", async () => {
    const api = await callsOf({
      "/a": {
        post: {
          operationId: "sendA",
          requestBody: {
            content: { "multipart/mixed": { schema: { type: "object", properties: { a: text } } } },
          },
          responses: answer({}),
        },
      },
    });
    await api.client["sendA"]?.({ a: "x" });
    expect(api.sent[0]).toMatch(/^POST \/a multipart\/mixed; boundary=part-/);
  });

  it("have text in any media type", async () => {
    const answers = content({ "*/*": { schema: text } });
    const api = await callsOf(
      { "/a": { get: { operationId: "getA", responses: answers } } },
      new Response("plain"),
    );
    expect(await api.client["getA"]?.()).toBe("plain");
  });

  it.each([
    ["text/plain", "plain", "plain"],
    ["application/json", "[1]", [1]],
  ])("are read by the %s that comes if nothing is said of any media type", async (type, body, want) => {
    for (const media of [{}, { schema: {} }, { schema: { description: "Anything." } }]) {
      const response = new Response(body, { headers: { "content-type": type } });
      const answers = content({ "*/*": media });
      const api = await callsOf({ "/a": { get: { operationId: "getA", responses: answers } } }, response);
      expect(await api.client["getA"]?.()).toEqual(want);
    }
  });

  it("have chains of thousands of references", async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        { type: "object", properties: { next: { $ref: `#/components/schemas/S${(index + 1) % 2000}` } } },
      ]),
    );
    const links = Object.fromEntries(
      names.map((name, index) => [
        `L${name}`,
        index < 1999 ? { $ref: `#/components/schemas/LS${index + 1}` } : text,
      ]),
    );
    const { operations } = await run({
      openapi: "3.1.0",
      info,
      paths: {
        "/a": { get: { operationId: "getA", responses: answer({ $ref: "#/components/schemas/LS0" }) } },
      },
      components: { schemas: { ...schemas, ...links } },
    });
    expect(operations).toBe(1);
  });

  it("have a list where a value belongs, which the error says", async () => {
    const list = { name: "a", in: "query", style: "form", explode: true, schema: {} };
    const api = await callsOf({
      "/a": { get: { operationId: "getA", parameters: [list], responses: answer({}) } },
    });
    const nested = api.client["getA"]?.({ params: { a: { b: [1] } } });
    await expect(nested).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    await expect(nested).rejects.toThrow("a list");
  });
});
