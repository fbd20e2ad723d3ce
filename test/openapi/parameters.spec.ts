import { afterAll, expect, it } from "vitest";
import { answer, compile, expectCompiled } from "./package.fixture.js";
import { text } from "./schema-kind.fixture.js";

afterAll(expectCompiled);

const spec = { openapi: "3.1.0", info: { title: "Acme", version: "1" }, servers: [{ url: "http://a.test" }] };

it("a header of a path and of its operation is one parameter, whatever the case of its letters", async () => {
  const header = (name: string): object => ({ name, in: "header", schema: text });
  const built = await compile(
    {
      ...spec,
      paths: {
        "/a": {
          parameters: [header("X-Trace")],
          get: { operationId: "trace", parameters: [header("x-trace")], responses: answer({}) },
        },
      },
    },
    `import type { AcmeClient } from "./index.js";
    export const call = (client: AcmeClient): unknown => client.trace({ params: { "x-trace": "1" } });
    // @ts-expect-error The operation's name counts.
    export const other = (client: AcmeClient): unknown => client.trace({ params: { "X-Trace": "1" } });`,
  );
  expect(await built.errors()).toBe("");
});

it.each([
  [{ type: "array", uniqueItems: true, items: text }, ["a", "a"], "a list without equal items"],
  [{ type: "number", multipleOf: 0.01 }, 0.001, "a multiple of 0.01"],
])("the refusal of an argument names its rule: %j", async (schema, value, want) => {
  const parameters = [{ name: "q", in: "query", schema }];
  const built = await compile({
    ...spec,
    paths: { "/a": { get: { operationId: "ask", parameters, responses: answer({}) } } },
  });
  const { AcmeClient } = (await built.load("index.js")) as {
    AcmeClient: new (options: object) => Record<string, (options: object) => Promise<unknown>>;
  };
  const fetch = async (): Promise<Response> => Response.json({});
  const client = new AcmeClient({ fetch, baseUrl: "http://a.test", validateRequests: "strict" });
  await expect(client["ask"]?.({ params: { q: value } })).rejects.toThrow(want);
});
