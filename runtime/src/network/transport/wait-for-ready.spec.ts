import dns from "node:dns";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FaultServer, answer } from "../../fixture/fault-server.fixture.js";
import { FiveAddresses } from "../../fixture/five-addresses.fixture.js";
import { callTo } from "../../fixture/sessions.fixture.js";
import {
  connectThings,
  methods,
  openSession,
  ThingType,
  type Thing,
} from "../../fixture/test-api.fixture.js";
import { testCertificate } from "../../fixture/tls.fixture.js";
import { serviceAccount } from "../../session/auth/service-account.js";
import { staticToken } from "../../session/auth/static-token.js";
import type { ClientOptions } from "../../session/core/client-options.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import { codedError } from "../../../../test/coded-error.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);
const failFast = { waitForReady: false };
const unreached = {
  code: "UNAVAILABLE",
  clientReason: "CONNECT_FAILED",
  mayHaveReachedServer: false,
  attempts: 1,
};

afterEach(() => vi.restoreAllMocks());

/** Returns a server of raw bytes on all addresses of this machine. */
async function listen(serve: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer(serve).listen(0, "0.0.0.0");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/** Returns a port at which nothing listens. */
async function closedPort(): Promise<number> {
  const { server, port } = await listen(() => undefined);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Lets every name have these addresses. */
function resolveTo(...addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }));
  vi.spyOn(dns.promises, "lookup").mockImplementation((async () => found) as never);
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a call that does not wait for a connection", () => {
  it.each<[of: string, session: SessionOptions, client: ClientOptions, call: object]>([
    ["its session", failFast, {}, {}],
    ["its client", {}, failFast, {}],
    ["its client, over the session", { waitForReady: true }, failFast, {}],
    ["the call, over its client", {}, { waitForReady: true }, failFast],
  ])("fails after one attempt at a closed port, by the option of %s", async (_, session, client, call) => {
    const endpoint = `127.0.0.1:${await closedPort()}`;
    await using opened = openSession({
      endpoint,
      insecure: true,
      credentials: staticToken("t"),
      ...session,
    });
    const error = await errorOf(connectThings(opened, client).unary(methods.create, {}, call));
    expect(error).toMatchObject({ ...unreached, cause: { code: "ECONNREFUSED" } });
  });

  it("fails likewise if it is a stream", async () => {
    const things = callTo(`127.0.0.1:${await closedPort()}`);
    const stream = things.serverStream(methods.watch, {}, failFast);
    expect(await errorOf(stream[Symbol.asyncIterator]().next())).toMatchObject(unreached);
  });

  it("fails if its session cannot connect to log in", async () => {
    const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const identity = { accountId: "account-1", keyId: "key-1", key };
    const place = `127.0.0.1:${await closedPort()}`;
    for (const options of [{}, { authUrl: `http://${place}` }]) {
      const credentials = serviceAccount.fromKey(identity, options);
      const things = callTo(place, { credentials, ...failFast });
      expect(await errorOf(things.unary(methods.get, {}))).toMatchObject({ ...unreached, attempts: 0 });
    }
  });

  it("fails if the name of the server cannot be resolved", async () => {
    const lookUp = vi.spyOn(dns.promises, "lookup");
    lookUp.mockRejectedValue(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }));
    const error = await errorOf(callTo("api.example.com:443").unary(methods.get, {}, failFast));
    expect(error).toMatchObject({ ...unreached, cause: { code: "ENOTFOUND" } });
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  it("fails when each address of the name was tried once", async () => {
    const tried: (string | undefined)[] = [];
    const { server, port } = await listen((socket) => {
      tried.push(socket.localAddress);
      socket.on("error", () => undefined).destroy();
    });
    const addresses = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];
    resolveTo(...addresses);
    const error = await errorOf(callTo(`api.example.com:${port}`).unary(methods.get, {}, failFast));
    server.close();
    expect(error).toMatchObject(unreached);
    expect(tried).toEqual(addresses);
  });

  it("fails after `connectTimeoutMs` if a server never gets ready", async () => {
    const { server, port } = await listen((socket) => socket.on("error", () => undefined).resume());
    const things = callTo(`127.0.0.1:${port}`, { connectTimeoutMs: 100, ...failFast });
    const text = expect.stringMatching(/within 100 ms \(connectTimeoutMs of the session\)/);
    expect(await errorOf(things.unary(methods.get, {}))).toMatchObject({ ...unreached, text });
    server.close();
  });

  it("is answered at the last address if only that one works", async () => {
    await using five = await new FiveAddresses(bytes).listen();
    resolveTo(...(["dead", "alert", "good"] as const).map((kind) => five.address(kind, 4)));
    const options = { insecure: false, tls: { ca: testCertificate }, ...failFast };
    expect(await callTo(`api.example.com:${five.port}`, options).unary(methods.get, {})).toEqual(thing);
  });

  it("is retried after any failure but that of connecting", async () => {
    const unavailable = (stream: Parameters<ReturnType<typeof answer>>[0]): void =>
      stream.respond(
        { ":status": 200, "content-type": "application/grpc", "grpc-status": "14" },
        { endStream: true },
      );
    await using server = await new FaultServer([unavailable, answer(bytes)]).listen();
    const { attempts } = await callTo(server.address).unary(methods.get, {}, failFast).withResponse();
    expect(attempts).toBe(2);
  });

  it("says that its request may have arrived if the server is gone after it", async () => {
    const server = new FaultServer([() => void server[Symbol.asyncDispose]()]);
    await server.listen();
    const error = await errorOf(callTo(server.address).unary(methods.get, {}, failFast));
    expect(error).toMatchObject({ ...unreached, mayHaveReachedServer: true, attempts: 2 });
  });

  it("is refused if the option is no boolean", async () => {
    const wrong = { waitForReady: "false" as never };
    const things = callTo("127.0.0.1:1");
    const refusal = (text: RegExp): unknown => codedError("OPTION_INVALID", text);
    await expect(things.unary(methods.get, {}, wrong)).rejects.toThrow(refusal(/waitForReady.*true/));
    expect(() => callTo("127.0.0.1:1", wrong)).toThrow(refusal(/waitForReady is true or false/));
    await using session = openSession({ credentials: staticToken("t") });
    expect(() => connectThings(session, wrong)).toThrow(refusal(/waitForReady.*true/));
  });
});

describe("a call that waits for a connection, by default", () => {
  it("is answered by a server that starts later", async () => {
    const port = await closedPort();
    const answered = callTo(`127.0.0.1:${port}`).unary(methods.get, {});
    await new Promise((resolve) => setTimeout(resolve, 150));
    await using _server = await new FaultServer([answer(bytes)]).listen(port);
    expect(await answered).toEqual(thing);
  });
});
