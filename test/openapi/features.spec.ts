import { afterAll, describe, expect, it } from "vitest";
import { spec, usage } from "./features.fixture.js";
import { compile, expectCompiled, run } from "./package.fixture.js";
import { codedError } from "../coded-error.js";

afterAll(expectCompiled);

interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

type Client = Readonly<
  Record<string, Readonly<Record<string, (...args: unknown[]) => Promise<unknown> & AsyncIterable<unknown>>>>
>;

/** A compiled client whose requests are answered by a function. */
async function opened(options: object, reply: (url: URL, init: RequestInit) => Response) {
  const built = await compile(spec, usage);
  const { AcmeClient } = (await built.load("index.js")) as { AcmeClient: new (options: object) => Client };
  const sent: Sent[] = [];
  const fetch = async (url: string | URL, init: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), headers: new Headers(init.headers) });
    return reply(new URL(url), init);
  };
  return { built, client: new AcmeClient({ fetch, auth: "external", ...options }), sent };
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe("the client of an API with servers, credentials, errors and pages", () => {
  it("has types for all of it, and calls the first server by default", async () => {
    const { client, sent } = await opened({}, () => Response.json({ data: [] }));
    await client["orders"]!["list"]!();
    expect(sent[0]?.url).toBe("https://eu.shop.test/v1/orders");
    expect(sent[0]?.headers.get("authorization")).toBeNull();
  });

  it("sends the first set of credentials that the program has, where the operation asks for it", async () => {
    const auth = { key: "k&", tenant: () => "acme", login: { username: "me", password: "pw" } };
    const { client, sent } = await opened({ auth, baseUrl: "http://here.test" }, (url) =>
      Response.json(url.pathname === "/rooms" ? [] : { data: [], rows: 1 }),
    );
    await client["orders"]!["list"]!({ params: { limit: 2 } });
    await client["rooms"]!["list"]!();
    await client["orders"]!["export"]!({ params: { session: "s 1" } });
    expect(sent.map(({ url }) => url)).toEqual([
      "http://here.test/orders?limit=2&api_key=k%26",
      "http://here.test/rooms",
      "http://here.test/export",
    ]);
    expect(sent[0]?.headers.get("x-tenant")).toBe("acme");
    expect(sent[1]?.headers.get("x-tenant")).toBeNull();
    expect(sent[2]?.headers.get("authorization")).toBe("Basic bWU6cHc=");
    expect(sent[2]?.headers.get("cookie")).toBe("session=s%201");
  });

  it("calls an operation's own server, unless the program names one", async () => {
    const { client, sent } = await opened({}, () => Response.json({ rows: 1 }));
    await client["orders"]!["export"]!();
    expect(sent[0]?.url).toBe("https://files.shop.test/export");
  });

  it("gets one token for all calls, and gives credentials to no other host and to no error", async () => {
    const secret = "cl1ent-s3cret";
    const { client, sent } = await opened(
      { auth: { app: { clientId: "id", clientSecret: secret } }, retry: { maxAttempts: 1 } },
      (url) => {
        if (url.pathname === "/token")
          return Response.json({ access_token: "fresh-token", expires_in: 3600 });
        if (url.host === "eu.shop.test")
          return new Response(null, { status: 307, headers: { location: "https://evil.test/pet" } });
        return new Response("no", { status: 500 });
      },
    );
    const errors = await Promise.all(
      [1, 2, 3].map(() => client["pet"]!["get"]!().catch((error: unknown) => error)),
    );
    const elsewhere = sent.filter(({ url }) => url.startsWith("https://evil.test"));
    expect(elsewhere).toHaveLength(3);
    for (const { headers } of elsewhere) expect(headers.get("authorization")).toBeNull();
    for (const error of errors)
      expect(JSON.stringify(error) + String(error)).not.toMatch(/fresh-token|s3cret/);
  });

  it("tells errors by status, with their bodies, and keeps none that is too long", async () => {
    let status = 422;
    let body: unknown = { fields: ["item"] };
    const { built, client } = await opened({ maxErrorBody: 40 }, () => Response.json(body, { status }));
    const { fieldsOf } = (await built.load("usage.js")) as { fieldsOf: (error: unknown) => unknown };
    const order = { item: "a", pin: "1" };
    const fail = (): Promise<unknown> => client["orders"]!["create"]!(order).catch((error: unknown) => error);
    expect(fieldsOf(await fail())).toEqual(["item"]);
    [status, body] = [409, { conflict: "taken" }];
    expect(fieldsOf(await fail())).toBe("taken");
    [status, body] = [418, { message: "teapot" }];
    expect(fieldsOf(await fail())).toBe("teapot");
    [status, body] = [422, { other: 1 }];
    expect(fieldsOf(await fail())).toBe("HTTP_ERROR");
    [status, body] = [422, { fields: ["x".repeat(60)] }];
    expect(await fail()).toMatchObject({ status: 422, body: undefined });
  });

  it("reads lists page by page: by a token, and by links", async () => {
    const { client, sent } = await opened({}, (url) => {
      const page = Number(url.searchParams.get("page") ?? url.searchParams.get("cursor") ?? 1);
      if (url.pathname.endsWith("/rooms")) {
        const link =
          page < 3 ? { link: `<${url.origin}/rooms?page=${page + 1}>; rel="next", <x>; rel="last"` } : {};
        return Response.json([`room ${page}`], { headers: link as Record<string, string> });
      }
      return Response.json({
        data: [{ id: page, item: "a" }],
        ...(page < 3 && { next_cursor: String(page + 1) }),
      });
    });
    expect(await all(client["orders"]!["listAll"]!({ params: { limit: 1 } }))).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    expect(sent.at(-1)?.url).toBe("https://eu.shop.test/v1/orders?cursor=3&limit=1");
    expect(await all(client["rooms"]!["pages"]!())).toEqual([["room 1"], ["room 2"], ["room 3"]]);
    for await (const _ of client["rooms"]!["listAll"]!()) break;
    expect(sent).toHaveLength(7);
  });
});

