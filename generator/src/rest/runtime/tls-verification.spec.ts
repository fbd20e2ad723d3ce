import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testCertificate, testCertificateKey } from "../../../../runtime/src/fixture/tls.fixture.js";
import { ApiError } from "./error.js";
import { bearer } from "./auth.js";
import type { ClientOptions } from "./options.js";
import { json, listThings, rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";

let requests = 0;
const server = createServer({ cert: testCertificate, key: testCertificateKey }, (_, response) => {
  requests += 1;
  response.writeHead(200, { "content-type": "application/json" }).end("[]");
});

beforeEach(async () => {
  requests = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const sessionOf = (options: Partial<ClientOptions> = {}) =>
  new Session({
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retry: false,
    ...options,
  });

describe("a server without a trusted certificate, while the environment disables verification", () => {
  beforeEach(() => vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0"));

  it.each<[string, Partial<ClientOptions>]>([
    ["by a client without credentials", {}],
    ["by a client with headers", { headers: { authorization: "Bearer secret" } }],
    ["by a client that signs its requests", { sign: (_, sent) => bearer("secret", sent) }],
  ])("gets nothing %s", async (_, options) => {
    const error = await rejection(sessionOf(options).call(listThings, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", clientReason: "TLS_FAILED", attempts: 0 });
    // The two ways to fix it.
    expect(String(error)).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0.*allowUnverifiedTls/);
    expect(requests).toBe(0);
  });

  it("gets no credentials for a token either", async () => {
    let token: Promise<unknown> | undefined;
    await using api = await startServer((_, response) => json(response, 200, []));
    const { port } = server.address() as AddressInfo;
    const sign: ClientOptions["sign"] = (_, sent, fetch) => {
      token = (async () => fetch(`https://127.0.0.1:${port}/token`, { method: "POST" }))();
      token.catch(() => undefined);
      return sent;
    };
    await new Session({ baseUrl: api.url, sign }).call(listThings, {});
    await expect(token).rejects.toMatchObject({ clientReason: "TLS_FAILED" });
    expect(requests).toBe(0);
  });

  it("is called if the program allows it", async () => {
    expect(await sessionOf({ allowUnverifiedTls: true }).call(listThings, {})).toEqual([]);
  });

  it("is called by a program's own fetch", async () => {
    const fetch: typeof globalThis.fetch = (url, init) => globalThis.fetch(url, init);
    expect(await sessionOf({ fetch }).call(listThings, {})).toEqual([]);
  });

  it("does not keep a client from calling without TLS", async () => {
    await using plain = await startServer((_, response) => json(response, 200, [{ id: 1 }]));
    expect(await new Session({ baseUrl: plain.url }).call(listThings, {})).toEqual([{ id: 1 }]);
  });
});

it("a server without a trusted certificate is refused by fetch itself otherwise", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "1");
  const error = await rejection(sessionOf().call(listThings, {}));
  expect(error).toMatchObject({ code: "UNAVAILABLE", clientReason: "TLS_FAILED" });
  expect(requests).toBe(0);
});
