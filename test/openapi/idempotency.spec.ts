import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled } from "./package.fixture.js";

afterAll(expectCompiled);

/** A POST that takes a key in a header, as described. */
const withKey = (schema: object): object => ({
  openapi: "3.1.0",
  info: { title: "Test", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        parameters: [{ name: "Idempotency-key", in: "header", required: true, schema }],
        responses: answer({ type: "object" }),
      },
    },
  },
});

describe("a description that promises idempotency keys", () => {
  it("makes a POST repeatable under a key of its own, which the caller may leave out", async () => {
    const usage = `import { createOrder, Session } from "./index.js";
      export const order = (session: Session) => createOrder(session);
      export const named = (session: Session) => createOrder(session, { params: { "Idempotency-key": "mine" } });`;
    const built = await compile(withKey({ type: "string", minLength: 16 }), usage);
    const { AcmeClient, OptionsError } = (await built.load("index.js")) as {
      AcmeClient: new (options: object) => { createOrder(options?: object): Promise<unknown> };
      OptionsError: new () => Error;
    };
    const keys: (string | null)[] = [];
    const fetch = async (_: string, init: RequestInit): Promise<Response> => {
      keys.push(new Headers(init.headers).get("idempotency-key"));
      return Response.json({}, { status: 503 });
    };
    const retry = { maxAttempts: 2, baseDelayMs: 0 };
    const client = new AcmeClient({ baseUrl: "http://a.test", fetch, retry });
    await expect(client.createOrder()).rejects.toMatchObject({ code: "UNAVAILABLE", attempts: 2 });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect(() => new AcmeClient({ baseUrl: "nowhere" })).toThrow(OptionsError);
  });

  it("promises none where a UUID is no key: the POST is sent once, with the caller's", async () => {
    const usage = `import { createOrder, Session } from "./index.js";
      // @ts-expect-error -- the key is required
      export const order = (session: Session) => createOrder(session);`;
    const built = await compile(withKey({ type: "string", maxLength: 20 }), usage);
    expect(built.text("src/operations/operations.ts")).not.toContain("addKey");
  });
});
