import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { connectThings, methods, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestServer } from "../../fixture/test-server.fixture.js";
import { serviceAccount } from "./service-account.js";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const identity = { accountId: "account-1", keyId: "key-1" };
const thing: Thing = { metadata: undefined, spec: undefined };

describe("an exchange by HTTP", () => {
  type Handler = (form: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void;

  async function loginAt(
    handler: Handler,
    scheme: "http" | "https" = "http",
  ): Promise<{ token: string | undefined; error: unknown; requests: number; connections: number }> {
    let requests = 0;
    let connections = 0;
    const http = createServer((request, response) => {
      requests += 1;
      let text = "";
      request.on("data", (part: Buffer) => (text += part.toString()));
      request.on("end", () => handler(new URLSearchParams(text), response, request));
    });
    http.on("connection", () => (connections += 1));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as { port: number };
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    const credentials = serviceAccount.fromKey(
      { ...identity, key: privateKey },
      { authUrl: `${scheme}://127.0.0.1:${port}/base` },
    );
    await using session = openSession({ ...server.options, credentials, random: () => 0 });
    const error: unknown = await connectThings(session)
      .unary(methods.get, { id: "1" })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    http.closeAllConnections();
    http.close();
    return { token: server.seen[0]?.metadata["authorization"], error, requests, connections };
  }

  it("posts the form of the conventions and uses what it gets", async () => {
    let seen: unknown;
    const { token } = await loginAt((form, response, request) => {
      const { subject_token: jwt, ...rest } = Object.fromEntries(form);
      seen = {
        method: request.method,
        url: request.url,
        type: request.headers["content-type"],
        jwt: jwt?.split(".").length,
        ...rest,
      };
      response.end(JSON.stringify({ access_token: "by-http", expires_in: 60 }));
    });
    expect(token).toBe("Bearer by-http");
    expect(seen).toEqual({
      method: "POST",
      url: "/base/oauth2/token/exchange",
      type: "application/x-www-form-urlencoded;charset=UTF-8",
      jwt: 3,
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    });
  });

  it("outlasts a second in which the server is not there, for all calls that wait for it", async () => {
    const clock = new TestClock();
    const startMs = clock.nowMs();
    const http = createServer((_, response) => {
      if (clock.nowMs() < startMs + 1_000) response.socket?.destroy();
      else response.end(JSON.stringify({ access_token: "by-http", expires_in: 60 }));
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as { port: number };
    const credentials = serviceAccount.fromKey(
      { ...identity, key: privateKey },
      { authUrl: `http://127.0.0.1:${port}` },
    );
    const transport = answering(() => thing);
    const things = connectThings(openSession({ transport, clock, credentials }));
    const calls = Promise.allSettled(Array.from({ length: 20 }, () => things.unary(methods.get, {})));
    expect(await clock.pass(calls)).toBeGreaterThanOrEqual(900);
    expect((await calls).filter(({ status }) => status === "rejected")).toEqual([]);
    http.close();
  });

  it("is given up after the time of a request", async () => {
    const clock = new TestClock();
    const http = createServer((_, response) => response.writeHead(503, { "retry-after": "7" }).end());
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as { port: number };
    const credentials = serviceAccount.fromKey(
      { ...identity, key: privateKey },
      { authUrl: `http://127.0.0.1:${port}` },
    );
    const session = openSession({ transport: answering(() => thing), clock, credentials, timeoutMs: 20_000 });
    const call = connectThings(session).unary(methods.get, {});
    const tookMs = await clock.pass(call);
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE", text: expect.stringContaining("503") });
    // Two pauses as the server asked for; a third would go beyond the end.
    expect(Math.floor(tookMs / 7_000)).toBe(2);
    http.close();
  });

  it("is repeated when the server is not well", async () => {
    let turn = 0;
    const { token, requests } = await loginAt((_form, response) => {
      response.statusCode = turn++ < 2 ? 503 : 200;
      response.end(JSON.stringify({ access_token: "by-http", expires_in: 60 }));
    });
    expect(token).toBe("Bearer by-http");
    expect(requests).toBe(3);
  });

  it.each<[what: string, status: number, body: string, code: string, names: RegExp]>([
    [
      "a refusal",
      401,
      '{"error":"invalid_grant","error_description":"key revoked"}',
      "UNAUTHENTICATED",
      /401: invalid_grant, key revoked/,
    ],
    ["an answer that is no JSON", 200, "<html>", "INTERNAL", /no "access_token"/],
    ["an answer without a token", 200, "{}", "INTERNAL", /no "access_token"/],
  ])("fails at once on %s", async (_what, status, body, code, names) => {
    const { error, requests } = await loginAt((_form, response) => {
      response.statusCode = status;
      response.end(body);
    });
    expect(error).toMatchObject({ code, attempts: 0 });
    expect(String(error)).toMatch(names);
    expect(requests).toBe(1);
  });

  it("fails at once, with the way out, where the handshake fails", async () => {
    const { error, connections } = await loginAt(() => {}, "https");
    expect(error).toMatchObject({ code: "UNAVAILABLE", clientReason: "TLS_FAILED", attempts: 0 });
    expect(String(error)).toMatch(/wrong version number; .*`insecure: true`/);
    expect(connections).toBe(1);
  });

  it("does not follow a redirect with the JWT", async () => {
    const { error } = await loginAt((_form, response) => {
      response.writeHead(307, { location: "https://evil.example.com/" });
      response.end();
    });
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", attempts: 0 });
    expect(String(error)).toContain("HTTP status 307");
  });
});
