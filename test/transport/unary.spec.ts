import { createServer, type Server as NetServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import type { Caller } from "../../runtime/src/calls/caller.js";
import { connectThings, methods, RetryType, type Thing } from "../../runtime/src/fixture/test-api.fixture.js";
import { Deferred } from "../../runtime/src/fixture/test-clock.fixture.js";
import { Refusal, TestServer } from "../../runtime/src/fixture/test-server.fixture.js";
import type { Session } from "../../runtime/src/session/core/session.js";
import type { SessionOptions } from "../../runtime/src/session/core/session-options.js";
import { implementations } from "./implementations.fixture.js";

describe.each(implementations)("over $name,", (implementation) => {
  const isOurs = implementation.name === "our HTTP/2";
  const thing: Thing = { metadata: undefined, spec: { size: 1, note: "", password: "" } };
  const open: Session[] = [];

  function callTo(server: TestServer | { readonly address: string }, options: SessionOptions = {}): Caller {
    const session = implementation.open({
      endpoint: server.address,
      insecure: true,
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1, maxDelayMs: 5 },
      ...options,
    });
    open.push(session);
    return connectThings(session);
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.close({ graceMs: 1 })));
  });

  describe("a unary call over a socket", () => {
    it("gives data, ids, header and trailer", async () => {
      await using server = await new TestServer()
        .unary(methods.get, (_request, { raw }) => {
          raw.sendMetadata(metadataOf(raw, { "x-request-id": "r-1", "x-team": "blue" }));
          return thing;
        })
        .listen();
      const { data, requestId, traceId, header, trailer } = await callTo(server)
        .unary(methods.get, { id: "1" })
        .withResponse();
      expect(data).toEqual(thing);
      expect(requestId).toBe("r-1");
      expect(traceId).toBeUndefined();
      expect(header.get("x-team")).toBe("blue");
      expect(trailer.size).toBe(0);
    });

    it("sends the caller's headers, bytes too, and changes nothing that was passed", async () => {
      await using server = await new TestServer().unary(methods.get, () => thing).listen();
      const metadata = Object.freeze({
        "X-Team": "blue",
        "x-many": Object.freeze(["1", "2"]),
        "x-raw-bin": Uint8Array.of(65),
      });
      const request = Object.freeze({ id: "1" });
      await callTo(server).unary(methods.get, request, Object.freeze({ metadata }));
      expect(server.seen[0]?.metadata).toMatchObject({
        "x-team": "blue",
        "x-many": "1, 2",
        "x-raw-bin": "A",
      });
    });

    it("has the errors of the service decoded", async () => {
      await using server = await new TestServer()
        .unary(methods.get, () => {
          throw new Refusal(9, "not now", {
            serviceError: { code: "busy", retryType: RetryType.RETRY_TYPE_NOTHING },
          });
        })
        .listen();
      await expect(callTo(server).unary(methods.get, { id: "1" })).rejects.toMatchObject({
        code: "FAILED_PRECONDITION",
        text: "not now",
        retryType: "NOTHING",
        serviceErrors: [{ code: "busy" }],
      });
    });

    it("is repeated with the same key until the server is well", async () => {
      let turn = 0;
      await using server = await new TestServer()
        .unary(methods.set, () => {
          if (turn++ < 2) throw new Refusal(14, "starting");
          return thing;
        })
        .listen();
      await callTo(server).unary(methods.set, thing);
      const keys = server.seen.map((call) => call.metadata["x-idempotency-key"]);
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
    });

    it("tells the server how long an attempt may take, and ends after it", async () => {
      await using server = await new TestServer()
        .unary(methods.get, () => new Promise<Thing>(() => undefined))
        .listen();
      const call = callTo(server).unary(methods.get, { id: "1" }, { timeoutMs: 120, retry: false });
      await expect(call).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED", attempts: 1 });
      expect(server.seen[0]?.metadata["grpc-timeout"] ?? "120m").toMatch(/m$/);
    });

    it("that is aborted rejects with the signal's reason, and the server notices", async () => {
      const noticed = new Deferred();
      const stop = new AbortController();
      const reason = { why: "the user left" };
      await using server = await new TestServer()
        .unary(methods.get, (_request, { raw }) => {
          raw.on("cancelled", () => noticed.resolve());
          stop.abort(reason);
          return new Promise<Thing>(() => undefined);
        })
        .listen();
      await expect(callTo(server).unary(methods.get, { id: "1" }, { signal: stop.signal })).rejects.toBe(
        reason,
      );
      await noticed.promise;
    });

    it("with an aborted signal sends nothing", async () => {
      await using server = await new TestServer().unary(methods.get, () => thing).listen();
      const reason = new Error("before");
      const call = callTo(server).unary(methods.get, { id: "1" }, { signal: AbortSignal.abort(reason) });
      await expect(call).rejects.toBe(reason);
      expect(server.seen).toHaveLength(0);
    });

    it("leaves no listener on a signal that lives long", async () => {
      await using server = await new TestServer().unary(methods.get, () => thing).listen();
      const things = callTo(server);
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
      signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
      await Promise.all(Array.from({ length: 50 }, () => things.unary(methods.get, { id: "1" }, { signal })));
      expect(listeners).toBe(0);
    });
  });

  describe("sizes", () => {
    const big = { metadata: undefined, spec: { size: 1, note: "x".repeat(5_000_000), password: "" } };

    it("of 5 MB are no problem", async () => {
      await using server = await new TestServer().unary(methods.set, (request) => request).listen();
      expect(await callTo(server).unary(methods.set, big)).toEqual(big);
    });

    it("over the server's limit fail once", async () => {
      const refusal = new Refusal(8, "Received message larger than max (5000037 vs 4194304)");
      await using server = await new TestServer()
        .unary(methods.set, () => {
          throw refusal;
        })
        .listen();
      await expect(callTo(server).unary(methods.set, big)).rejects.toMatchObject({
        code: "RESOURCE_EXHAUSTED",
        attempts: 1,
        text: refusal.message,
      });
    });

    it("over the limit fail once, and the error names the option", async () => {
      await using server = await new TestServer().unary(methods.get, () => big).listen();
      await expect(
        callTo(server, { maxReceiveBytes: 1000 }).unary(methods.get, { id: "1" }),
      ).rejects.toMatchObject({
        code: "RESOURCE_EXHAUSTED",
        clientReason: "MESSAGE_TOO_LARGE",
        attempts: 1,
        ...(isOurs ? { text: expect.stringContaining("the session's option maxReceiveBytes raises") } : {}),
      });
      expect(server.seen).toHaveLength(1);
      await expect(callTo(server, { maxSendBytes: 1000 }).unary(methods.set, big)).rejects.toMatchObject({
        code: "RESOURCE_EXHAUSTED",
        clientReason: "MESSAGE_TOO_LARGE",
        ...(isOurs ? { text: expect.stringContaining("the session's option maxSendBytes raises") } : {}),
      });
      expect(server.seen).toHaveLength(1);
    });

    it("of metadata that no header block can carry fail once", async () => {
      await using server = await new TestServer().unary(methods.get, () => big).listen();
      const metadata = { "x-big": "a".repeat(200_000) };
      const call = callTo(server).unary(methods.get, {}, { metadata });
      const clientReason = isOurs ? "REQUEST_INVALID" : "MESSAGE_TOO_LARGE";
      await expect(call).rejects.toMatchObject({ clientReason, attempts: isOurs ? 0 : 1 });
      expect(server.seen).toHaveLength(0);
    });

    it("of requests shrink with gzip", async () => {
      await using server = await new TestServer().unary(methods.set, (request) => request).listen();
      const things = callTo(server, { compression: "gzip" });
      expect(await things.unary(methods.set, big)).toEqual(big);
    });
  });

  describe("an endpoint that cannot be reached", () => {
    it("gives UNAVAILABLE with what the network said", async () => {
      const things = callTo({ address: "127.0.0.1:1" }, { retry: false });
      await expect(things.unary(methods.get, { id: "1" })).rejects.toMatchObject({
        code: "UNAVAILABLE",
        text: expect.stringContaining("ECONNREFUSED"),
        endpoint: "things.store.api.example.com:443",
      });
    });

    it("with a name that does not exist gives UNAVAILABLE", async () => {
      const things = callTo({ address: "no-such-host.invalid:1" }, { retry: false });
      await expect(things.unary(methods.get, { id: "1" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    });

    it("that accepts and stays silent gives an error in time, for streams too", async () => {
      const { server, sockets } = await silentServer();
      try {
        const { port } = server.address() as { port: number };
        const address = `127.0.0.1:${port}`;
        const call = callTo({ address }).unary(methods.get, { id: "1" }, { timeoutMs: 150 });
        await expect(call).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
        const things = callTo({ address }, { connectTimeoutMs: 50, retry: false });
        const option = isOurs ? " (connectTimeoutMs of the session)" : "";
        const message = `no connection to ipv4:${address} within 50 ms${option}`;
        await expect(things.unary(methods.get, {})).rejects.toMatchObject({
          code: "UNAVAILABLE",
          text: message,
        });
        const before = sockets.length;
        await expect(things.serverStream(methods.watch, {}).withResponse()).rejects.toMatchObject({
          text: message,
        });
        // The connection that hangs is not waited for again.
        expect(sockets.length).toBeGreaterThan(before);
      } finally {
        for (const socket of sockets) socket.destroy();
        server.close();
      }
    });
  });

  describe("close()", () => {
    it("lets calls under way finish and refuses new ones", async () => {
      const answer = new Deferred<Thing>();
      await using server = await new TestServer().unary(methods.get, () => answer.promise).listen();
      const session = implementation.open({ ...server.options, credentials: staticToken("token-1") });
      const things = connectThings(session);
      const call = things.unary(methods.get, { id: "1" });
      await until(() => server.seen.length === 1);
      const closed = session.close();
      const clientReason = "SESSION_CLOSED";
      await expect(things.unary(methods.get, { id: "2" })).rejects.toMatchObject({ clientReason });
      answer.resolve(thing);
      expect(await call).toEqual(thing);
      await closed;
    });

    it("cancels what outlasts the grace", async () => {
      await using server = await new TestServer()
        .unary(methods.get, () => new Promise<Thing>(() => undefined))
        .listen();
      const session = implementation.open({ ...server.options, credentials: staticToken("token-1") });
      const call = expect(connectThings(session).unary(methods.get, { id: "1" })).rejects.toMatchObject({
        code: "CANCELLED",
      });
      await until(() => server.seen.length === 1);
      await session.close({ graceMs: 10 });
      await call;
    });

    it("may be called twice", async () => {
      const session = implementation.open({});
      await session.close();
      await session.close();
    });
  });

  function metadataOf<M extends { clone(): M; set(name: string, value: string): void }>(
    raw: { readonly metadata: M },
    values: { readonly [name: string]: string },
  ): M {
    const metadata = raw.metadata.clone();
    for (const name of ["authorization", "user-agent"]) metadata.set(name, "");
    for (const [name, value] of Object.entries(values)) metadata.set(name, value);
    return metadata;
  }

  async function silentServer(): Promise<{ server: NetServer; sockets: Socket[] }> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, sockets };
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
  }
});
