import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connect } from "../../session/core/connect.js";
import { defineMethod, defineService } from "./define-service.js";
import { connectThings, GetRequestType, methods, ThingType, wiring } from "../../fixture/test-api.fixture.js";
import { TestServer } from "../../fixture/test-server.fixture.js";
import { type ClientSession, sessionKey } from "../../session/core/session-key.js";
import { NodeSession as Session } from "../../session/core/node-session.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import type { FetchFunction } from "../../network/transport/fetch/fetch-function.js";
import { WebSession } from "../../session/web/web-session.js";
import { codedError } from "../../../../test/coded-error.js";

const thing = {
  metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
  spec: { size: 3, note: "n", password: "" },
};
const operation = { id: "o", resourceId: "t1", status: undefined, done: 0 };
const credentials = staticToken("token-1");

describe("a service with a host of its own", () => {
  const service = defineService("acme.v1.ThingService", { host: "things.example.org:8443" });
  const get = defineMethod(service, "Get", "unary", GetRequestType, ThingType, { readOnly: true });

  it.each<[what: string, options: SessionOptions]>([
    ["without an API domain", {}],
    ["whatever the API domain", { apiDomain: "api.example.com" }],
  ])("is called there, %s", async (_what, options) => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = new Session(
      { ...wiring, hasOwnHosts: true },
      { ...server.options, credentials, ...options },
    );
    await connect(session, service).unary(get, { id: "t1" });
    expect(server.seen.map(({ authority }) => authority)).toEqual(["things.example.org:8443"]);
  });

  it("is called under a name of the API's domain by a client that says so", async () => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = new Session(wiring, {
      ...server.options,
      credentials,
      apiDomain: "api.example.com",
    });
    await connect(session, service, { endpoint: "things" }).unary(get, { id: "t1" });
    expect(server.seen.map(({ authority }) => authority)).toEqual(["things.api.example.com:443"]);
  });
});

describe("a service without an endpoint", () => {
  const service = defineService("acme.v1.ThingService", undefined);
  const get = defineMethod(service, "Get", "unary", GetRequestType, ThingType, { readOnly: true });

  it("is called at the host and port that its client is told, without an API domain", async () => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = new Session({ ...wiring, hasOwnHosts: true }, { ...server.options, credentials });
    for (const host of ["things.example:8080", "things.example"]) {
      await connect(session, service, { endpoint: { host } }).unary(get, { id: "t1" });
    }
    expect(server.seen.map(({ authority }) => authority)).toEqual([
      "things.example:8080",
      "things.example:443",
    ]);
  });

  it.each<[endpoint: unknown, want: string, code: string]>([
    [undefined, "has no endpoint; say where to call it", "OPTION_MISSING"],
    [
      { port: 80 },
      'is the name of a service of the API, or a host, { host: "localhost:8080" }',
      "OPTION_INVALID",
    ],
    [null, "has no endpoint", "OPTION_MISSING"],
    [7, "is the name of a service of the API, or a host", "OPTION_INVALID"],
    [{ host: "a b" }, "host of the service", "OPTION_INVALID"],
    ["compute", 'apiDomain is needed to call the endpoint "compute"', "OPTION_MISSING"],
  ])("is not called at %j", async (endpoint, want, code) => {
    await using session = new Session({ ...wiring, hasOwnHosts: true }, { credentials });
    expect(() => connect(session, service, { endpoint: endpoint as never })).toThrow(codedError(code, want));
  });
});

