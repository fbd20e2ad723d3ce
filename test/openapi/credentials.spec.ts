import { describe, expect, it, vi } from "vitest";
import { compile, problemsOf, run } from "./package.fixture.js";
import { codedError } from "../coded-error.js";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

type Call = (options?: object) => Promise<unknown>;
type Options = Readonly<Record<string, unknown>>;

const ok = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };
const schemes = {
  token: { type: "http", scheme: "bearer" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  tenant: { type: "apiKey", in: "query", name: "tenant" },
  login: { type: "http", scheme: "basic" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  tls: { type: "mutualTLS" },
  digest: { type: "http", scheme: "digest" },
};

/** A description with one operation `call`, which has this security. */
const secured = (security: unknown, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://api.test/v1" }],
  paths: { "/a": { get: { operationId: "call", security, responses: ok } } },
  components: { securitySchemes: schemes },
  ...more,
});

/** Calls `call` of a compiled package. Returns the requests that were sent, and the error if there is one. */
async function call(spec: object, options: Options = {}, callOptions: object = {}) {
  const built = await compile(spec);
  expect(built.errors).toBe("");
  const { AcmeClient } = (await built.load("index.js")) as {
    AcmeClient: new (options: Options) => { readonly call: Call; readonly other?: Call };
  };
  const sent: Sent[] = [];
  const fetch = async (url: string | URL, init: RequestInit): Promise<Response> => {
    sent.push({ url: String(url), method: init.method ?? "GET", headers: new Headers(init.headers) });
    return Response.json(String(url).includes("token") ? { access_token: "fresh", expires_in: 3600 } : {});
  };
  const client = new AcmeClient({ fetch, ...options });
  const error = await client.call(callOptions).then(
    () => undefined,
    (thrown: unknown) => thrown as Error & { readonly code: string },
  );
  return { client, sent, error };
}

describe("an operation that requires a credential", () => {
  it.each<readonly [name: string, security: unknown]>([
    ["a bearer token", [{ token: [] }]],
    ["a header", [{ key: [] }]],
    ["a query", [{ tenant: [] }]],
    ["a cookie", [{ cookie: [] }]],
    ["one of several", [{ token: [] }, { key: [], tenant: [] }]],
  ])("is not sent without it: %s", async (_, security) => {
    const { sent, error } = await call(secured(security));
    expect(sent).toEqual([]);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", clientReason: "NO_CREDENTIALS", attempts: 0 });
  });

  it("names the credentials that it may have, and the option", async () => {
    const { error } = await call(secured([{ token: [] }, { key: [], tenant: [] }]));
    expect(error?.message).toBe(
      'call: GET /a: no credential is given; set auth to { token: ... } or { key: ..., tenant: ... }, or to "external" if something else adds it',
    );
  });

  it.each<readonly [name: string, options: Options, callOptions?: object]>([
    ["`auth: external`", { auth: "external" }],
    ["a header of the client", { headers: { Authorization: "Bearer x" } }],
    ["a function for headers", { headers: () => ({ authorization: "Bearer x" }) }],
    ["a header of the call", {}, { headers: { authorization: "Bearer x" } }],
    ["its own signer", { sign: (_: unknown, sent: object) => sent }],
    ["part of an alternative", { auth: { tenant: "t" } }],
    ["the header of another alternative", { headers: { "x-key": "x" } }],
  ])("is sent with %s", async (_, options, callOptions) => {
    const { sent, error } = await call(
      secured([{ token: [] }, { key: [], tenant: [] }]),
      options,
      callOptions,
    );
    expect(error).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it.each<readonly [name: string, security: unknown]>([
    ["is optional", [{ token: [] }, {}]],
    ["is optional, said first", [{}, { token: [] }]],
    ["may be a certificate instead", [{ token: [] }, { tls: [] }]],
    ["may be one that `auth` does not support", [{ digest: [] }, { token: [] }]],
    ["needs a certificate alone", [{ tls: [] }]],
    ["is not required", []],
  ])("is sent where it %s, and has the credential that is given", async (_, security) => {
    const bare = await call(secured(security));
    expect(bare.error).toBeUndefined();
    expect(bare.sent).toHaveLength(1);
    const full = await call(secured(security), { auth: { token: "t" } }).catch((error: unknown) => error);
    if (JSON.stringify(security).includes("token"))
      expect(full).toMatchObject({ error: undefined, sent: [{ headers: expect.anything() as Headers }] });
    if (JSON.stringify(security).includes("token"))
      expect((full as Awaited<ReturnType<typeof call>>).sent[0]?.headers.get("authorization")).toBe(
        "Bearer t",
      );
  });

  it("is sent in a browser where a cookie may be the credential, since scripts do not see cookies", async () => {
    // A browser drops the header `cookie` of scripts.
    class BrowserRequest extends Request {
      constructor(url: string, init: RequestInit = {}) {
        const headers = new Headers(init.headers);
        headers.delete("cookie");
        super(url, { ...init, headers });
      }
    }
    vi.stubGlobal("Request", BrowserRequest);
    try {
      const { sent, error } = await call(secured([{ cookie: [] }]));
      expect(error).toBeUndefined();
      expect(sent).toHaveLength(1);
      expect((await call(secured([{ token: [] }]))).error?.code).toBe("UNAUTHENTICATED");
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each<readonly [name: string, auth: unknown, error: unknown]>([
    ["a text", "tok", codedError("OPTION_INVALID", "auth must have the form { token: ... }")],
    ["null", null, codedError("OPTION_INVALID", "auth must have the form")],
    ["an unknown scheme", { tokn: "x" }, codedError("OPTION_UNKNOWN", 'auth has the unknown scheme "tokn"')],
  ])("refuses %s as auth, and shows the form", async (_, auth, error) => {
    await expect(call(secured([{ token: [] }]), { auth })).rejects.toThrow(error as Error);
  });

  it.each<readonly [auth: object, message: string]>([
    [{ token: "" }, "call: GET /a: auth.token is empty or contains characters that cannot be sent"],
    [{ token: "a\nb" }, "auth.token is empty or contains characters"],
    [{ token: { clientId: "a", clientSecret: "s3cret" } }, "auth.token must be text, got object"],
    [{ token: () => undefined }, "auth.token must be text, got undefined"],
  ])("an invalid credential is named by its scheme: %j", async (auth, message) => {
    const { sent, error } = await call(secured([{ token: [] }]), { auth });
    expect(sent).toEqual([]);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", clientReason: "NO_CREDENTIALS" });
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain("s3cret");
  });

  it("is undefined in auth if its variable is not set, which counts as none", async () => {
    expect((await call(secured([{ token: [] }]), { auth: { token: undefined } })).error?.code).toBe(
      "UNAUTHENTICATED",
    );
  });
});

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
    await expect(call(spec, { server })).rejects.toThrow(codedError("OPTION_INVALID", "must not contain"));
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
