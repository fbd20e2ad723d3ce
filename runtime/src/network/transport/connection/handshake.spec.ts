import { once } from "node:events";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { SecureVersion, TLSSocket } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer } from "../../../fixture/fault-server.fixture.js";
import { callTo, until } from "../../../fixture/sessions.fixture.js";
import { methods, ThingType } from "../../../fixture/test-api.fixture.js";
import { testCertificate, testCertificateKey } from "../../../fixture/tls.fixture.js";

const identity = { cert: testCertificate, key: testCertificateKey };
const secure = { insecure: false, tls: { ca: testCertificate }, retry: false } as const;
const bytes = ThingType.encode({ metadata: undefined, spec: undefined });
const servers: (Server | Http2SecureServer)[] = [];
const sockets: Socket[] = [];

async function listen<Listening extends Server | Http2SecureServer>(server: Listening): Promise<string> {
  servers.push(server);
  server.on("connection", (socket: Socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

describe("a server that wants a client's certificate", () => {
  it.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])(
    "of %s fails the calls of a session without one at once",
    async (maxVersion) => {
      const wanted = { requestCert: true, rejectUnauthorized: true, ca: testCertificate, maxVersion };
      const server = createSecureServer({ ...identity, ...wanted });
      const address = await listen(server);
      const error = await callTo(address, secure)
        .unary(methods.get, {})
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: "UNAVAILABLE",
        text: expect.stringMatching(
          maxVersion === "TLSv1.3"
            ? /no TLS connection: .*certificate required; the options `tls\.cert` and `tls\.key` take/
            : /no TLS connection: .*alert handshake failure/,
        ),
      });
    },
  );

  it("gets that of a session that has one", async () => {
    const server = createSecureServer({
      ...identity,
      requestCert: true,
      rejectUnauthorized: true,
      ca: testCertificate,
    });
    server.on("stream", answer(bytes));
    const address = await listen(server);
    const things = callTo(address, { ...secure, tls: { ...identity, ca: testCertificate } });
    expect(await things.unary(methods.get, {})).toEqual({ metadata: undefined, spec: undefined });
  });
});

describe("while the environment switches verification off", () => {
  it.each([
    ["a server that nobody vouches for", { tls: {} }, /self-signed certificate/],
    [
      "a server with the certificate of another host",
      { apiDomain: "other.example.com" },
      /does not match certificate's altnames/,
    ],
  ])("%s gets no call and no token", async (_, options, want) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const server = createSecureServer(identity);
    let streams = 0;
    server.on("stream", () => (streams += 1));
    const address = await listen(server);
    await expect(callTo(address, { ...secure, ...options }).unary(methods.get, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(want),
    });
    expect(streams).toBe(0);
  });
});

describe("a connection of TLS", () => {
  it("resumes the TLS session of the one before, within its session alone", async () => {
    const server = createSecureServer(identity);
    const resumed: boolean[] = [];
    const sessions: ServerHttp2Session[] = [];
    server.on("secureConnection", (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
    server.on("session", (session) => sessions.push(session));
    server.on("stream", answer(bytes));
    const address = await listen(server);
    const [things, others] = [callTo(address, secure), callTo(address, secure)];
    for (const caller of [things, others, things]) {
      await caller.unary(methods.get, {});
      const session = sessions.at(-1);
      session?.close();
      if (session) await once(session, "close");
    }
    expect(resumed).toEqual([false, false, true]);
  });

  it("whose bytes are damaged ends its calls at once, and is replaced", async () => {
    const server = createSecureServer(identity);
    let calls = 0;
    server.on("stream", (stream) => {
      stream.on("error", () => undefined);
      if (++calls !== 2) answer(bytes)(stream);
    });
    server.on("sessionError", () => undefined);
    const near: Socket[] = [];
    const [host, port] = (await listen(server)).split(":");
    const relay = await listen(
      createServer((socket) => {
        near.push(socket);
        const far = connect(Number(port), host);
        sockets.push(far);
        for (const end of [socket, far]) end.on("error", () => undefined);
        socket.pipe(far).pipe(socket);
      }),
    );
    const things = callTo(relay, secure);
    await things.unary(methods.get, {});
    const held = things.unary(methods.get, {}).catch((reason: unknown) => reason);
    await until(() => calls === 2);
    // A record that no key of this connection has made.
    near[0]?.write(Buffer.concat([Buffer.of(23, 3, 3, 0, 40), Buffer.alloc(40, 7)]));
    expect(await held).toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(/the connection to .* was lost: /),
    });
    await things.unary(methods.get, {});
    expect(near).toHaveLength(2);
  });
});