describe("a service at the session's address", () => {
  const service = defineService("acme.v1.ThingService", undefined, { atSession: true });
  const get = defineMethod(service, "Get", "unary", GetRequestType, ThingType, { readOnly: true });
  const plain = { ...wiring, kind: "grpc", hasOwnHosts: true } as const;

  it("is called there, under the authority of the address", async () => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = new Session(plain, server.options);
    await connect(session, service).unary(get, { id: "t1" });
    expect(server.seen.map(({ authority }) => authority)).toEqual([server.options.endpoint]);
  });

  it("needs the address, and the error names the option, the variable and the option of pages", async () => {
    await using session = new Session(plain, {});
    expect(() => connect(session, service)).toThrow(
      codedError("OPTION_MISSING", /new Acme\(\{ endpoint: .*ACME_ENDPOINT.*baseUrl/),
    );
  });

  it("is called at the URL of a session over fetch, or at what the function returns for its full name", async () => {
    const urls: string[] = [];
    const fetch: FetchFunction = (url) => {
      urls.push(String(url));
      return Promise.reject(new TypeError("no network"));
    };
    for (const where of [
      { baseUrl: "https://a.example/api" },
      { endpoint: (name: string) => `https://b.example/${name}` },
    ]) {
      await using session = new WebSession(plain, { ...where, fetch, retry: false });
      await connect(session, service)
        .unary(get, { id: "t1" })
        .catch(() => undefined);
    }
    expect(urls).toEqual([
      "https://a.example/api/acme.v1.ThingService/Get",
      "https://b.example/acme.v1.ThingService/acme.v1.ThingService/Get",
    ]);
  });

  it("is not what an operation service is: its client must say where the operation was started", async () => {
    const operations = defineService("acme.v1.OperationService", undefined);
    await using session = new Session(plain, { endpoint: "localhost:1", insecure: true });
    expect(() => connect(session, operations)).toThrow(codedError("OPTION_MISSING", "has no endpoint"));
  });
});

describe("a client", () => {
  const service = defineService("acme.v1.ThingService", "things");

  it.each([undefined, null, {}, { endpoint: "things" }])(
    "is not made of %j in place of a session",
    (session) => {
      expect(() => connect(session as never, service)).toThrow(
        codedError("ARGUMENT_INVALID", "new Client(session)"),
      );
    },
  );

  it("says so where it and its session are of versions of the runtime that do not fit", async () => {
    await using session = new Session(wiring, { apiDomain: "api.example.com" });
    const newer: ClientSession = {
      [sessionKey]: (_version, ...others) => session[sessionKey](0, ...others),
    };
    expect(() => connect(newer as Session, service)).toThrow(
      codedError("VERSION_MISMATCH", "install one of them for both"),
    );
  });
});

describe("a session", () => {
  it("needs an API domain unless its services have hosts of their own", async () => {
    expect(() => new Session(wiring, {})).toThrow(codedError("OPTION_MISSING", "Acme: apiDomain is needed"));
    await using session = new Session({ ...wiring, hasOwnHosts: true }, {});
    expect(() => connectThings(session)).toThrow(codedError("OPTION_MISSING", '"things.store"'));
  });

  it("sends key and mask under the names that the API gives them, and tells hooks of that key", async () => {
    const keys: unknown[] = [];
    const headers = { idempotencyKey: "X-Acme-Key", resetMask: "X-Acme-Mask" };
    await using server = await new TestServer().unary(methods.update, () => operation).listen();
    await using session = new Session(
      { ...wiring, headers },
      {
        ...server.options,
        apiDomain: "api.example.com",
        credentials,
        hooks: {
          onCallStart: ({ idempotencyKey }) => keys.push(idempotencyKey),
          onAttemptStart: ({ idempotencyKey }) => keys.push(idempotencyKey),
        },
      },
    );
    const things = connectThings(session);
    const request = { spec: { size: 1, note: "", password: "" } };
    await things.unary(methods.update, request);
    await things.unary(methods.update, request, {
      metadata: { "X-ACME-KEY": "a-key-of-the-caller", "x-acme-mask": "spec.note" },
    });
    const [own, callers] = server.seen.map(({ metadata }) => metadata);
    expect(own?.["x-acme-mask"]).toBe("metadata,spec.(note,password)");
    expect(own?.["x-acme-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(callers).toMatchObject({ "x-acme-key": "a-key-of-the-caller", "x-acme-mask": "spec.note" });
    expect(keys).toEqual([own, own, callers, callers].map((metadata) => metadata?.["x-acme-key"]));
    for (const metadata of [own, callers]) {
      expect(metadata).not.toHaveProperty("x-idempotency-key");
      expect(metadata).not.toHaveProperty("x-resetmask");
    }
  });
});
