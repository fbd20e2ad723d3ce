import { afterAll, describe, expect, it } from "vitest";
import { codedError } from "../coded-error.js";
import { problemsOf, run, expectCompiled } from "./package.fixture.js";
import { call, ok, secured, type Options } from "./secured.fixture.js";

afterAll(expectCompiled);

/** A description whose token URL and servers are these. */
const oauth = (
  tokenUrl: unknown,
  servers: unknown = [{ url: "https://api.example.com/v1" }],
  more: object = {},
): object => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  servers,
  security: [{ oa: ["read"] }],
  paths: { "/a": { get: { operationId: "call", responses: ok } }, ...more },
  components: {
    securitySchemes: {
      oa: { type: "oauth2", flows: { clientCredentials: { tokenUrl, scopes: { read: "r" } } } },
    },
  },
});

const auth = { oa: { clientId: "id", clientSecret: "secret" } };

describe("the token URL of client credentials", () => {
  it.each<readonly [tokenUrl: string, servers: unknown, options: Options, url: string]>([
    ["/oauth/token", undefined, {}, "https://api.example.com/oauth/token"],
    ["/oauth/token", [{ url: "https://api.example.com/v1/" }], {}, "https://api.example.com/oauth/token"],
    ["oauth/token", [{ url: "https://api.example.com/v1/" }], {}, "https://api.example.com/v1/oauth/token"],
    [
      "../oauth/token?a=b",
      [{ url: "https://api.example.com/v1/" }],
      {},
      "https://api.example.com/oauth/token?a=b",
    ],
    ["//login.example.com/token", undefined, {}, "https://login.example.com/token"],
    ["https://login.example.com/token", undefined, {}, "https://login.example.com/token"],
    [
      "/oauth/token",
      undefined,
      { baseUrl: "http://localhost:8080/api" },
      "http://localhost:8080/oauth/token",
    ],
    ["/oauth/token", [], { baseUrl: "https://here.test/api" }, "https://here.test/oauth/token"],
    [
      "/oauth/token",
      [{ url: "/api" }],
      { baseUrl: "https://here.test/api" },
      "https://here.test/oauth/token",
    ],
    [
      "/oauth/token",
      [
        { url: "https://{env}.test/v1", variables: { env: { default: "live" } } },
        { url: "https://sandbox.test/v1" },
      ],
      { server: { url: "https://sandbox.test/v1" } },
      "https://sandbox.test/oauth/token",
    ],
    [
      "/oauth/token",
      [{ url: "https://{env}.test/v1", variables: { env: { default: "live" } } }],
      { server: { url: "https://{env}.test/v1", variables: { env: "eu" } } },
      "https://eu.test/oauth/token",
    ],
  ])(
    "%s of the servers %j is requested once, from the server in use",
    async (tokenUrl, servers, options, url) => {
      const { sent, error, client } = await call(oauth(tokenUrl, servers), { auth, ...options });
      expect(error).toBeUndefined();
      await client.call();
      expect(sent.map((one) => `${one.method} ${one.url}`)).toEqual([
        `POST ${url}`,
        expect.stringMatching(/^GET .*\/a$/),
        expect.stringMatching(/^GET .*\/a$/),
      ]);
      expect(sent[1]?.headers.get("authorization")).toBe("Bearer fresh");
    },
  );

  it("is that of the API for an operation with its own server", async () => {
    const other = { get: { operationId: "other", servers: [{ url: "https://files.test" }], responses: ok } };
    const { client, sent } = await call(oauth("/oauth/token", undefined, { "/b": other }), { auth });
    await client.other?.();
    expect(sent.map(({ url }) => url)).toEqual([
      "https://api.example.com/oauth/token",
      "https://api.example.com/v1/a",
      "https://files.test/b",
    ]);
    expect(sent[2]?.headers.get("authorization")).toBe("Bearer fresh");
  });

  it("has its own tokens for each server that a program calls with one credential", async () => {
    const spec = oauth("/oauth/token");
    const first = await call(spec, { auth, baseUrl: "https://one.test" });
    const second = await call(spec, { auth, baseUrl: "https://two.test" });
    expect(
      [...first.sent, ...second.sent].filter(({ method }) => method === "POST").map(({ url }) => url),
    ).toEqual(["https://one.test/oauth/token", "https://two.test/oauth/token"]);
  });

  it.each(["", "http://[", "javascript:alert(1)", "mailto:a@b.test"])(
    "that is no URL is noted: %j",
    async (tokenUrl) => {
      expect(await problemsOf(oauth(tokenUrl))).toContain(
        "is not a URL, so the client cannot request a token",
      );
      expect(
        (await call(oauth(tokenUrl), { auth: { oa: "given" } })).sent[0]?.headers.get("authorization"),
      ).toBe("Bearer given");
    },
  );

  it("of Swagger counts from the host", async () => {
    const spec = {
      swagger: "2.0",
      info: { title: "t", version: "1" },
      host: "api.example.com",
      basePath: "/v1",
      paths: {
        "/a": {
          get: {
            operationId: "call",
            security: [{ oa: [] }],
            responses: { 200: { description: "ok", schema: {} } },
          },
        },
      },
      securityDefinitions: {
        oa: { type: "oauth2", flow: "application", tokenUrl: "/oauth/token", scopes: {} },
      },
    };
    expect((await call(spec, { auth })).sent[0]?.url).toBe("https://api.example.com/oauth/token");
  });
});

