import { afterAll, describe, expect, it } from "vitest";
import { compile, expectCompiled, specOf } from "./package.fixture.js";
import { codedError } from "../coded-error.js";

afterAll(expectCompiled);

type Mode = "default" | "strict" | "report" | "off";

const query = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: "query",
  schema,
  ...more,
});
const responses = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };
const bodyOf = (schema: object): object => ({ content: { "application/json": { schema } } });

/** An API whose parameters have limits of every kind, in every place. */
const spec = {
  ...(specOf({
    Color: { type: "string", enum: ["red", "blue"] },
    Body: {
      type: "object",
      required: ["title"],
      additionalProperties: false,
      properties: {
        title: { type: "string", maxLength: 3 },
        at: { type: "string", format: "date-time" },
        color: { $ref: "#/components/schemas/Color" },
        tags: { type: "array", items: { type: "string" } },
        price: { type: "number", multipleOf: 0.01 },
      },
    },
    Deep: { type: "object", required: ["a"], properties: { a: { type: "string", minLength: 2 } } },
  }) as object),
  paths: {
    "/a/{id}": {
      get: {
        operationId: "call",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } },
          query("price", { type: "number", multipleOf: 0.5 }),
          query("limit", { type: "integer", minimum: 1, maximum: 10 }),
          query("color", { $ref: "#/components/schemas/Color" }),
          query("colors", { type: "array", maxItems: 2, items: { $ref: "#/components/schemas/Color" } }),
          query("either", {
            oneOf: [
              { type: "string", maxLength: 2 },
              { type: "integer", minimum: 5 },
            ],
          }),
          query("plain", { type: "integer" }),
          query("deep", { $ref: "#/components/schemas/Deep" }, { style: "deepObject" }),
          { name: "x-tag", in: "header", schema: { type: "string", minLength: 3 } },
          { name: "sid", in: "cookie", schema: { type: "string", minLength: 3 } },
        ],
        responses,
      },
    },
    "/c": {
      post: {
        operationId: "send",
        requestBody: bodyOf({ $ref: "#/components/schemas/Body" }),
        responses,
      },
    },
    "/d": {
      post: {
        operationId: "directed",
        requestBody: bodyOf({ type: "object", required: ["id"], properties: { id: { readOnly: true } } }),
        responses,
      },
    },
    "/b": {
      get: {
        operationId: "must",
        parameters: [query("q", { type: "string", minLength: 2 }, { required: true })],
        responses,
      },
    },
  },
};

interface Event {
  readonly operation: string;
  readonly path: string;
  readonly expected: string;
  readonly isRequest?: true;
}

/** Calls an operation. Returns the URLs that were sent, the reports, and the error if there is one. */
async function call(name: string, args: readonly unknown[], mode?: Mode, isOfCall = false) {
  const built = await compile(spec);
  const { AcmeClient } = (await built.load("index.js")) as {
    AcmeClient: new (options: object) => Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  };
  const sent: string[] = [];
  const reports: Event[] = [];
  const fetch = async (url: string): Promise<Response> => {
    sent.push(url.replace("http://a.test", ""));
    return Response.json({});
  };
  const checks = mode && { validateRequests: mode };
  const client = new AcmeClient({
    baseUrl: "http://a.test",
    fetch,
    onDrift: (event: Event) => reports.push(event),
    ...(isOfCall ? {} : checks),
  });
  const [options = {}] = args.slice(-1) as object[];
  const error = await client[name]!(
    ...args.slice(0, -1),
    isOfCall ? { ...options, ...checks } : options,
  ).then(
    () => undefined,
    (thrown: unknown) => thrown as Error & { readonly code: string },
  );
  return { sent, reports, error };
}