describe("a selection of operations", () => {
  it.each([
    [{ include: ["orders"] }, ["src/operations/orders.ts"]],
    [{ include: ["getPet", "GET /rooms"] }, ["src/operations/pet.ts", "src/operations/rooms.ts"]],
    [{ exclude: ["/orders*", "export", "pet"] }, ["src/operations/rooms.ts"]],
  ])("of %j generates those alone", async (options, files) => {
    const generated = await run(spec, options);
    expect(
      generated.files.map(({ path }) => path).filter((path) => path.startsWith("src/operations/")),
    ).toEqual(files);
  });

  it("that names nothing is refused", async () => {
    await expect(run(spec, { exclude: ["oders"] })).rejects.toThrow(
      codedError("OPENAPI_INVALID", "--exclude oders matches no operation"),
    );
  });
});

describe("a description of which a part is not understood", () => {
  it("gives all the rest, and says once what is left out and what is not checked", async () => {
    const faulty = structuredClone(spec) as {
      paths: Record<string, Record<string, { parameters?: object[] }>>;
      components: { schemas: Record<string, object> };
    };
    faulty.paths["/rooms"]!["get"] = { $ref: "rooms.yaml" } as object;
    faulty.components.schemas["Cat"] = { ...faulty.components.schemas["Cat"], not: {}, propertyNames: {} };
    faulty.components.schemas["Dog"] = { ...faulty.components.schemas["Dog"], not: {} };
    const { omitted, warnings, operations, files } = await run(faulty);
    expect([omitted, operations]).toEqual([["GET /rooms"], 4]);
    expect(warnings.map(({ what }) => what)).toEqual([
      'The schema keyword "not" is not supported, so values are not checked for it (here and in 1 more place)',
      'The schema keyword "propertyNames" is not supported, so values are not checked for it',
      'GET /rooms is left out. The $ref "rooms.yaml" points outside of this file',
    ]);
    for (const note of warnings)
      expect(note).toMatchObject({
        file: "api.yaml",
        line: expect.any(Number) as number,
        column: expect.any(Number) as number,
      });
    expect(files.map(({ path }) => path)).not.toContain("src/operations/rooms.ts");
    await expect(run(faulty, { isStrict: true })).rejects.toThrow(
      codedError("OPENAPI_INVALID", "GET /rooms is left out"),
    );
  });
});