describe("servers", () => {
  it.each<readonly [name: string, servers: unknown, problem: string]>([
    [
      "without a description",
      [{ url: "https://{h}.example.com" }],
      'has the variable "h", which has no default',
    ],
    ["without a default", [{ url: "https://{h}.example.com", variables: { h: {} } }], 'has the variable "h"'],
    [
      "of another name",
      [{ url: "https://{h}.{i}.test", variables: { h: { default: "a" } } }],
      'has the variable "i"',
    ],
    [
      "whose default is not in its enum",
      [{ url: "https://{h}.test", variables: { h: { default: "a", enum: ["b"] } } }],
      "is not in its enum",
    ],
  ])("have a problem at generation for a variable %s", async (_, servers, problem) => {
    expect(await problemsOf({ ...(secured([]) as object), servers })).toContain(problem);
  });

  it.each<readonly [name: string, owner: string]>([
    ["an operation", "operation"],
    ["a path", "path"],
  ])("of %s with such a variable are not called", async (_, owner) => {
    const servers = [{ url: "https://{h}.evil.test" }];
    const operation = { operationId: "call", responses: ok, ...(owner === "operation" && { servers }) };
    const spec = secured([], { paths: { "/a": { get: operation, ...(owner === "path" && { servers }) } } });
    expect(await problemsOf(spec)).toContain('has the variable "h"');
    expect((await call(spec)).sent[0]?.url).toBe("https://api.test/v1/a");
  });

  it("of an operation count from the API's server if they are relative", async () => {
    const spec = secured([], {
      paths: { "/a": { get: { operationId: "call", servers: [{ url: "/v2" }], responses: ok } } },
    });
    expect((await call(spec)).sent[0]?.url).toBe("https://api.test/v2/a");
  });

  it("check the value of a variable also if there is one server", async () => {
    const servers = [{ url: "https://{h}.example.com", variables: { h: { default: "a" } } }];
    const spec = { ...(secured([]) as object), servers };
    const server = { url: servers[0]?.url, variables: { h: "evil.test/#" } };
    await expect(call(spec, { server })).rejects.toThrow(
      codedError("OPTION_INVALID", "baseUrl must be http(s)"),
    );
    expect((await call(spec, { server: { url: servers[0]?.url, variables: { h: "b" } } })).sent[0]?.url).toBe(
      "https://b.example.com/a",
    );
  });

  it("that are left out cost no operation", async () => {
    const { operations, warnings } = await run({
      ...(secured([]) as object),
      servers: [{ url: "https://{h}.example.com" }],
    });
    expect(operations).toBe(1);
    expect(warnings).toHaveLength(3);
  });
});
