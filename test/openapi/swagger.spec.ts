import { describe, expect, it } from "vitest";
import { readSpecText } from "../../generator/src/rest/read/spec-text.js";
import { convertSwagger } from "../../generator/src/rest/read/swagger/swagger.js";

const info = { title: "Shop", version: "1" };
const pet = { $ref: "#/definitions/Pet" };
const newPet = { $ref: "#/components/schemas/Pet" };

/** A description in OpenAPI 3, of one in Swagger 2.0 that has these parts. */
async function converted(parts: object): Promise<Record<string, unknown>> {
  const spec = await readSpecText("a.json", JSON.stringify({ swagger: "2.0", info, ...parts }));
  return convertSwagger(spec).root as Record<string, unknown>;
}

/** An operation of such a description. */
async function operationOf(operation: object, parts: object = {}, shared: object = {}): Promise<unknown> {
  const { paths } = await converted({ paths: { "/a": { ...shared, post: operation } }, ...parts });
  return (paths as Readonly<Record<string, { readonly post: unknown }>>)["/a"]?.post;
}

describe("a description in Swagger 2.0", () => {
  it.each([
    [
      { host: "a.test", basePath: "/v1", schemes: ["http", "https", "ws"] },
      ["http://a.test/v1", "https://a.test/v1"],
    ],
    [{ host: "a.test:8080" }, ["https://a.test:8080"]],
    [{ basePath: "/v1" }, ["/v1"]],
    [{}, []],
  ])("has servers: %j", async (parts, urls) => {
    expect((await converted(parts))["servers"]).toEqual(urls.map((url) => ({ url })));
  });

  it.each([
    [
      "a value",
      {
        name: "q",
        in: "query",
        type: "integer",
        format: "int64",
        minimum: 1,
        required: true,
        description: "d",
      },
      {
        name: "q",
        in: "query",
        required: true,
        description: "d",
        schema: { type: "integer", format: "int64", minimum: 1 },
      },
    ],
    [
      "a list",
      { name: "q", in: "query", type: "array", items: { type: "string" } },
      {
        name: "q",
        in: "query",
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "string" } },
      },
    ],
    [
      "a list, repeated",
      { name: "q", in: "query", type: "array", items: {}, collectionFormat: "multi" },
      { name: "q", in: "query", style: "form", explode: true, schema: { type: "array", items: {} } },
    ],
    [
      "a list with bars",
      { name: "q", in: "query", type: "array", items: {}, collectionFormat: "pipes" },
      {
        name: "q",
        in: "query",
        style: "pipeDelimited",
        explode: false,
        schema: { type: "array", items: {} },
      },
    ],
    [
      "a list in a path",
      { name: "q", in: "path", required: true, type: "array", items: {}, collectionFormat: "csv" },
      { name: "q", in: "path", required: true, schema: { type: "array", items: {} } },
    ],
    [
      "null",
      { name: "q", in: "header", type: "string", "x-nullable": true },
      { name: "q", in: "header", "x-nullable": true, schema: { type: "string", nullable: true } },
    ],
    ["a reference", { $ref: "#/parameters/Limit" }, { $ref: "#/components/parameters/Limit" }],
  ])("has parameters: %s", async (_, parameter, wanted) => {
    expect(await operationOf({ parameters: [parameter] })).toEqual({ parameters: [wanted] });
  });

  const json = { "application/json": { schema: newPet } };
  const form = (properties: object, required: readonly string[] = [], encoding?: object): object => ({
    schema: { type: "object", properties, required },
    ...(encoding && { encoding }),
  });
  it.each([
    [
      "JSON",
      [{ name: "x", in: "body", required: true, description: "d", schema: pet }],
      [],
      { description: "d", required: true, content: json },
    ],
    [
      "what the operation consumes",
      [{ name: "x", in: "body", schema: pet }],
      ["application/xml", "text/json"],
      { content: { "application/xml": { schema: newPet }, "text/json": { schema: newPet } } },
    ],
    [
      "a form",
      [{ name: "x", in: "formData", type: "string", description: "d", required: true }],
      [],
      {
        required: true,
        content: {
          "application/x-www-form-urlencoded": form({ x: { type: "string", description: "d" } }, ["x"]),
        },
      },
    ],
    [
      "a form with a file",
      [{ name: "x", in: "formData", type: "file" }],
      ["application/x-www-form-urlencoded"],
      {
        required: false,
        content: { "multipart/form-data": form({ x: { type: "string", format: "binary" } }) },
      },
    ],
    [
      "a form with a list",
      [{ name: "x", in: "formData", type: "array", items: {} }],
      ["multipart/form-data"],
      {
        required: false,
        content: {
          "multipart/form-data": form({ x: { type: "array", items: {} } }, [], {
            x: { style: "form", explode: false },
          }),
        },
      },
    ],
    ["a body that is named", [{ $ref: "#/parameters/Body" }], [], { content: json }],
  ])("has bodies: %s", async (_, parameters, consumes, requestBody) => {
    const parts = { parameters: { Body: { name: "b", in: "body", schema: pet } }, definitions: { Pet: {} } };
    expect(await operationOf({ consumes, parameters }, parts)).toEqual({ parameters: [], requestBody });
    expect(await operationOf({ parameters }, { ...parts, consumes })).toEqual({
      parameters: [],
      requestBody,
    });
    expect(await operationOf({ consumes }, parts, { parameters })).toEqual({ requestBody });
  });

  it.each([
    ["JSON", { description: "d", schema: pet }, [], { description: "d", content: json }],
    [
      "what the operation produces",
      { description: "", schema: pet },
      ["text/csv"],
      { description: "", content: { "text/csv": { schema: newPet } } },
    ],
    [
      "a file",
      { description: "", schema: { type: "file" } },
      [],
      {
        description: "",
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
    ],
    [
      "nothing, with headers",
      { description: "", headers: { Link: { type: "string", description: "d" } }, examples: {} },
      [],
      { description: "", headers: { Link: { schema: { type: "string" } } } },
    ],
    [
      "only examples",
      { description: "", examples: { "text/csv": "a,b" } },
      [],
      { description: "", content: { "text/csv": {} } },
    ],
    ["a reference", { $ref: "#/responses/NotFound" }, [], { $ref: "#/components/responses/NotFound" }],
  ])("has answers: %s", async (_, response, produces, wanted) => {
    expect(await operationOf({ produces, responses: { 200: response } })).toEqual({
      responses: { 200: wanted },
    });
  });

  it("has schemas, in which names are no words of the format", async () => {
    const properties = {
      type: { type: "file" },
      discriminator: { type: "string", "x-nullable": true },
      example: { $ref: "#/definitions/Pet" },
      items: { type: "array", items: { $ref: "#/definitions/Pet" } },
    };
    const example = { $ref: "#/definitions/Pet" };
    const { components } = await converted({
      definitions: { Pet: { type: "object", discriminator: "kind", properties, example, allOf: [pet] } },
      responses: { NotFound: { description: "", schema: pet } },
      parameters: { Limit: { name: "limit", in: "query", type: "integer" }, Body: { in: "body", name: "b" } },
    });
    expect(components).toEqual({
      schemas: {
        Pet: {
          type: "object",
          discriminator: { propertyName: "kind" },
          properties: {
            type: { type: "string", format: "binary" },
            discriminator: { type: "string", nullable: true },
            example: newPet,
            items: { type: "array", items: newPet },
          },
          example,
          allOf: [newPet],
        },
      },
      responses: { NotFound: { description: "", content: json } },
      parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer" } } },
      securitySchemes: {},
    });
  });

  it.each([
    [
      { type: "basic", description: "d" },
      { type: "http", scheme: "basic", description: "d" },
    ],
    [
      { type: "apiKey", name: "k", in: "header" },
      { type: "apiKey", name: "k", in: "header" },
    ],
    [
      { type: "oauth2", flow: "application", tokenUrl: "https://a.test", scopes: { a: "" } },
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.test", scopes: { a: "" } } } },
    ],
    [
      { type: "oauth2", flow: "accessCode" },
      { type: "oauth2", flows: { authorizationCode: {} } },
    ],
  ])("has credentials: %j", async (scheme, wanted) => {
    const { components } = await converted({ securityDefinitions: { login: scheme } });
    expect((components as { securitySchemes: unknown }).securitySchemes).toEqual({ login: wanted });
  });
});
