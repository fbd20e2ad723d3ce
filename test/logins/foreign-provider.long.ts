import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { loginByDeviceCode, loginInBrowser } from "@stratus/runtime/login";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** A provider that breaks the protocol as a test says, and a server that no login may reach. */
let provider: Server;
let evil: Server;
let issuer: string;
let elsewhere: string;
let reached = 0;
let metadata: Readonly<Record<string, unknown>>;
let tokens: () => { readonly status: number; readonly headers?: object; readonly body: object };

const start = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeEach(async () => {
  reached = 0;
  metadata = {};
  tokens = () => ({ status: 200, body: { access_token: "secret-token-1", expires_in: 60 } });
  evil = createServer((_, response) => {
    reached += 1;
    response.end("{}");
  });
  provider = createServer(({ url }, response) => {
    const json = (status: number, body: object, headers: object = {}): void => {
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    };
    if (url === "/token") {
      const { status, headers, body } = tokens();
      return json(status, body, headers);
    }
    if (url === "/device")
      return json(200, {
        device_code: "d",
        user_code: "U",
        verification_uri: issuer,
        expires_in: 60,
        interval: 1,
      });
    const usual = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      device_authorization_endpoint: `${issuer}/device`,
    };
    return json(200, { ...usual, ...metadata });
  });
  [issuer, elsewhere] = await Promise.all([start(provider), start(evil)]);
});
afterEach(() => {
  provider.close();
  evil.close();
});

/** Logs in with a browser that comes back with a code. */
async function logIn(scopes = "openid"): Promise<unknown> {
  const signal = AbortSignal.timeout(5_000);
  const open = async (text: string): Promise<void> => {
    const { searchParams } = new URL(text);
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("state", searchParams.get("state") ?? "");
    back.searchParams.set("code", "code-1");
    void fetch(back).catch(() => undefined);
  };
  return loginInBrowser({ issuer, clientId: "acme", scopes, signal, open }).catch((error: unknown) => error);
}

const idToken = (claims: object): string => {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "none" })}.${encode(claims)}.x`;
};

describe("a login", () => {
  it.each([
    ["its metadata is that of another issuer", () => ({ issuer: elsewhere }), "LOGIN_INVALID"],
    ["its token endpoint is not https", () => ({ token_endpoint: "http://example.com/" }), "LOGIN_INVALID"],
    ["its login page is not https", () => ({ authorization_endpoint: "javascript:0" }), "LOGIN_INVALID"],
    ["it has no token endpoint", () => ({ token_endpoint: undefined }), "LOGIN_UNAVAILABLE"],
    ["it has no login page", () => ({ authorization_endpoint: undefined }), "LOGIN_UNAVAILABLE"],
  ] as const)("ends before a page is opened if the provider is wrong: %s", async (_, more, code) => {
    metadata = more();
    expect(await logIn()).toMatchObject({ name: "LoginError", code });
  });

  it("does not follow a redirect of the token endpoint, which would carry the code elsewhere", async () => {
    tokens = () => ({ status: 307, headers: { location: `${elsewhere}/token` }, body: {} });
    expect(await logIn()).toMatchObject({ code: "LOGIN_INVALID", message: expect.stringContaining("307") });
    expect(reached).toBe(0);
  });

  it.each([
    ["no ID token", undefined],
    [
      "an ID token of another issuer",
      () => ({ iss: elsewhere, aud: "acme", sub: "ann", exp: 9e9, nonce: "n" }),
    ],
    [
      "an ID token with another nonce",
      () => ({ iss: issuer, aud: "acme", sub: "ann", exp: 9e9, nonce: "n" }),
    ],
    [
      "an ID token for another client",
      () => ({ iss: issuer, aud: "other", sub: "ann", exp: 9e9, nonce: "n" }),
    ],
  ] as const)("is refused with %s, without showing a token", async (_, claims) => {
    const id = claims === undefined ? {} : { id_token: idToken(claims()) };
    tokens = () => ({ status: 200, body: { access_token: "secret-token-1", expires_in: 60, ...id } });
    const error = await logIn();
    expect(error).toMatchObject({ code: "LOGIN_INVALID" });
    expect(String(error)).not.toContain("secret-token-1");
  });

  it("needs no ID token if the scopes do not ask for one", async () => {
    expect(await logIn("cloud")).toMatchObject({ token: "secret-token-1", subject: undefined });
  });

  it("by device code waits longer when the provider asks for it, and survives a failing server", async () => {
    const answers = [
      { status: 400, body: { error: "authorization_pending" } },
      { status: 400, body: { error: "slow_down" } },
      { status: 503, body: {} },
      { status: 200, body: { access_token: "secret-token-1", expires_in: 60 } },
    ];
    tokens = () => answers.shift() ?? { status: 500, body: {} };
    const pauses: number[] = [];
    const login = await loginByDeviceCode({
      issuer,
      clientId: "acme",
      scopes: "cloud",
      signal: AbortSignal.timeout(5_000),
      open: () => undefined,
      pause: async (ms) => void pauses.push(ms),
    });
    expect(login.token).toBe("secret-token-1");
    expect(pauses).toEqual([1_000, 1_000, 6_000, 6_000]);
  });
});
