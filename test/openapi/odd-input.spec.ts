import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, run, specOf } from "./package.fixture.js";
import { besideOthers, writeFiles } from "./world/client.fixture.js";
import { compileAll } from "./world/compilers.fixture.js";

const info = { title: "Test", version: "1" };
const text = { type: "string" };
const moreThanA = { allOf: [{ $ref: "#/components/schemas/A" }, { required: ["a"] }] };
const inPath = (name: string): object => ({ name, in: "path", required: true, schema: text });

/** A document of paths, and what else it has. */
const withPaths = (paths: object, more: object = {}): object => ({ openapi: "3.1.0", info, paths, ...more });

/** A success with these forms. */
const forms = (content: object): object => ({ 200: { description: "", content } });

describe("descriptions that others have written", () => {
  const file = (name: string, operationId?: string): object => ({
    get: { ...(operationId && { operationId }), parameters: [inPath(name)], responses: answer(text) },
  });

  const odd: readonly (readonly [name: string, spec: object])[] = [
    [
      "two paths that differ by the name of a parameter",
      { "/files/{id}": file("id", "getById"), "/files/{name}": file("name", "getByName") },
    ],
    ["two such paths without operationId", { "/files/{id}": file("id"), "/files/{name}": file("name") }],
    [
      "two such paths with one operationId",
      { "/files/{id}": file("id", "get"), "/files/{name}": file("name", "get") },
    ],
    [
      "JSON beside multipart/mixed in an answer",
      {
        "/a": {
          get: {
            responses: forms({
              "application/json": { schema: text },
              "multipart/mixed": { schema: { type: "object" } },
            }),
          },
        },
      },
    ],
    [
      "an answer that is a form",
      {
        "/a": {
          get: {
            responses: forms({
              "application/x-www-form-urlencoded": { schema: { type: "object" } },
              "application/pdf": {},
            }),
          },
        },
      },
    ],
    [
      "an answer in two forms that sound alike",
      {
        "/a": {
          get: {
            responses: forms({
              "text/csv": { schema: text },
              "text/csv; header=absent": { schema: text },
              "application/json": { schema: text },
            }),
          },
        },
      },
    ],
    [
      "a body in two forms that sound alike",
      {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/json": { schema: longObject("a") },
                "application/json; version=2": { schema: longObject("b") },
              },
            },
            responses: {},
          },
        },
      },
    ],
    [
      "an enum of nothing",
      specOf({ A: { type: "string", enum: [] }, B: { type: "object", properties: { a: { enum: [] } } } }),
    ],
    ["a choice of nothing", specOf({ A: { oneOf: [] }, B: { type: "array", items: { anyOf: [] } } })],
    ["a type of nothing", specOf({ A: { type: [] } })],
    ["a tuple of nothing", specOf({ A: { type: "array", prefixItems: [] } })],
    ...["null", "string"].map((other): readonly [string, object] => [
      `a part of which more is required than ${other} has`,
      specOf({ A: { ...longObject("a"), type: ["object", other] }, B: moreThanA }),
    ]),
  ];

  it("compile under both compilers, whatever is odd about them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "odd-"));
    try {
      for (const [name, given] of odd) {
        const { files } = await run("openapi" in given ? given : withPaths(given));
        await writeFiles(folder, besideOthers(name.replaceAll(/\W+/g, "-"), files));
      }
      expect(await compileAll(folder)).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("have a call for each of two paths that a server cannot tell apart, and say so", async () => {
    const spec = withPaths({
      "/files/{id}": file("id", "getById"),
      "/files/{name}": file("name", "getByName"),
    });
    const { operations, warnings, files } = await run(spec);
    expect(operations).toBe(2);
    expect(warnings.map(({ what }) => what)).toEqual([
      "GET /files/{name} and GET /files/{id} are the same path to a server, because they differ only in parameter names",
    ]);
    const index = files.find(({ path }) => path === "src/index.ts")?.text ?? "";
    expect(["getById", "getByName"].filter((name) => index.includes(name))).toEqual(["getById", "getByName"]);
  });

  it.each(["getById", undefined])(
    "keep the name of such a path if its twin is put in front of it: %s",
    async (operationId) => {
      const lockOf = (files: Awaited<ReturnType<typeof run>>["files"]): string =>
        files.find(({ path }) => path === "stratus.names.json")?.text ?? "";
      const name = operationId ?? "getFilesById";
      const first = withPaths({ "/files/{id}": file("id", operationId), "/files/{name}": file("name") });
      const before = lockOf((await run(first)).files);
      const turned = withPaths({ "/files/{name}": file("name"), "/files/{id}": file("id", operationId) });
      const { files } = await run(turned, { lock: before });
      expect(lockOf(files)).toBe(before);
      const code = files.find(({ path }) => path === "src/operations/operations.ts")?.text ?? "";
      expect(code.replace(/\s+/g, " ")).toMatch(
        new RegExp(`function ${name}\\( ?session: Session, id: string`),
      );
    },
  );
});

