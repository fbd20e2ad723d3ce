import { afterAll, describe, expect, it } from "vitest";
import { compile, expectCompiled, problemsOf } from "./package.fixture.js";

afterAll(expectCompiled);

const binary = { type: "string", format: "binary" };
const text = { type: "string" };
const nullable = { type: ["string", "null"] };
const cents = { type: "number", multipleOf: 0.01 };
const empty = { 204: { description: "" } };
const info = { title: "Test", version: "1" };

const content = (type: string, schema: object): object => ({ content: { [type]: { schema } } });
const get = (operationId: string, type: string, schema: object): object => ({
  get: { operationId, responses: { 200: { description: "", ...content(type, schema) } } },
});

const spec = {
  openapi: "3.1.0",
  info,
  paths: {
    "/json": get("json", "application/json", binary),
    "/named": get("named", "application/json", { $ref: "#/components/schemas/File" }),
    "/csv": get("csv", "text/csv", binary),
    "/xml": get("xml", "application/xml", { ...binary, nullable: true }),
    "/embedded": get("embedded", "application/json", { type: "string", contentMediaType: "text/html" }),
    "/upload": {
      post: { operationId: "upload", requestBody: content("application/json", binary), responses: empty },
    },
    "/prices": {
      get: {
        operationId: "prices",
        parameters: [
          { name: "price", in: "query", schema: cents },
          { name: "unique", in: "query", schema: { type: "array", uniqueItems: true, items: text } },
          { name: "a", in: "query", schema: nullable },
          {
            name: "o",
            in: "query",
            style: "deepObject",
            schema: { type: "object", properties: { x: nullable, y: text } },
          },
          { name: "X-H", in: "header", schema: nullable },
        ],
        responses: {
          200: {
            description: "",
            ...content("application/json", { type: "object", properties: { price: cents } }),
          },
        },
      },
    },
    "/typed/{v}": {
      get: {
        operationId: "typed",
        parameters: [
          { name: "v", in: "path", required: true, schema: { type: "string", enum: [1, 2] } },
          { name: "b", in: "query", schema: { type: "string", enum: [true, false] } },
          { name: "i", in: "query", schema: { type: "integer", enum: ["1", "2"] } },
        ],
        responses: empty,
      },
    },
  },
  components: { schemas: { File: binary } },
};

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Methods = Readonly<Record<string, ((...args: unknown[]) => Promise<unknown>) | undefined>>;

/** A client whose server answers each request with the same response. */
async function clientOf(
  answer: () => Response,
): Promise<{ client: Methods; sent: Sent[]; drift: unknown[] }> {
  const built = await compile(spec);
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Methods };
  const sent: Sent[] = [];
  const drift: unknown[] = [];
  const fetch = (url: string, { headers, body }: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), headers: new Headers(headers), body });
    return Promise.resolve(answer());
  };
  const client = new AcmeClient({
    baseUrl: "http://a.test",
    fetch,
    onDrift: (one: unknown) => drift.push(one),
  });
  return { client, sent, drift };
}

describe("a file", () => {
  it.each(["json", "named", "csv", "xml"])("is a Blob whatever media type describes it: %s", async (name) => {
    const { client, sent } = await clientOf(
      () => new Response("%PDF", { headers: { "content-type": "application/pdf" } }),
    );
    const file = (await client[name]?.()) as Blob;
    expect([file.size, file.type, await file.text()]).toEqual([4, "application/pdf", "%PDF"]);
    // A server that sends a file does not have it as JSON.
    if (name === "json") expect(sent[0]?.headers.get("accept")).toBe("*/*");
  });

  it("is sent as bytes in a body that is described as JSON", async () => {
    const { client, sent } = await clientOf(() => new Response(null, { status: 204 }));
    await client["upload"]?.(new Uint8Array([1, 2]));
    expect(sent[0]?.body).toEqual(new Uint8Array([1, 2]));
  });

  it("is not what JSON text contains", async () => {
    const { client } = await clientOf(() => Response.json("<p>"));
    expect(await client["embedded"]?.()).toBe("<p>");
  });
});

describe("a parameter", () => {
  it.each([19.99, 0.07, 0.29, 4.35, 8.2])(
    "is sent if it is a multiple in decimal digits: %d",
    async (price) => {
      const { client, sent, drift } = await clientOf(() => Response.json({ price }));
      expect(await client["prices"]?.({ params: { price } })).toEqual({ price });
      expect([sent[0]?.url, drift]).toEqual([`http://a.test/prices?price=${price}`, []]);
    },
  );

  it("is left out if it is null, in a query, in brackets and in a header", async () => {
    const { client, sent } = await clientOf(() => Response.json({}));
    await client["prices"]?.({ params: { a: null, o: { x: null, y: "z" }, "X-H": null } });
    expect([sent[0]?.url, sent[0]?.headers.get("x-h")]).toEqual(["http://a.test/prices?o%5By%5D=z", null]);
  });

  it("is of the type that its description declares, however its values are written", async () => {
    const { client, sent } = await clientOf(() => new Response(null, { status: 204 }));
    await client["typed"]?.("1", { params: { b: "true", i: 1 } });
    expect(sent[0]?.url).toBe("http://a.test/typed/1?b=true&i=1");
  });

  it("names the rule that its value breaks", async () => {
    const { client } = await clientOf(() => Response.json({}));
    await expect(
      client["prices"]?.({ params: { price: 0.001 }, validateRequests: "strict" }),
    ).rejects.toThrow("a multiple of 0.01");
    await expect(
      client["prices"]?.({ params: { unique: ["a", "a"] }, validateRequests: "strict" }),
    ).rejects.toThrow("without equal items");
  });
});

it.each([
  ["a list of objects in a query", { type: "array", items: { type: "object" } }],
  ["a list of lists", { type: "array", items: { type: "array", items: text } }],
])("%s is noted, because it cannot be sent", async (_, schema) => {
  const parameters = [{ name: "filters", in: "query", schema }];
  const paths = { "/a": { get: { operationId: "a", parameters, responses: empty } } };
  expect(await problemsOf({ openapi: "3.1.0", info, paths })).toContain("filters are lists or objects");
});
