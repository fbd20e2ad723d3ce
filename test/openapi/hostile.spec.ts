import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, generate, problemsOf, specOf } from "./package.fixture.js";
import { shapeOf } from "./syntax.fixture.js";

afterAll(expectCompiled);

const info = { title: "Test", version: "1" };
const get = (operation: object): object => ({ get: { responses: answer({ type: "string" }), ...operation } });
const withPaths = (paths: object, more: object = {}): object => ({ openapi: "3.1.0", info, paths, ...more });

describe("a spec that cannot be generated from", () => {
  const cases: readonly (readonly [string, object | string, string])[] = [
    ["no YAML", "a: [", "api.yaml:1:5: This is neither YAML nor JSON"],
    [
      "a key twice",
      "openapi: 3.1.0\nopenapi: 3.1.0\n",
      "api.yaml:2:1: This is neither YAML nor JSON: Map keys must be unique",
    ],
    ["a list", "[]", "The description is not an object"],
    ["nothing", "", "The description is not an object"],
    ["another format", { swagger: "2.0" }, "The description has no operations"],
    ["no format", { a: 1 }, "This is not an OpenAPI description"],
    ["another version", { openapi: "4.0.0" }, "OpenAPI 4.0.0 is not supported"],
    ["no operations", withPaths({}), "The description has no operations"],
    [
      "a YAML bomb",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f", "g", "h"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`).join("\n")}\n`,
      "YAML aliases make the description grow beyond 3,000,000 values",
    ],
    ["a value that holds itself", "openapi: 3.1.0\na: &a\n  b: *a\n", "The description"],
    ["nesting without end", "[".repeat(20_000), "Maximum call stack size exceeded"],
    ["a key __proto__", '{"openapi":"3.1.0","components":{"__proto__":{}}}', "A key is called __proto__"],
    [
      "a $ref to another file",
      specOf({ A: { $ref: "other.yaml#/A" } }),
      'The $ref "other.yaml#/A" points outside of this file',
    ],
    ["a $ref to a host", specOf({ A: { $ref: "https://evil.test/a.json" } }), "points outside of this file"],
    [
      "a $ref to the metadata of a machine",
      withPaths({ "/a": { $ref: "http://169.254.169.254/x" } }),
      "points outside of this file",
    ],
    [
      "a $ref to nothing",
      specOf({ A: { $ref: "#/components/schemas/B" } }),
      'The $ref "#/components/schemas/B" points to nothing',
    ],
    [
      "a $ref to a prototype",
      specOf({ A: { $ref: "#/__proto__" } }),
      'The $ref "#/__proto__" points to nothing',
    ],
    ["a $ref to a method", specOf({ A: { $ref: "#/constructor/name" } }), "points to nothing"],
    [
      "$refs in a circle",
      specOf({ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } }),
      "The schema refers only to itself",
    ],
    [
      "a schema made of itself",
      specOf({ A: { allOf: [{ $ref: "#/components/schemas/A" }] } }),
      "The schema refers only to itself",
    ],
    [
      "parameters that are each other",
      withPaths(
        { "/a": get({ parameters: [{ $ref: "#/components/parameters/P" }] }) },
        {
          components: {
            parameters: {
              P: { $ref: "#/components/parameters/Q" },
              Q: { $ref: "#/components/parameters/P" },
            },
          },
        },
      ),
      "This $ref points back to itself",
    ],
    [
      "an unknown keyword",
      specOf({ A: { type: "object", propertyNames: {} } }),
      '#/components/schemas/A: The schema keyword "propertyNames" is not supported',
    ],
    ["an unknown type", specOf({ A: { type: "date" } }), 'The type "date" does not exist'],
    [
      "a pattern that takes for ever",
      specOf({ A: { pattern: "^(a+)+$" } }),
      "can take more than linear time",
    ],
    ["a pattern that is none", specOf({ A: { pattern: "(" } }), "is not a regular expression"],
    ["a limit that is none", specOf({ A: { minLength: -1 } }), "minLength is -1"],
    [
      "a property __proto__",
      '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":{"required":["__proto__"]}}}}}}}}}',
      "__proto__",
    ],
    [
      "an operationId twice",
      withPaths({ "/a": get({ operationId: "x" }), "/b": get({ operationId: "x" }) }),
      'The operationId "x" is also that of #/paths/~1a/get',
    ],
    [
      "a style that does not exist",
      withPaths({ "/a": get({ parameters: [{ name: "c", in: "query", style: "matrix", schema: {} }] }) }),
      'The style "matrix" does not exist for a query parameter',
    ],
    [
      "a path with a space",
      withPaths({ "/a b": get({}) }),
      "The path contains characters or segments that a URL cannot have",
    ],
    [
      "a query of a path that no address can have",
      withPaths({ '/a?b="\u2028': get({}) }),
      "The path contains characters or segments that a URL cannot have",
    ],
    [
      "a parameter in the query of a path",
      withPaths({ "/a?b={c}&d=e": get({}) }),
      "The path has a parameter in its query, which is left out",
    ],
    [
      "a path parameter that is not described",
      withPaths({ "/a/{b}": get({}) }),
      'The path parameter "b" is not described',
    ],
    [
      "a path parameter without a place",
      withPaths({ "/a": get({ parameters: [{ name: "b", in: "path", required: true, schema: {} }] }) }),
      'The path does not contain the parameter "b"',
    ],
    [
      "a parameter __proto__",
      withPaths({ "/a": get({ parameters: [{ name: "__proto__", in: "query", schema: {} }] }) }),
      "A parameter is called __proto__",
    ],
    [
      "a parameter that every object has",
      withPaths({ "/a": get({ parameters: [{ name: "toString", in: "query", schema: {} }] }) }),
      "A parameter is called toString, which every JavaScript object has",
    ],
    [
      "a header that is none",
      withPaths({ "/a": get({ parameters: [{ name: "a\r\nb", in: "header", schema: {} }] }) }),
      "is not a valid header name",
    ],
    ["a path without its slash", withPaths({ a: get({}) }), "The path does not begin with /"],
  ];

  it.each(cases)("for %s says what and where", async (_, spec, message) => {
    expect(await problemsOf(spec)).toContain(message);
  });

  it("names file, line and column", async () => {
    const text =
      "openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    A:\n      type: object\n      if: {}\n";
    expect(await problemsOf(text)).toContain(
      'api.yaml:7:7: #/components/schemas/A: The schema keyword "if" is not supported, so ',
    );
  });
});