/** Arguments of a right JSON type that violate a limit. */
const violations: readonly (readonly [name: string, value: unknown, sent: string])[] = [
  ["price", 0.3, "price=0.3"],
  ["limit", 11, "limit=11"],
  ["limit", 0, "limit=0"],
  ["color", "green", "color=green"],
  ["colors", ["red", "red", "blue"], "colors=red&colors=red&colors=blue"],
  ["colors", ["green"], "colors=green"],
  ["either", "abc", "either=abc"],
  ["either", 4, "either=4"],
  ["deep", { a: "b" }, "deep%5Ba%5D=b"],
];

/** Arguments of a wrong JSON type, and what is sent of them. */
const wrongTypes: readonly (readonly [name: string, value: unknown, sent: string])[] = [
  ["limit", "5", "limit=5"],
  ["limit", 1.5, "limit=1.5"],
  ["plain", "5", "plain=5"],
  ["price", true, "price=true"],
  ["color", 5, "color=5"],
  ["colors", "red", "colors=red"],
  ["either", true, "either=true"],
  ["deep", { b: "c" }, "deep%5Bb%5D=c"],
];

describe.each<readonly [mode: Mode | undefined, isOfCall: boolean]>([
  [undefined, false],
  ["default", false],
  ["strict", false],
  ["report", false],
  ["off", false],
  ["off", true],
  ["strict", true],
])("arguments with validateRequests %s (of the call: %s)", (mode, isOfCall) => {
  const effective = mode ?? "default";

  it.each(violations)("that violate a limit: %s %j", async (name, value, query) => {
    const { sent, reports, error } = await call(
      "call",
      ["abc", { params: { [name]: value } }],
      mode,
      isOfCall,
    );
    if (effective === "strict") {
      expect(sent).toEqual([]);
      expect(error).toMatchObject({ code: "INVALID_ARGUMENT", operation: "call", attempts: 0 });
      const place = new RegExp(
        `^call: ${name} cannot be sent: (it|a|colors\\[0\\]) (must be .*|is required); .*Requests`,
      );
      expect(error?.message).toMatch(place);
      return;
    }
    expect(error).toBeUndefined();
    expect(sent).toEqual([`/a/abc?${query}`]);
    expect(reports.map(({ path, isRequest, operation }) => ({ path, isRequest, operation }))).toEqual(
      effective === "off" ? [] : [{ path: name, isRequest: true, operation: "call" }],
    );
  });

  it.each(wrongTypes)("of a wrong JSON type: %s %j", async (name, value, query) => {
    const { sent, reports, error } = await call(
      "call",
      ["abc", { params: { [name]: value } }],
      mode,
      isOfCall,
    );
    if (effective === "strict" || effective === "default") {
      expect(sent).toEqual([]);
      expect(error).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
      expect(error?.message).toContain("validateRequests");
      return;
    }
    expect(error).toBeUndefined();
    expect(sent).toEqual([`/a/abc?${query}`]);
    expect(reports).toHaveLength(effective === "report" ? 1 : 0);
  });

  it.each<readonly [body: unknown, path: string]>([
    [{ title: "abcd" }, "body.title"],
    [{ title: "a", color: "green" }, "body.color"],
    [{ title: "a", price: 0.001 }, "body.price"],
    [{ title: "a", more: 1 }, "body.more"],
  ])("in a JSON body that violate a limit: %j", async (body, path) => {
    const { sent, reports, error } = await call("send", [body, {}], mode, isOfCall);
    expect(sent).toEqual(effective === "strict" ? [] : ["/c"]);
    expect(error?.message).toEqual(
      effective === "strict" ? expect.stringContaining("validateRequests") : undefined,
    );
    const isReported = effective === "default" || effective === "report";
    expect(reports.map((one) => [one.path, one.isRequest])).toEqual(isReported ? [[path, true]] : []);
  });

  it.each<readonly [body: unknown, path: string]>([
    [{}, "title"],
    [{ title: null }, "title"],
    [{ title: 5 }, "title"],
    [{ title: "a", tags: "b" }, "tags"],
    [{ title: "a", tags: [1] }, "tags[0]"],
    [[], "it"],
  ])("in a JSON body of a wrong JSON type, or missing there: %j", async (body, path) => {
    const { sent, reports, error } = await call("send", [body, {}], mode, isOfCall);
    const isRefused = effective === "strict" || effective === "default";
    expect(sent).toEqual(isRefused ? [] : ["/c"]);
    if (isRefused) expect(error).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
    if (isRefused)
      expect(error?.message).toMatch(
        new RegExp(
          `^send: the body cannot be sent: ${path.replace("[", "\\[")} (?:must be .*|is required); .*validateRequests`,
        ),
      );
    expect(reports).toHaveLength(effective === "report" ? 1 : 0);
  });

  it.each<readonly [name: string, body: unknown]>([
    ["send", { title: "a", at: new Date(0) }],
    ["send", { title: "a", color: undefined }],
    ["send", undefined],
    ["directed", {}],
  ])("in a JSON body that JSON represents as described: %s %j", async (name, body) => {
    const { sent, reports, error } = await call(name, [body, {}], mode, isOfCall);
    expect([sent.length, reports, error]).toEqual([1, [], undefined]);
  });

  it("in a JSON body that cannot be sent are always refused", async () => {
    const loop: { title: string; self?: object } = { title: "a" };
    loop.self = loop;
    for (const body of [loop, { title: "a", price: NaN }, { title: "a", tags: [new Map()] }, { title: 1n }]) {
      const { sent, error } = await call("send", [body, {}], mode, isOfCall);
      expect([sent, error?.code]).toEqual([[], "INVALID_ARGUMENT"]);
    }
  });

  it("that are missing", async () => {
    const { sent, reports, error } = await call("must", [{ params: {} }], mode, isOfCall);
    const isRefused = effective === "strict" || effective === "default";
    expect(sent).toEqual(isRefused ? [] : ["/b"]);
    expect(error?.code).toBe(isRefused ? "INVALID_ARGUMENT" : undefined);
    expect(reports).toHaveLength(effective === "report" ? 1 : 0);
  });

  it.each<readonly [name: string, args: readonly unknown[]]>([
    ["a missing argument of the path", [undefined, {}]],
    ["null in the path", [null, {}]],
    ["an empty argument of the path", ["", {}]],
    ["a path that leads elsewhere", ["..", {}]],
    ["NaN", ["abc", { params: { limit: NaN } }]],
    ["Infinity", ["abc", { params: { plain: Infinity } }]],
    ["an object", ["abc", { params: { limit: {} } }]],
    ["a list of objects", ["abc", { params: { colors: [{}] } }]],
    ["a symbol", ["abc", { params: { plain: Symbol("x") } }]],
    ["a lone surrogate", ["abc", { params: { color: "\ud800" } }]],
    ["a header with a line end", ["abc", { params: { "x-tag": "abc\ndef" } }]],
  ])("that cannot be sent are always refused: %s", async (_, args) => {
    const { sent, error } = await call("call", args, mode, isOfCall);
    expect(sent).toEqual([]);
    expect(error?.code).toBe("INVALID_ARGUMENT");
  });

  it.each([
    ["the path", ["ABC", {}], "/a/ABC"],
    ["a header", ["abc", { params: { "x-tag": "a" } }], "/a/abc"],
    ["a cookie", ["abc", { params: { sid: "a" } }], "/a/abc"],
  ] as const)("that violate a limit in %s", async (_, args, url) => {
    const { sent, reports } = await call("call", args, mode, isOfCall);
    expect(sent).toEqual(effective === "strict" ? [] : [url]);
    expect(reports).toHaveLength(effective === "default" || effective === "report" ? 1 : 0);
  });
});

describe("the option validateRequests", () => {
  it("refuses a value that does not exist", async () => {
    const refused = call("must", [{}], "none" as Mode);
    await expect(refused).rejects.toThrow(
      codedError("OPTION_INVALID", "validateRequests must be one of default, report, off, strict"),
    );
    expect((await call("must", [{ params: { q: "ab" } }], "none" as Mode, true)).error).toMatchObject({
      code: "OPTION_INVALID",
    });
  });
});
