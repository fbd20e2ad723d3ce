import { createServer as createProxy, type Server } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { loginInBrowser } from "@stratus/runtime/login";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";

const issuer = "https://tokens.iam.api.example.com";
let servers: Server[];
let proxy: string;
/** The hosts to which tunnels were opened. */
let tunnels: string[];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
};

beforeEach(async () => {
  [servers, tunnels] = [[], []];
  const provider = createServer({ cert: testCertificate, key: testCertificateKey }, ({ url }, response) => {
    const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    response.end(JSON.stringify(url === "/token" ? { access_token: "t-1", expires_in: 60 } : metadata));
  });
  const port = await listen(provider);
  const tunnel = createProxy();
  tunnel.on("connect", ({ url }, socket) => {
    tunnels.push(url ?? "");
    const to = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(to).pipe(socket);
    });
    for (const one of [to, socket]) one.on("error", () => undefined);
  });
  proxy = `http://127.0.0.1:${await listen(tunnel)}`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

/** Logs in, with a browser that comes back with a code. */
const logIn = (more: object) =>
  loginInBrowser({
    issuer,
    clientId: "acme",
    scopes: "cloud",
    signal: AbortSignal.timeout(5_000),
    open: (text) => {
      const { searchParams } = new URL(text);
      const back = `${searchParams.get("redirect_uri")}?code=c&state=${searchParams.get("state")}`;
      void fetch(back).catch(() => undefined);
    },
    ...more,
  });

describe("a provider behind a proxy", () => {
  it("is reached through the proxy of the environment or of the profile, with certificates beside Node's", async () => {
    vi.stubEnv("https_proxy", proxy);
    expect(await logIn({ ca: testCertificate })).toMatchObject({ token: "t-1" });
    vi.stubEnv("https_proxy", undefined);
    expect(await logIn({ ca: testCertificate, proxy })).toMatchObject({ token: "t-1" });
    expect(tunnels).toEqual(Array.from({ length: 4 }, () => "tokens.iam.api.example.com:443"));
  });

  it("must have a certificate that this machine trusts", async () => {
    await expect(logIn({ proxy })).rejects.toMatchObject({
      code: "LOGIN_UNAVAILABLE",
      message: /certificate/,
    });
  });

  it("is reached without a proxy if the profile says so", async () => {
    vi.stubEnv("https_proxy", proxy);
    await expect(logIn({ ca: testCertificate, proxy: "none" })).rejects.toMatchObject({
      code: "LOGIN_UNAVAILABLE",
    });
    expect(tunnels).toEqual([]);
  });
});