describe("a part that is not understood", () => {
  const nothing = { $ref: "#/components/nothing/here" };
  const get = (operation: object): object => ({
    "/pets/{id}": { get: { operationId: "getPet", ...operation } },
  });
  const whole = { parameters: [inPath("id")], responses: answer(text) };
  const missing = 'The $ref "#/components/nothing/here" points to nothing';

  it.each<[string, object, object, string, string]>([
    [
      "a property of a component",
      get(whole),
      { components: { schemas: { Pet: { type: "object", properties: { a: nothing, b: text } } } } },
      missing,
      "a?: unknown",
    ],
    [
      "a part of a component",
      get(whole),
      { components: { schemas: { Pet: { allOf: [nothing, longObject("b")] } } } },
      missing,
      "b?: string",
    ],
    [
      "an item of a component",
      get(whole),
      { components: { schemas: { Pet: { type: "array", items: nothing } } } },
      missing,
      "Pet = unknown[]",
    ],
    [
      "a component that names itself",
      get(whole),
      { components: { schemas: { Pet: { $ref: "#/components/schemas/Pet" } } } },
      "refers only to itself",
      "Pet = unknown",
    ],
    ["a part of an answer", get({ ...whole, responses: { 200: nothing } }), {}, missing, "Call<unknown>"],
    [
      "an error of an answer",
      get({ ...whole, responses: { ...answer(text), 404: nothing } }),
      {},
      missing,
      "Call<string>",
    ],
    [
      "a parameter",
      get({ ...whole, parameters: [inPath("id"), nothing] }),
      {},
      missing,
      "options?: CallOptions",
    ],
    ["a parameter of the path", get({ ...whole, parameters: [nothing] }), {}, missing, "id: string"],
    [
      "the description of a path",
      get({ responses: answer(text) }),
      {},
      'The path parameter "id" is not described',
      "id: string",
    ],
    [
      "the place of a parameter",
      get({ ...whole, parameters: [inPath("id"), { name: "a", in: "body" }] }),
      {},
      'A parameter in "body" cannot be sent',
      "options?: CallOptions",
    ],
    [
      "the schema of a parameter",
      get({ ...whole, parameters: [inPath("id"), { name: "a", in: "query" }] }),
      {},
      "The parameter has no schema",
      "readonly a?: unknown",
    ],
    [
      "the style of a parameter",
      get({ ...whole, parameters: [{ ...inPath("id"), style: "odd" }] }),
      {},
      'The style "odd" does not exist',
      "id: string",
    ],
    [
      "a body",
      get({}),
      { paths: { "/a": { post: { requestBody: nothing, responses: answer(text) } } } },
      missing,
      "body?: unknown",
    ],
    [
      "a media type",
      get({ ...whole, responses: forms({ "no\nname": {}, "application/json": { schema: text } }) }),
      {},
      "is not a media type",
      "Call<string>",
    ],
    [
      "a scheme of credentials",
      get(whole),
      { components: { securitySchemes: { a: nothing } } },
      missing,
      "getPet",
    ],
    ["a list in the place of text", get({ ...whole, summary: ["a"] }), {}, "This is not text", "getPet"],
    ["a list in the place of schemas", get(whole), { components: { schemas: [] } }, "", "getPet"],
    [
      "a version of the format to come",
      get(whole),
      { openapi: "3.9.0" },
      "OpenAPI 3.9.0 is not known yet",
      "getPet",
    ],
  ])("costs that part alone: %s", async (_, paths, more, note, code) => {
    const { files, warnings, omitted, operations } = await run({ ...withPaths(paths), ...more });
    expect([operations, omitted]).toEqual([1, []]);
    expect(warnings.map(({ what }) => what).join("\n")).toContain(note);
    expect(warnings.length).toBe(note === "" ? 0 : warnings.length);
    const printed = files.filter(({ path }) => /^src\/(models|operations\/.*)\.ts$/.test(path));
    expect(printed.map((file) => file.text.replaceAll(/\s+/g, " ")).join("\n")).toContain(code);
  });

  it("may be a number in the place of text", async () => {
    const { files, warnings } = await run(`
openapi: 3.1
info: { title: 7, version: 1.0 }
paths: { /a: { get: { operationId: 42, tags: [1], summary: 3, responses: { "204": { description: 1 } } } } }
`);
    expect(warnings).toEqual([]);
    expect(
      files.some(({ path }) => path === "src/operations/1.ts" || path.startsWith("src/operations/")),
    ).toBe(true);
  });

  it("is followed through thousands of references", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [
        `S${index}`,
        index === 4999 ? text : { $ref: `#/components/schemas/S${index + 1}` },
      ]),
    );
    const { operations, omitted } = await run(
      JSON.stringify({ ...withPaths(get(whole)), components: { schemas } }),
    );
    expect([operations, omitted]).toEqual([1, []]);
  });
});

/** An object whose type has a name. */
function longObject(name: string): object {
  return { type: "object", properties: { [name]: text } };
}
