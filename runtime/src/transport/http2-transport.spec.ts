import { once } from "node:events";
import { constants } from "node:http2";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { staticToken } from "../auth/outside-token.js";
import type { Caller } from "../client/caller.js";
import { answer, FaultServer, framed, grpcHeaders, type Fault } from "../fixture/fault-server.fixture.js";
import {
  connectThings,
  methods,
  openSession,
  TextType,
  ThingType,
  type Thing,
} from "../fixture/test-api.fixture.js";
import type { Session } from "../session/session.js";
import type { SessionOptions } from "../session/session-options.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.codec.encode(thing).finish();
const open: Session[] = [];

function callTo(address: string, options: SessionOptions = {}): Caller {
  const session = openSession({
    endpoint: address,
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

const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A server of raw bytes on the loopback address. */
async function rawServer(serve: (socket: Socket) => void): Promise<Server & { readonly at: string }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    serve(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(server, { at: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}

describe("the limit of streams", () => {
  const slow: Fault = (stream) => void setTimeout(() => answer(bytes)(stream), 5);

  it("is never passed: calls wait for a place, and more connections are made while they do", async () => {
    let running = 0;
    let most = 0;
    const counting: Fault = (stream, session, headers) => {
      most = Math.max(most, ++running);
      stream.on("close", () => running--);
      slow(stream, session, headers);
    };
    await using server = await new FaultServer([counting], {
      settings: { maxConcurrentStreams: 2 },
    }).listen();
    const things = callTo(server.address);
    await Promise.all(many(100, () => things.unary(methods.get, {})));
    expect(server.seen).toHaveLength(100);
    expect(server.connections).toBeGreaterThan(1);
    expect(server.connections).toBeLessThanOrEqual(10);
    expect(most).toBeLessThanOrEqual(2 * server.connections);
  });

  it("keeps a call that is cancelled while it waits from ever being sent", async () => {
    const held: (() => void)[] = [];
    const hold: Fault = (stream) => void held.push(() => answer(bytes)(stream));
    await using server = await new FaultServer([hold], { settings: { maxConcurrentStreams: 1 } }).listen();
    const things = callTo(server.address);
    const running = many(10, () => things.unary(methods.get, {}));
    await until(() => held.length === 10);
    const stop = new AbortController();
    const reason = new Error("not needed any more");
    const waiting = things.unary(methods.get, {}, { signal: stop.signal });
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    for (const answerNow of held) answerNow();
    await Promise.all(running);
    expect(server.seen).toHaveLength(10);
  });

  it("that is used up is named by the error of a call which waits in vain", async () => {
    await using server = await new FaultServer([() => undefined], {
      settings: { maxConcurrentStreams: 1 },
    }).listen();
    const things = callTo(server.address);
    const ends = many(11, () =>
      things.unary(methods.get, {}, { timeoutMs: 400 }).catch((error: unknown) => error),
    );
    const texts = (await Promise.all(ends)).map((error) => (error as { text: string }).text);
    const waited = texts.filter((text) => text.includes("waited for a free stream"));
    expect(waited).toHaveLength(1);
    expect(waited[0]).toMatch(
      /^no answer within 400 ms, the limit of the option timeoutMs; .*allows no more at a time$/,
    );
  });
});

describe("a server that says goodbye", () => {
  it("loses none of 1,000 calls that it has not processed, and no retry pays for them", async () => {
    let left = 1_001;
    let first: Parameters<Fault>[0] | undefined;
    const goodbye: Fault = (stream, session) => {
      if (server.connections > 1) return answer(bytes)(stream);
      first ??= stream;
      if (--left > 0) return undefined;
      session?.goaway(constants.NGHTTP2_NO_ERROR, first.id);
      return answer(bytes)(first);
    };
    const server = new FaultServer([goodbye]);
    await using _ = await server.listen();
    const retried: unknown[] = [];
    const hooks = { onRetry: (event: unknown) => void retried.push(event) };
    const things = callTo(server.address, { hooks });
    const replies = await Promise.all(many(1_001, () => things.unary(methods.get, {})));
    expect(replies.every((reply) => reply.spec?.size === 5)).toBe(true);
    expect(retried).toEqual([]);
    expect(server.seen).toHaveLength(2_001);
    expect(server.seen.some((headers) => headers["grpc-previous-rpc-attempts"] !== undefined)).toBe(false);
  });

  it("lets calls end that it has begun to answer, beside a new connection", async () => {
    let finish: (() => void) | undefined;
    const first: Fault = (stream, session) => {
      finish = () => answer(bytes)(stream);
      session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
    };
    await using server = await new FaultServer([first, answer(bytes)]).listen();
    const things = callTo(server.address);
    const call = things.unary(methods.get, {});
    await until(() => finish !== undefined);
    await things.unary(methods.get, {});
    expect(server.connections).toBe(2);
    finish?.();
    expect(await call).toEqual(thing);
  });

  it("and drops the connection with a code is told of, and its calls repeated with the same key", async () => {
    const angry: Fault = (stream, session) =>
      session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, stream.id, Buffer.from("too_many_pings"));
    await using server = await new FaultServer([angry, answer(bytes)]).listen();
    const errors: { text: string }[] = [];
    const hooks = { onRetry: ({ error }: { error: { text: string } }) => void errors.push(error) };
    expect(await callTo(server.address, { hooks }).unary(methods.set, thing)).toEqual(thing);
    expect(errors[0]?.text).toMatch(
      /the connection to .* was lost: the server ended it \(GOAWAY with code 11: too_many_pings\)$/,
    );
    expect(new Set(server.seen.map((headers) => headers["x-idempotency-key"])).size).toBe(1);
  });
});

describe("retries", () => {
  it("tell the server how many attempts came before", async () => {
    const refuse: Fault = (stream) =>
      stream.respond({ ...grpcHeaders, "grpc-status": "14" }, { endStream: true });
    await using server = await new FaultServer([refuse, refuse, answer(bytes)]).listen();
    await callTo(server.address).unary(methods.get, {});
    expect(server.seen.map((headers) => headers["grpc-previous-rpc-attempts"])).toEqual([
      undefined,
      "1",
      "2",
    ]);
  });

  it("of a stream that the server refused are not counted", async () => {
    const refuse: Fault = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    await using server = await new FaultServer([refuse, answer(bytes)]).listen();
    expect(await callTo(server.address, { retry: false }).unary(methods.get, {})).toEqual(thing);
    expect(server.seen.map((headers) => headers["grpc-previous-rpc-attempts"])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("a call cannot hurt its neighbours:", () => {
  it.each([
    ["connection", "keep-alive", /the name belongs to HTTP or to gRPC itself/],
    ["te", "gzip", /the name belongs to HTTP/],
    ["host", "evil.example.com", /the name belongs to HTTP/],
    ["user-agent", "mine", /the session's option userAgent adds to it/],
    [
      "x-big",
      "a".repeat(70_000),
      /more than HTTP\/2 can send to this server: \d+ of 65536 bytes; the largest is "x-big"/,
    ],
  ])("%s is refused before it is sent", async (name, value, want) => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    const things = callTo(server.address);
    const neighbour = things.unary(methods.get, {});
    const error = await things
      .unary(methods.get, {}, { metadata: { [name]: value } })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0, text: expect.stringMatching(want) });
    expect(await neighbour).toEqual(thing);
    expect(server.seen).toHaveLength(1);
  });

  it("the server's own limit of headers counts", async () => {
    await using server = await new FaultServer([answer(bytes)], {
      settings: { maxHeaderListSize: 2_000 },
    }).listen();
    const things = callTo(server.address);
    const metadata = { "x-mask": "a".repeat(2_000) };
    await expect(things.unary(methods.get, {}, { metadata })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      attempts: 0,
      text: expect.stringMatching(/of 2000 bytes; the largest is "x-mask" with 2000$/),
    });
    expect(await things.unary(methods.get, {})).toEqual(thing);
  });

  it("300 requests of 100 kB at once lose none", async () => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    const things = callTo(server.address, { retry: false });
    const large = { metadata: undefined, spec: { size: 1, note: "x".repeat(100_000), password: "" } };
    const ends = await Promise.allSettled(many(300, () => things.unary(methods.set, large)));
    expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
  });
});

describe("an answer", () => {
  it("with several hundred trailers is read", async () => {
    const wordy: Fault = (stream) => {
      stream.respond(grpcHeaders, { waitForTrailers: true });
      const trailers = Object.fromEntries(many(400, (n) => [`x-${n}`, "v"]));
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0", ...trailers }));
      stream.end(framed(bytes));
    };
    await using server = await new FaultServer([wordy]).listen();
    const { trailer } = await callTo(server.address).unary(methods.get, {}).withResponse();
    expect(trailer.size).toBe(400);
  });

  it.each([
    ["without naming a compression", {}, /its header names no compression/],
    [
      "in a compression that was not offered",
      { "grpc-encoding": "snappy" },
      /has a compression that was not offered/,
    ],
    ["in gzip that is none", { "grpc-encoding": "gzip" }, /cannot be unpacked/],
  ])("that is compressed %s is INTERNAL, once", async (_, headers, want) => {
    const odd: Fault = (stream) => {
      stream.respond({ ...grpcHeaders, ...headers }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      const frame = framed(bytes);
      frame[0] = 1;
      stream.end(frame);
    };
    await using server = await new FaultServer([odd]).listen();
    const text = expect.stringMatching(want);
    await expect(callTo(server.address).unary(methods.get, {})).rejects.toMatchObject({
      code: "INTERNAL",
      attempts: 1,
      text,
    });
  });

  it("that is a web page says so, and gives no advice about sizes", async () => {
    const page: Fault = (stream) => {
      stream.respond({ ":status": 200, "content-type": "text/html" });
      stream.end("<html>Log in</html>");
    };
    await using server = await new FaultServer([page]).listen();
    await expect(callTo(server.address).unary(methods.get, {})).rejects.toMatchObject({
      code: "UNKNOWN",
      attempts: 1,
      text: expect.stringMatching(
        /HTTP status code 200 \(text\/html\) in place of a gRPC answer; .*login page or a proxy$/,
      ),
    });
  });

  it("of several messages to a stream of requests is refused, and an endless one left", async () => {
    let isClosed = false;
    const endless: Fault = (stream) => {
      stream.respond(grpcHeaders);
      const timer = setInterval(() => stream.write(framed(bytes)), 1);
      stream.on("close", () => {
        isClosed = true;
        clearInterval(timer);
      });
    };
    await using server = await new FaultServer([endless]).listen();
    async function* texts() {
      yield { text: "a" };
    }
    await expect(callTo(server.address).clientStream(methods.upload, texts())).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      text: "the server sent more than one response",
    });
    await until(() => isClosed);
  });
});

describe("a stream", () => {
  it("gives each message before the next is sent", async () => {
    let send: ((text: string) => void) | undefined;
    const steps: Fault = (stream) => {
      stream.respond(grpcHeaders);
      send = (text) => stream.write(framed(TextType.codec.encode({ text }).finish()));
      send("1");
    };
    await using server = await new FaultServer([steps]).listen();
    const got: string[] = [];
    for await (const { text } of callTo(server.address).serverStream(methods.watch, {})) {
      got.push(text);
      if (got.length === 3) break;
      send?.(String(got.length + 1));
    }
    expect(got).toEqual(["1", "2", "3"]);
  });

  it("gives what has come before the connection was lost, and then fails", async () => {
    const cut: Fault = (stream, session) => {
      stream.respond(grpcHeaders);
      for (const text of ["1", "2", "3"]) stream.write(framed(TextType.codec.encode({ text }).finish()));
      setTimeout(() => session?.destroy(), 20);
    };
    await using server = await new FaultServer([cut]).listen();
    const got: string[] = [];
    const reading = (async () => {
      for await (const { text } of callTo(server.address).serverStream(methods.watch, {})) {
        got.push(text);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(got).toEqual(["1", "2", "3"]);
  });
});

describe("a server that is none", () => {
  it("but accepts and stays silent leaves no socket behind, however often", async () => {
    const sockets = new Set<Socket>();
    const server = await rawServer((socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket)).resume();
    });
    const things = callTo(server.at, { timeouts: { connectMs: 20 } });
    const call = things.unary(methods.get, {}, { timeoutMs: 500 });
    await expect(call).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    await until(() => sockets.size <= 1);
    await Promise.all(open.splice(0).map((session) => session.close({ graceMs: 1 })));
    await until(() => sockets.size === 0);
    server.close();
  });

  it("but speaks HTTP/1 is named at once", async () => {
    const server = await rawServer((socket) =>
      socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
    );
    await expect(callTo(server.at).unary(methods.get, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      attempts: 1,
      text: expect.stringMatching(
        /no HTTP\/2 connection: the server does not answer in HTTP\/2; .* web server/,
      ),
    });
    server.close();
  });

  it("but hangs up may be starting: it is tried again, and the error names TLS", async () => {
    const server = await rawServer((socket) => socket.end());
    const errors: { text: string }[] = [];
    const hooks = { onRetry: ({ error }: { error: { text: string } }) => void errors.push(error) };
    const call = callTo(server.at, { hooks }).unary(methods.get, {}, { timeoutMs: 1_000 });
    await expect(call).rejects.toThrow();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]?.text).toMatch(/closed the connection before HTTP\/2 began; .*expects TLS/);
    server.close();
  });
});
