import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { systemClock } from "../../base/time/clock.js";
import { connectThings, methods, wiring } from "../../fixture/test-api.fixture.js";
import { TestServer } from "../../fixture/test-server.fixture.js";
import { optionsFromEnv } from "../core/environment.js";
import { NodeSession as Session } from "../core/node-session.js";
import type { SessionOptions } from "../core/session-options.js";
import { WebSession } from "../web/web-session.js";
import { cachedToken } from "./cache/cached-token.js";
import { apiKey, basic, noCredentials } from "./header-credentials.js";
import { staticToken } from "./static-token.js";

const plain = { ...wiring, kind: "grpc", hasOwnHosts: true } as const;
const thing = {
  metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
  spec: { size: 3, note: "n", password: "" },
};
const apiDomain = "api.example.com";

afterEach(() => vi.unstubAllEnvs());

describe("credentials that are headers", () => {
  const secrets = "marker-key";

  it.each<[what: string, make: () => unknown, says: string]>([
    ["a header of gRPC", () => apiKey("grpc-timeout", secrets), "name of a header"],
    ["a header for bytes", () => apiKey("key-bin", secrets), "name of a header"],
    ["no header", () => apiKey("", secrets), "name of a header"],
    ["a key with a line end", () => apiKey("x-api-key", `${secrets}\n`), "printable ASCII"],
    ["an empty key", () => apiKey("x-api-key", ""), "is it set where it comes from"],
    ["a key that is not set", () => apiKey("x-api-key", undefined as never), "is it set where it comes from"],
    ["a user with a colon", () => basic("a:b", secrets), "without a colon"],
    ["no user", () => basic("", secrets), "the user"],
    ["a password that is not set", () => basic("a", undefined as never), "is it set where it comes from"],
  ])("are refused with %s, and the error shows no secret", (_, make, says) => {
    expect(make).toThrow(codedError("OPTION_INVALID", says));
    expect(make).not.toThrow(secrets);
  });

  it("do not show their secret if they are printed", () => {
    for (const one of [apiKey("x-api-key", secrets), basic("user", secrets)])
      expect(inspect(one, { depth: 9, showHidden: true })).not.toMatch(/marker|dXNlcjp/);
  });

  it("have no token to cache", async () => {
    const cached = cachedToken(apiKey("x-api-key", secrets), { account: "a" });
    await expect(
      cached.fetchToken({ clock: systemClock, signal: new AbortController().signal, api: "a" } as never),
    ).rejects.toThrow("no token");
  });

  it("give way to a header of the call", async () => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    const credentials = apiKey("X-Api-Key", secrets);
    await using session = new Session(wiring, { ...server.options, apiDomain, credentials });
    const things = connectThings(session);
    await things.unary(methods.get, { id: "1" });
    await things.unary(methods.get, { id: "1" }, { metadata: { "x-api-key": "mine" } });
    expect(server.seen.map(({ metadata }) => metadata["x-api-key"])).toEqual([secrets, "mine"]);
  });
});

describe("the credentials of the environment", () => {
  const seenBy = async (api: typeof wiring, options: SessionOptions = {}): Promise<unknown> => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = new Session(api, { ...server.options, ...options });
    await connectThings(session, { endpoint: { host: "a.example" } }).unary(methods.get, { id: "1" });
    return server.seen[0]?.metadata["authorization"];
  };
  const own = { ...wiring, hasOwnHosts: true };

  it.each<[what: string, api: typeof wiring, variables: Record<string, string>, sent: string | undefined]>([
    ["nothing, for plain gRPC", plain, {}, undefined],
    ["a token, for plain gRPC", plain, { ACME_TOKEN: "t" }, "Bearer t"],
    ["none", own, { ACME_CREDENTIALS: "none" }, undefined],
    ["none, for plain gRPC", plain, { ACME_CREDENTIALS: "none" }, undefined],
  ])("are %s", async (_, api, variables, sent) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(await seenBy(api)).toBe(sent);
  });

  it("are an error if they are none beside a token, or another word", () => {
    vi.stubEnv("ACME_CREDENTIALS", "none");
    vi.stubEnv("ACME_TOKEN", "marker");
    const both = codedError("OPTION_CONFLICT", "ACME_TOKEN and ACME_CREDENTIALS are both set");
    expect(() => optionsFromEnv(plain)).toThrow(both);
    expect(() => new Session(plain, {})).toThrow(both);
    vi.stubEnv("ACME_TOKEN", "");
    vi.stubEnv("ACME_CREDENTIALS", "nil");
    expect(() => optionsFromEnv(plain)).toThrow(codedError("OPTION_INVALID", "ACME_CREDENTIALS"));
  });

  it("give way to those of the program", async () => {
    vi.stubEnv("ACME_CREDENTIALS", "none");
    expect(await seenBy(own, { credentials: staticToken("t") })).toBe("Bearer t");
  });
});

describe("plain text to another machine", () => {
  const address = "emulator.example.com:8443";
  it.each([
    ["a token", staticToken("t"), 1],
    ["an API key", apiKey("x-api-key", "k"), 1],
    ["a user and a password", basic("u", "p"), 1],
    ["no credentials", noCredentials(), 0],
  ])("is warned of with %s", async (_, credentials, warnings) => {
    const logger = { warn: vi.fn() };
    await using node = new Session(wiring, {
      apiDomain,
      endpoint: address,
      insecure: true,
      credentials,
      logger,
    });
    await using web = new WebSession(wiring, {
      baseUrl: `http://${address}`,
      insecure: true,
      credentials,
      logger,
    });
    void [node, web];
    const texts = logger.warn.mock.calls.map(([, text]) => String(text));
    expect(texts.filter((text) => text.includes(`credentials go to ${address} unencrypted`))).toHaveLength(
      2 * warnings,
    );
  });
});