/** One spec with a text in every place where a text may stand. */
const spec = (text: string, id: string, key: string, query = "a-b"): object => ({
  openapi: "3.1.0",
  info: { title: text, version: text, description: text },
  tags: [{ name: "things", description: text }],
  paths: {
    "/things/{thing-id}": {
      get: {
        tags: ["things"],
        operationId: id,
        summary: text,
        description: text,
        deprecated: true,
        parameters: [
          { name: "thing-id", in: "path", required: true, description: text, schema: { type: "string" } },
          {
            name: query,
            in: "query",
            description: text,
            schema: { type: "string", enum: [text] },
            example: text,
          },
          {
            name: "x-b",
            in: "header",
            description: text,
            schema: { type: "string", pattern: text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") },
          },
        ],
        responses: answer({ $ref: "#/components/schemas/Thing" }),
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        title: text,
        description: text,
        required: [key],
        properties: {
          [key]: { type: "string", description: text, default: text, examples: [text], format: text },
          kind: { enum: [text, 1] },
        },
      },
    },
  },
});

describe("hostile text", () => {
  const texts = [
    "*/ globalThis.pwned = 1; /*",
    "`${globalThis.pwned = 1}`",
    '"; globalThis.pwned = 1; "',
    '\\"; globalThis.pwned = 1; //',
    "a\u2028globalThis.pwned = 1\u2029b\r\nc\u0085d",
    "// @ts-nocheck\n@ts-ignore\n/* @ts-expect-error",
    "{{#each x}}{{y}}{{/each}} {{{z}}}",
    "\u202e\u2066 reversed \u200b\u0000\u001b[31m",
    "</script><script>globalThis.pwned = 1</script>",
    "@deprecated\n@param x\n * @see",
  ];

  let neutral: Awaited<ReturnType<typeof generate>>;
  beforeAll(async () => {
    neutral = await generate(spec("neutral", "getThing", "a-b"));
  });

  it.each(texts)("%j stays text: the code has the shape that neutral text gives it", async (text) => {
    const hostile = await generate(spec(text, "getThing", "a-b"));
    const codeOf = (files: typeof hostile) =>
      new Map(files.filter(({ path }) => path.endsWith(".ts")).map((file) => [file.path, file.text]));
    const code = codeOf(hostile);
    const wanted = codeOf(neutral);
    expect(wanted.size).toBeGreaterThan(10);
    for (const [path, neutralText] of wanted) {
      const hostileText = code.get(path);
      // The runtime's files have one text and so one shape.
      if (hostileText === neutralText) continue;
      expect(hostileText && shapeOf(hostileText), path).toEqual(shapeOf(neutralText));
    }
    const hidden = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
    expect(hostile.map((file) => file.text).join("")).not.toMatch(hidden);
  });

  it.each([
    ["constructor", "constructor"],
    ["then", "toString"],
    ["delete", "default"],
    ["__proto__", "hasOwnProperty"],
    ["Object", "class"],
    ["get-thing.by id", "a b"],
    ["получить", "ключ"],
    ["1st", "1"],
    ["session", "session"],
    ["isAny", "options"],
  ])("an operationId %s and a name %s give code that compiles and calls", async (id, key) => {
    const query = key in Object.prototype ? "a-b" : key;
    const built = await compile(spec("plain", id, key, query));
    const { AcmeClient } = (await built.load("index.js")) as {
      AcmeClient: new (options: object) => {
        things: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
    };
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({ [key]: "x", kind: 1 });
    };
    const client = new AcmeClient({ baseUrl: "http://a.test", fetch, validate: "strict" });
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(client.things)).filter(
      (name) => name !== "constructor",
    );
    expect(methods).toHaveLength(2);
    for (const name of methods)
      expect(await client.things[name]?.("7", { params: { [query]: "plain" } })).toEqual({
        [key]: "x",
        kind: 1,
      });
    expect(urls[0]).toBe(`http://a.test/things/7?${encodeURIComponent(query)}=plain`);
  });
});
