import { afterAll, describe, expect, it } from "vitest";
import { compile, expectCompiled, generate, problemsOf, run, specOf } from "./package.fixture.js";

afterAll(expectCompiled);

const info = { title: "t", version: "1" };
const ok = { 200: { description: "ok" } };

/** The routes of a package, as its operations have them. */
async function routesOf(spec: string | object): Promise<string[]> {
  const files = await generate(spec);
  const operations = files.filter(({ path }) => path.startsWith("src/operations/"));
  return operations.flatMap(({ text }) =>
    [...text.matchAll(/path: (\[[^\]]*\])/g)].map(([, parts = "[]"]) =>
      (JSON.parse(parts) as string[]).join("*"),
    ),
  );
}

describe("paths that a URL cannot have as they are written", () => {
  const post = (operationId: string, names: readonly string[] = ["id"]): object => ({
    post: {
      operationId,
      parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      responses: ok,
    },
  });

  it.each([
    ["/rooms/{id}/invite ", "/rooms/*/invite", "spaces at an end"],
    [" /rooms/{id}", "/rooms/", "spaces at an end"],
    ["/rooms/{id}\t\n", "/rooms/", "spaces at an end"],
    ["/rooms/{id}\u00a0", "/rooms/", "spaces at an end"],
    ["/rooms/{ id }/x", "/rooms/*/x", "spaces at an end"],
    ["/my rooms/{id}", "/my%20rooms/", "a space is sent as %20"],
    ["rooms/{id}", "/rooms/", "does not begin with /"],
    ["{id}/rooms", "/*/rooms", "does not begin with /"],
    ["/rooms/{id}{?limit,page}", "/rooms/", "a parameter in its query"],
    ["/rooms/{id}{?limit*}{&page}", "/rooms/", "a parameter in its query"],
  ])("%j is generated as %s, with a note", async (path, route, note) => {
    const spec = { openapi: "3.1.0", info, paths: { [path]: post("a"), "/b": post("b", []) } };
    expect((await routesOf(spec)).sort()).toEqual([route, "/b"].sort());
    expect(await problemsOf(spec)).toContain(note);
    const { operations, omitted } = await run(spec);
    expect({ operations, omitted }).toEqual({ operations: 2, omitted: [] });
  });

  it("a query of RFC 6570 whose names are described needs no note", async () => {
    const parameters = [{ name: "limit", in: "query", schema: { type: "integer" } }];
    const spec = { openapi: "3.1.0", info, paths: { "/b{?limit}": { get: { parameters, responses: ok } } } };
    expect((await run(spec)).warnings).toEqual([]);
  });

  it("two keys that are one path both have a call, and say so", async () => {
    const { operations, warnings } = await run({
      openapi: "3.1.0",
      info,
      paths: { "/b": post("a", []), "b ": post("b", []) },
    });
    expect(operations).toBe(2);
    expect(warnings.some(({ what }) => what.includes("are the same path to a server"))).toBe(true);
  });
});

describe("versions without quotes", () => {
  it.each([
    "swagger: 2.0",
    "swagger: 2",
    'swagger: "2.0"',
    "swagger: '2.0 '",
    "openapi: 3.0",
    "openapi: 3.1",
    "openapi: 3",
  ])("%s is read", async (version) => {
    const spec = `${version}\ninfo: {title: t, version: 1}\npaths: {/a: {get: {operationId: a, responses: {200: {description: ok}}}}}\n`;
    const { operations, omitted } = await run(spec);
    expect({ operations, omitted }).toEqual({ operations: 1, omitted: [] });
  });

  it.each(["swagger: 1.2", "swagger: 3.0", "openapi: 4.0"])("%s is refused", async (version) => {
    await expect(run(`${version}\npaths: {}`)).rejects.toThrow(/older format|is not supported/);
  });
});

