import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { answer, FaultServer, framed, grpcHeaders, type Fault } from "../../fixture/fault-server.fixture.js";
import { callTo, closeSessions, many, until } from "../../fixture/sessions.fixture.js";
import { methods, TextType, ThingType, type Thing } from "../../fixture/test-api.fixture.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);

/** A server of raw bytes on the loopback address. */
async function rawServer(serve: (socket: Socket) => void): Promise<Server & { readonly at: string }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    serve(socket);
    // A socket that nobody reads does not see that the client has ended it.
    socket.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(server, { at: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}

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
        /HTTP status code 200 \(text\/html\) instead of a gRPC answer; .*login page or a proxy$/,
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

describe("a server", () => {
  it("that sends interim answers without end is left", async () => {
    const interims: Fault = (stream) => {
      const send = (): void => {
        if (stream.destroyed) return;
        stream.additionalHeaders({ ":status": 103 });
        setImmediate(send);
      };
      send();
    };
    await using server = await new FaultServer([interims]).listen();
    await expect(callTo(server.address).unary(methods.get, {})).rejects.toMatchObject({
      code: "INTERNAL",
      attempts: 1,
      text: "the server sent more than 100 interim answers (HTTP 1xx)",
    });
  });

  it("that allows no calls for now is asked for two connections, and called when it does", async () => {
    await using server = await new FaultServer([answer(bytes)], {
      settings: { maxConcurrentStreams: 0 },
    }).listen();
    const things = callTo(server.address);
    const calls = many(20, () => things.unary(methods.get, {}));
    await until(() => server.connections === 2);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(server.connections).toBe(2);
    for (const session of server.sessions) session.settings({ maxConcurrentStreams: 100 });
    expect(await Promise.all(calls)).toEqual(many(20, () => thing));
  });

  it.each(["x-a", "constructor", "hasownproperty"])("gets metadata %s, and sends it back", async (name) => {
    const echo: Fault = (stream, _, headers) => {
      const value = Object.getOwnPropertyDescriptor(headers, name)?.value as string[];
      stream.respond({ ...grpcHeaders, ...Object.fromEntries([[name, value]]) }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(framed(bytes));
    };
    await using server = await new FaultServer([echo]).listen();
    const metadata = [
      [name, "one"],
      [name, "two"],
    ] as const;
    const { header } = await callTo(server.address).unary(methods.get, {}, { metadata }).withResponse();
    expect(header.getAll(name)).toEqual(["one, two"]);
  });

  it("that sends on an error of a client like this one has its advice said once", async () => {
    const said =
      "Received message larger than max (5 vs 4); the session's option maxReceiveBytes raises the limit";
    const relay: Fault = (stream) => {
      stream.respond({ ...grpcHeaders, "grpc-status": "8", "grpc-message": said }, { endStream: true });
    };
    await using server = await new FaultServer([relay]).listen();
    const call = callTo(server.address, { retry: false }).unary(methods.get, {});
    await expect(call).rejects.toMatchObject({ code: "RESOURCE_EXHAUSTED", text: said });
  });

  it("shows nothing in an error that steers a terminal", async () => {
    const rude: Fault = (stream) => {
      stream.respond(
        {
          ...grpcHeaders,
          "grpc-status": "5",
          "grpc-message": encodeURIComponent("no\u001b[2J\nsuch\u202e thing"),
        },
        { endStream: true },
      );
    };
    await using server = await new FaultServer([rude]).listen();
    await expect(callTo(server.address).unary(methods.get, {})).rejects.toMatchObject({
      code: "NOT_FOUND",
      text: "no\\u001b[2J\nsuch\\u202e thing",
      message: expect.stringContaining("no\\u001b[2J\\u000asuch\\u202e thing"),
    });
  });
});

describe("a stream", () => {
  it("gives each message before the next is sent", async () => {
    let send: ((text: string) => void) | undefined;
    const steps: Fault = (stream) => {
      stream.respond(grpcHeaders);
      send = (text) => stream.write(framed(TextType.encode({ text })));
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
      for (const text of ["1", "2", "3"]) stream.write(framed(TextType.encode({ text })));
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
      socket.on("close", () => sockets.delete(socket));
    });
    const things = callTo(server.at, { connectTimeoutMs: 20 });
    const call = things.unary(methods.get, {}, { timeoutMs: 500 });
    await expect(call).rejects.toMatchObject({ mayHaveReachedServer: false });
    await until(() => sockets.size <= 1);
    await closeSessions();
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

describe("insecure", () => {
  it("holds for the addresses that are given: all others are called with TLS, through a proxy as well", async () => {
    const said: Buffer[] = [];
    const proxy = await rawServer((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.once("data", (first) => {
          said.push(first);
          socket.destroy();
        });
      });
    });
    const url = `http://${proxy.at}`;
    const options = {
      endpoint: undefined,
      endpoints: { other: "127.0.0.1:1" },
      proxy: url,
      retry: false,
    } as const;
    await expect(callTo("", options).unary(methods.get, {})).rejects.toMatchObject({ code: "UNAVAILABLE" });
    // A TLS handshake begins with a record of type 22 (RFC 8446, section 5.1).
    expect(said[0]?.[0]).toBe(22);
    const given = {
      ...options,
      endpoints: { "things.store": "emulator.example.com:8443" },
      logger: { warn: () => undefined },
    };
    await expect(callTo("", given).unary(methods.get, {})).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(said[1]?.toString("latin1")).toMatch(/^PRI \* HTTP\/2\.0/);
    proxy.close();
  });

  it("is warned of where the address is not this machine", () => {
    const warned: unknown[] = [];
    const logger = { warn: (fields: unknown) => void warned.push(fields) };
    callTo("emulator.example.com:8443", { logger });
    callTo("127.0.0.1:8443", { logger });
    expect(warned).toEqual([
      { event: "insecure_endpoint", session: "Acme", endpoint: "emulator.example.com:8443" },
    ]);
  });
});
