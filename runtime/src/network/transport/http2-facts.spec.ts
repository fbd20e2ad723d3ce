import dns from "node:dns";
import { once } from "node:events";
import { constants, createSecureServer, type Http2SecureServer } from "node:http2";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, FaultServer, framed, grpcHeaders, type Fault } from "../../fixture/fault-server.fixture.js";
import { Relay } from "../../fixture/relay.fixture.js";
import { callTo, closeSessions, until } from "../../fixture/sessions.fixture.js";
import { methods, TextType, ThingType, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { testCertificate, testCertificateKey } from "../../fixture/tls.fixture.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);
const secret = { cert: testCertificate, key: testCertificateKey };

afterEach(() => vi.restoreAllMocks());

/** Where a server listens, by TLS. */
async function listen(server: Http2SecureServer | ReturnType<typeof createTlsServer>): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const trusting = { insecure: false, tls: { ca: testCertificate }, retry: false } as const;

describe("TLS", () => {
  it("without a byte of HTTP/2 fails within the timeout, and leaves no socket", async () => {
    const sockets = new Set<TLSSocket>();
    const server = createTlsServer({ ...secret, ALPNProtocols: ["h2"] }, (socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket)).resume();
    });
    const things = callTo(await listen(server), { ...trusting, connectTimeoutMs: 300 });
    await expect(things.unary(methods.get, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(/^no connection to .* within 300 ms \(connectTimeoutMs of the session\)$/),
    });
    await until(() => sockets.size === 0);
    server.close();
  });

  it("without HTTP/2 is named in the error, and not tried again", async () => {
    const server = createTlsServer({ ...secret, ALPNProtocols: ["http/1.1"] });
    server.on("tlsClientError", () => undefined);
    const things = callTo(await listen(server), { ...trusting, retry: { baseDelayMs: 1 } });
    await expect(things.unary(methods.get, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      attempts: 1,
      text: expect.stringMatching(/HTTP\/2/),
    });
    server.close();
  });

  it("shows the client's own certificate to a server that asks for it", async () => {
    const server = createSecureServer({ ...secret, ca: testCertificate, requestCert: true });
    let name: string | undefined;
    server.on("stream", (stream) => {
      const socket = stream.session?.socket;
      if (socket instanceof TLSSocket) name = socket.getPeerCertificate().subject.CN;
      answer(bytes)(stream);
    });
    const tls = { ca: testCertificate, ...secret };
    const things = callTo(await listen(server), { ...trusting, tls });
    expect(await things.unary(methods.get, {})).toEqual(thing);
    expect(name).toBe("stratus test");
    await closeSessions();
    server.close();
  });
});

describe("flow-control windows", () => {
  it.each([
    ["of 4 MiB, on a stream and on the connection", {}, 4 * 1024 * 1024],
    ["as large as the session says", { windowBytes: 1024 * 1024 }, 1024 * 1024],
  ])("are %s", async (_, options, want) => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    await callTo(server.address, options).unary(methods.get, {});
    const [session] = server.sessions;
    expect(session?.remoteSettings.initialWindowSize).toBe(want);
    await until(() => Number(session?.state.remoteWindowSize) >= want - bytes.length - 5);
  });

  it("grow while a distant server fills them, and hold what waits for slow readers", async () => {
    const message = framed(TextType.encode({ text: "x".repeat(1_000_000) }));
    const large: Fault = (stream) => {
      stream.respond(grpcHeaders, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      for (let count = 0; count < 64; count++) stream.write(message);
      stream.end();
    };
    await using server = await new FaultServer([large]).listen();
    using relay = await new Relay(server.address, { delayMs: 20 }).listen();
    let count = 0;
    for await (const _ of callTo(relay.address).serverStream(methods.watch, {})) count += 1;
    expect(count).toBe(64);
    expect(server.sessions[0]?.remoteSettings.initialWindowSize).toBeGreaterThan(4 * 1024 * 1024);
  });

  it("are bounds: a server is held back by a reader who does not read", async () => {
    let sent = 0;
    const endless: Fault = (stream) => {
      stream.respond(grpcHeaders);
      const message = framed(TextType.encode({ text: "x".repeat(16_000) }));
      const send = (): void => {
        while (!stream.destroyed && stream.write(message)) sent += message.length;
        if (!stream.destroyed) stream.once("drain", send);
      };
      send();
    };
    await using server = await new FaultServer([endless]).listen();
    const messages = callTo(server.address, { windowBytes: 256 * 1024 }).serverStream(methods.watch, {});
    const reader = messages[Symbol.asyncIterator]();
    await reader.next();
    let before = -1;
    while (sent !== before) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // The window, what waits to be read, and what the server itself holds.
    expect(sent).toBeLessThan(1024 * 1024);
    await reader.return?.();
  });
});

describe("a call that ends early", () => {
  it.each([
    ["by its signal", { signal: true }],
    ["by its deadline", { timeoutMs: 100 }],
  ])("%s is canceled at the server, with that code", async (_, how) => {
    let code: number | undefined;
    const hold: Fault = (stream) => stream.on("close", () => (code = stream.rstCode));
    await using server = await new FaultServer([answer(bytes), hold]).listen();
    const stop = new AbortController();
    const options = "signal" in how ? { signal: stop.signal } : how;
    const things = callTo(server.address, { retry: false });
    // On a busy machine making the connection may take longer than the deadline.
    await things.unary(methods.get, {});
    const call = things.unary(methods.get, {}, options);
    call.catch(() => undefined);
    await until(() => server.seen.length === 2);
    if ("signal" in how) stop.abort(new Error("enough"));
    await expect(call).rejects.toThrow();
    await until(() => code !== undefined);
    expect(code).toBe(constants.NGHTTP2_CANCEL);
  });
});