describe("a key __proto__", () => {
  const withProperties = (schema: string): string =>
    `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{"operationId":"a","responses":{"200":{"description":"ok","content":{"application/json":{"schema":${schema}}}}}}}}}`;

  it.each([
    ["a property", '{"type":"object","properties":{"__proto__":{"type":"string"},"a":{"type":"string"}}}'],
    [
      "a required property",
      '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string"},"a":{"type":"string"}}}',
    ],
    [
      "an escaped property",
      '{"type":"object","properties":{"\\u005f_proto__":{"type":"string"},"a":{"type":"string"}}}',
    ],
  ])("costs %s alone, with its place", async (_, schema) => {
    const { operations, warnings } = await run(withProperties(schema));
    expect(operations).toBe(1);
    expect(warnings.map(({ what, element }) => `${element}: ${what}`)).toEqual([
      "#/paths//a/get/responses/200/content/application/json/schema/properties/__proto__: A key is called __proto__, which TypeScript cannot declare, so it is left out",
    ]);
    expect(warnings[0]).toMatchObject({ file: "api.yaml", line: 1 });
    const built = await compile(withProperties(schema));
    const { aOperation: _operation, described: _described, ...rest } = await built.load("guards.js");
    const [guard] = Object.values(rest) as ((value: unknown) => boolean)[];
    expect([{ a: "x" }, JSON.parse('{"a":"x","__proto__":1}'), { a: 1 }].map((one) => guard?.(one))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is left out of a schema map, of a path item and of YAML too", async () => {
    const spec = `openapi: 3.1.0
info: {title: t, version: "1"}
paths:
  /a:
    __proto__: {x: 1}
    get: {operationId: a, responses: {200: {description: ok}}}
components: {schemas: {__proto__: {type: string}, B: {type: string}}}
`;
    const { operations, warnings } = await run(spec);
    expect(operations).toBe(1);
    expect(warnings.map(({ element }) => element).sort()).toEqual([
      "#/components/schemas/__proto__",
      "#/paths//a/__proto__",
    ]);
  });
});

describe("YAML that js-yaml reads", () => {
  const withDescription = (text: string): string =>
    `openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths:\n  /a:\n    get:\n      ${text}\n      operationId: a\n      responses: {200: {description: ok}}\n`;

  it.each([
    ["double quotes", 'description: "two\n      lines"'],
    ["single quotes", "description: 'two\n      li''nes'"],
    ["less indentation than the key", 'description: "two\nlines"'],
    ["an escaped quote", 'description: "two \\"\n      lines"'],
    ["an empty line between", 'description: "two\n\n      lines"'],
    ["a comment with a quote before it", `summary: x # don't\n      description: "two\n      lines"`],
    ["a flow map", "x-a: {b: 1,\n      c: 2}"],
    ["a flow list", "tags: [\n      b,\n      c\n      ]"],
    [
      "a block text with a quote in it",
      `summary: |\n        b: "x\n        c\n      description: "two\n      lines"`,
    ],
  ])("goes on at the indentation of its key: %s", async (_, text) => {
    const { operations, omitted } = await run(withDescription(text));
    expect({ operations, omitted }).toEqual({ operations: 1, omitted: [] });
  });

  it("reads the text of such lines as one", async () => {
    const files = await generate(withDescription('description: "two\n      lines"'));
    expect(files.find(({ path }) => path === "src/operations/operations.ts")?.text).toContain("two lines");
  });

  it("names the line of an error behind such a text", async () => {
    const spec = withDescription(
      'description: "two\n      lines"\n      parameters: [{in: nowhere, name: x}]',
    );
    expect(await problemsOf(spec)).toMatch(/api\.yaml:8:/);
  });

  it.each(["<<: *a", "!!merge <<: *a", "!<tag:yaml.org,2002:merge> <<: *a", "<<: [*a]"])(
    "merges %s",
    async (merge) => {
      const spec = `openapi: 3.1.0\ninfo: {title: t, version: "1"}\nx-a: &a {operationId: merged}\npaths:\n  /a:\n    get:\n      ${merge}\n      responses: {200: {description: ok}}\n`;
      const files = await generate(spec);
      expect(files.find(({ path }) => path === "src/index.ts")?.text).toContain("merged");
    },
  );

  it.each([
    ["a text without an end", 'description: "two'],
    ["a list as a key", "? [a]\n      : 1"],
    ["a key twice", "operationId: b"],
  ])("still refuses %s", async (_, text) => {
    await expect(run(withDescription(text))).rejects.toThrow(/neither YAML nor JSON/);
  });
});

describe("a description of schemas alone", () => {
  const schemas = {
    A: { type: "object", required: ["x"], properties: { x: { type: "string", format: "date-time" } } },
  };

  it.each([
    ["with empty paths", { openapi: "3.1.0", info, paths: {}, components: { schemas } }],
    ["without paths", { openapi: "3.1.0", info, components: { schemas } }],
    ["with null paths", { openapi: "3.0.3", info, paths: null, components: { schemas } }],
    ["of Swagger", { swagger: "2.0", info, paths: {}, definitions: schemas }],
    [
      "with servers and credentials",
      {
        openapi: "3.1.0",
        info,
        servers: [{ url: "https://a.test" }],
        components: { schemas, securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      },
    ],
  ])("%s gives types, guards and Standard Schemas, without a client", async (_, spec) => {
    const usage = `
import { isA, type A } from "./index.js";
import { schemaOf } from "./standard-schema.js";
export const a: A = { x: "2020-01-01T00:00:00Z" };
export const check = async (value: unknown) => ((await schemaOf(isA))["~standard"].validate(value));
export const one: boolean = isA(a);
`;
    const built = await compile(spec, usage);
    const { check } = (await built.load("usage.js")) as { check: (value: unknown) => Promise<object> };
    expect(await check({ x: "b" })).toEqual({ value: { x: "b" } });
    expect(await check({})).toMatchObject({ issues: [{ path: ["x"] }] });
    const { files, operations, warnings } = await run(spec);
    expect({ operations, warnings }).toEqual({ operations: 0, warnings: [] });
    const paths = files.map(({ path }) => path);
    expect(
      paths.filter((path) => /client|session|operations|testing|opentelemetry|attempt|retry/.test(path)),
    ).toEqual([]);
    expect(built.text("package.json")).not.toContain("opentelemetry");
    expect(() => JSON.parse(built.text("package.json")) as unknown).not.toThrow();
  });

  it.each([
    { hasGuide: true },
    { hasLazyGroups: true },
    { hasOpenapiTypes: true },
    { hasApiPage: true },
    { hasDates: true, int64: "bigint" },
  ] as const)("compiles with the option %j", async (options) => {
    const built = await compile(schemasAlone(schemas), undefined, undefined, undefined, options);
    expect(await built.errors()).toBe("");
  });

  it("is not what a selection leaves", async () => {
    const spec = specOf({ A: { type: "string" } });
    await expect(run(spec, { exclude: ["*"] })).rejects.toThrow("No operation is left to generate");
  });
});

/** A description with these schemas and without operations. */
const schemasAlone = (schemas: object): object => ({ openapi: "3.1.0", info, components: { schemas } });
