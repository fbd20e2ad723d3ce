import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, run } from "./package.fixture.js";

afterAll(expectCompiled);

const text = { type: "string" };
describe("a list below a bracketed name", () => {
  const filter = {
    name: "filter",
    in: "query",
    style: "deepObject",
    explode: true,
    schema: { type: "object" },
  };
  const expand = { name: "expand", in: "query", style: "deepObject", schema: { type: "array", items: text } };
  const charge = {
    content: {
      "application/x-www-form-urlencoded": {
        schema: { type: "object", properties: { lines: { type: "array", items: { type: "object" } } } },
        encoding: { lines: { style: "deepObject", explode: true } },
      },
    },
  };
  const spec = {
    openapi: "3.1.0",
    info: { title: "Charges", version: "1" },
    paths: {
      "/charges": {
        get: {
          operationId: "listCharges",
          parameters: [filter, expand],
          responses: answer({ type: "array" }),
        },
        post: { operationId: "createCharge", requestBody: charge, responses: answer({ type: "object" }) },
      },
    },
  };

  it.each([
    [undefined, "filter[l][0]=a&filter[l][1]=b&expand[0]=data", "lines[0][a]=1"],
    ["brackets", "filter[l][]=a&filter[l][]=b&expand[]=data", "lines[][a]=1"],
    ["repeated", "filter[l]=a&filter[l]=b&expand=data", "lines[a]=1"],
  ] as const)("is written as the API's servers read it: %s", async (deepLists, query, form) => {
    const sent: string[] = [];
    const built = await compile(spec, "", undefined, undefined, { deepLists });
    const { AcmeClient } = (await built.load("index.js")) as {
      AcmeClient: new (options: object) => Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
    };
    const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
      sent.push(decodeURIComponent(typeof body === "string" ? body : (url.split("?")[1] ?? "")));
      return Response.json(typeof body === "string" ? {} : []);
    };
    const client = new AcmeClient({ baseUrl: "http://a.test", fetch });
    await client["listCharges"]?.({ params: { filter: { l: ["a", "b"] }, expand: ["data"] } });
    await client["createCharge"]?.({ lines: [{ a: 1 }] });
    expect(sent).toEqual([query, form]);
  });

  it("is written the same way when the package is made again from the description that it carries", async () => {
    const { files } = await run(spec, { deepLists: "brackets" });
    const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
    expect(JSON.parse(textOf("description.json"))).toMatchObject({ options: { deepLists: "brackets" } });
  });
});