describe("a call that the server cancels at its deadline", () => {
  it("has exceeded the deadline, although no timer has fired", async () => {
    const cancelLate: Fault = (stream) => {
      const endMs = performance.now() + 200;
      while (performance.now() < endMs);
      stream.close(constants.NGHTTP2_CANCEL);
    };
    await using server = await new FaultServer([answer(bytes), cancelLate]).listen();
    const things = callTo(server.address, { retry: false });
    await things.unary(methods.get, {});
    const call = things.unary(methods.get, {}, { timeoutMs: 150 });
    await expect(call).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });
});

describe("an answer", () => {
  it.each<[what: string, fault: Fault]>([
    [
      "after an interim one is read",
      (stream) => {
        stream.additionalHeaders({ ":status": 103, link: "</x>" });
        answer(bytes)(stream);
      },
    ],
    [
      "long after several interim ones is read",
      (stream) => {
        stream.additionalHeaders({ ":status": 103 });
        stream.additionalHeaders({ ":status": 103 });
        setTimeout(() => answer(bytes)(stream), 20);
      },
    ],
  ])("%s", async (_, fault) => {
    await using server = await new FaultServer([fault]).listen();
    expect(await callTo(server.address).unary(methods.get, {})).toEqual(thing);
  });

  it("whose content-length is not that of its body fails with the reason", async () => {
    const longer: Fault = (stream) => {
      stream.respond({ ...grpcHeaders, "content-length": "999" }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(framed(bytes));
    };
    await using server = await new FaultServer([longer]).listen();
    await expect(callTo(server.address, { retry: false }).unary(methods.get, {})).rejects.toMatchObject({
      code: "INTERNAL",
      text: expect.stringMatching(
        /PROTOCOL_ERROR.*fewer bytes of DATA than the header content-length states/,
      ),
    });
  });

  it("of a status alone after an interim one is that status", async () => {
    const alone: Fault = (stream) => {
      stream.additionalHeaders({ ":status": 103 });
      stream.respond({ ...grpcHeaders, "grpc-status": "5", "grpc-message": "gone" }, { endStream: true });
    };
    await using server = await new FaultServer([alone]).listen();
    await expect(callTo(server.address).unary(methods.get, {})).rejects.toMatchObject({
      code: "NOT_FOUND",
      text: "gone",
      attempts: 1,
    });
  });

  it.each([
    ["ends without a status", constants.NGHTTP2_NO_ERROR, "INTERNAL", /ended without a status/],
    ["is reset with CANCEL", constants.NGHTTP2_CANCEL, "CANCELLED", /RST_STREAM with code 8/],
    ["is reset by an error", constants.NGHTTP2_INTERNAL_ERROR, "INTERNAL", /RST_STREAM with code 2/],
  ])("that %s is a failure, repeated as one", async (_, rst, code, text) => {
    const cut: Fault = (stream) => {
      if (rst !== constants.NGHTTP2_NO_ERROR) return stream.close(rst);
      stream.respond(grpcHeaders);
      return void stream.end(framed(bytes));
    };
    await using server = await new FaultServer([cut]).listen();
    const call = callTo(server.address, { retry: { maxAttempts: 2, baseDelayMs: 1 } }).unary(methods.get, {});
    await expect(call).rejects.toMatchObject({ code, attempts: 2, text: expect.stringMatching(text) });
    expect(server.seen.map((headers) => headers["grpc-previous-rpc-attempts"])).toEqual([undefined, "1"]);
  });
});

describe("a connection", () => {
  it("that drains is not taken for dead: its calls end when they end", async () => {
    let finish: (() => void) | undefined;
    const leave: Fault = (stream, session) => {
      finish = () => answer(bytes)(stream);
      session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
    };
    await using server = await new FaultServer([leave]).listen();
    const clock = new TestClock();
    const things = callTo(server.address, { clock, attemptTimeoutMs: 600_000, timeoutMs: 600_000 });
    const call = things.unary(methods.get, {});
    call.catch(() => undefined);
    await until(() => finish !== undefined);
    await clock.idle(5 * 60_000);
    finish?.();
    expect(await call).toEqual(thing);
  });

  it("that is lost under a timer that would ping it ends nothing but its calls", async () => {
    const drop: Fault = (_, session) => session?.destroy();
    await using server = await new FaultServer([drop]).listen();
    const clock = new TestClock();
    const call = callTo(server.address, { clock, retry: false }).unary(methods.get, {});
    await expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await clock.idle(16 * 60_000);
  });

  it("that is lost is made anew from the name, whose address may be another", async () => {
    await using server = await new FaultServer([(_, session) => session?.destroy()]).listen();
    const port = server.address.split(":")[1];
    let lookups = 0;
    vi.spyOn(dns.promises, "lookup").mockImplementation((async () => {
      lookups += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    }) as never);
    const logger = { warn: () => undefined };
    const things = callTo(`api.example.com:${port}`, {
      logger,
      retry: { maxAttempts: 3, baseDelayMs: 1 },
    });
    await expect(things.unary(methods.get, {})).rejects.toThrow();
    expect(lookups).toBe(3);
  });
});
