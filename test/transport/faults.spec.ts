import { constants } from "node:http2";
import { ServerCredentials } from "@grpc/grpc-js";
import { afterEach, describe, expect, it } from "vitest";
import { patienceMs } from "../patience.js";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import type { Caller } from "../../runtime/src/calls/caller.js";
import {
  answer,
  FaultServer,
  framed,
  grpcHeaders,
  type Fault,
} from "../../runtime/src/fixture/fault-server.fixture.js";
import {
  connectThings,
  methods,
  TextType,
  ThingType,
  type Thing,
} from "../../runtime/src/fixture/test-api.fixture.js";
import { TestServer } from "../../runtime/src/fixture/test-server.fixture.js";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";
import type { Session } from "../../runtime/src/session/core/session.js";
import type { SessionOptions } from "../../runtime/src/session/core/session-options.js";
import { implementations } from "./implementations.fixture.js";

describe.each(implementations)("over $name,", (implementation) => {
  const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
  const bytes = ThingType.encode(thing);
  const open: Session[] = [];

  function callTo(address: string, options: SessionOptions = {}): Caller {
    const session = implementation.open({
      endpoint: address,
      insecure: true,
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1, maxDelayMs: 5 },
      timeoutMs: 5_000,
      attemptTimeoutMs: 2_000,
      ...options,
    });
    open.push(session);
    return connectThings(session);
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.close({ graceMs: 1 })));
  });

  const reset =
    (code: number): Fault =>
    (stream) =>
      stream.close(code);

  const httpStatus =
    (status: number): Fault =>
    (stream) => {
      stream.respond({ ":status": status, "content-type": "text/html" });
      stream.end("<html>");
    };

  describe("a call is repeated, with the same key, when the server", () => {
    it.each<[what: string, fault: Fault]>([
      ["resets it", reset(constants.NGHTTP2_INTERNAL_ERROR)],
      ["refuses it", reset(constants.NGHTTP2_REFUSED_STREAM)],
      ["cancels it", reset(constants.NGHTTP2_CANCEL)],
      ["asks for calm", reset(constants.NGHTTP2_ENHANCE_YOUR_CALM)],
      ["drops the connection", (_stream, session) => session?.destroy()],
      [
        "drops the connection after its headers",
        (stream, session) => {
          stream.respond(grpcHeaders);
          setTimeout(() => session?.destroy(), 5);
        },
      ],
      [
        "drops the connection in the middle of its reply",
        (stream, session) => {
          stream.respond(grpcHeaders);
          stream.write(framed(bytes).subarray(0, 6));
          setTimeout(() => session?.destroy(), 5);
        },
      ],
      [
        "sends GOAWAY and closes the connection",
        (stream, session) => {
          session?.goaway(0);
          stream.close(constants.NGHTTP2_REFUSED_STREAM);
        },
      ],
      ["is a gateway that says 502", httpStatus(502)],
      ["is a gateway that says 503", httpStatus(503)],
      ["is a gateway that says 504", httpStatus(504)],
      ["is a gateway that says 521", httpStatus(521)],
      ["stays silent for the time of an attempt", () => undefined],
    ])("%s", async (_what, fault) => {
      await using server = await new FaultServer([fault, answer(bytes)]).listen();
      const things = callTo(server.address, { timeoutMs: patienceMs, attemptTimeoutMs: patienceMs / 300 });
      expect(await things.unary(methods.set, thing)).toEqual(thing);
      const keys = server.seen.map((headers) => headers["x-idempotency-key"]);
      expect(keys).toHaveLength(2);
      expect(keys[0]).toBe(keys[1]);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe("a call ends with a typed error, and never hangs, when the server", () => {
    it.each<[what: string, fault: Fault, code: string, attempts?: number]>([
      [
        "answers with trailers alone",
        (stream) =>
          stream.respond(
            { ...grpcHeaders, "grpc-status": "9", "grpc-message": "no%20room" },
            { endStream: true },
          ),
        "FAILED_PRECONDITION",
      ],
      [
        "sends no status",
        (stream) => {
          stream.respond(grpcHeaders);
          stream.end(framed(bytes));
        },
        "INTERNAL",
        2,
      ],
      [
        "sends a status and no message",
        (stream) => stream.respond({ ...grpcHeaders, "grpc-status": "0" }, { endStream: true }),
        "UNIMPLEMENTED",
      ],
      [
        "sends a status that is no number",
        (stream) => stream.respond({ ...grpcHeaders, "grpc-status": "soon" }, { endStream: true }),
        "UNKNOWN",
      ],
      ["sends bytes that are no message", answer(Uint8Array.from([10, 200, 1])), "INTERNAL"],
      [
        "sends two messages",
        (stream) => {
          stream.respond(grpcHeaders, { waitForTrailers: true });
          stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
          stream.end(Buffer.concat([framed(bytes), framed(bytes)]));
        },
        "UNIMPLEMENTED",
      ],
      ["is no gRPC server", httpStatus(404), "UNIMPLEMENTED"],
      ["wants a login page", httpStatus(401), "UNAUTHENTICATED"],
    ])("%s", async (_what, fault, code, attempts = 1) => {
      await using server = await new FaultServer([fault]).listen();
      const things = callTo(server.address, { retry: { baseDelayMs: 1, maxAttempts: 2 } });
      await expect(things.unary(methods.get, {})).rejects.toMatchObject({ code, attempts });
    });
  });

  describe("a server that is slow or wordy", () => {
    it("may drip its reply byte by byte", async () => {
      const drip: Fault = (stream) => {
        stream.respond(grpcHeaders, { waitForTrailers: true });
        stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
        const rest = [...framed(bytes)];
        const timer = setInterval(() => {
          const next = rest.shift();
          if (next !== undefined) return void stream.write(Buffer.of(next));
          clearInterval(timer);
          stream.end();
        }, 1);
      };
      await using server = await new FaultServer([drip]).listen();
      expect(await callTo(server.address).unary(methods.get, {})).toEqual(thing);
    });

    it("may repeat a header", async () => {
      const wordy: Fault = (stream) => {
        stream.respond({ ...grpcHeaders, "x-team": ["blue", "red"] }, { waitForTrailers: true });
        stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
        stream.end(framed(bytes));
      };
      await using server = await new FaultServer([wordy]).listen();
      const { header } = await callTo(server.address).unary(methods.get, {}).withResponse();
      expect(header.getAll("x-team").join(", ")).toBe("blue, red");
    });

    it("may send GOAWAY between calls", async () => {
      const once: Fault = (stream, session) => {
        answer(bytes)(stream);
        stream.on("close", () => session?.goaway(0));
      };
      await using server = await new FaultServer([once]).listen();
      const things = callTo(server.address);
      for (let call = 0; call < 5; call++) expect(await things.unary(methods.get, {})).toEqual(thing);
      expect(server.connections).toBeGreaterThan(1);
    });
  });

  describe("a stream", () => {
    it("that is cut after its first message throws, and is not begun again", async () => {
      const cut: Fault = (stream, session) => {
        stream.respond(grpcHeaders);
        stream.write(framed(TextType.encode({ text: "one" })));
        setTimeout(() => session?.destroy(), 20);
      };
      await using server = await new FaultServer([cut]).listen();
      const got: unknown[] = [];
      const reading = (async () => {
        for await (const message of callTo(server.address).serverStream(methods.watch, {})) got.push(message);
      })();
      await expect(reading).rejects.toMatchObject({ name: "AcmeError" });
      expect(got).toEqual([{ text: "one" }]);
      expect(server.seen).toHaveLength(1);
    });
  });

  describe("TLS", () => {
    const secure = async (): Promise<TestServer> =>
      new TestServer()
        .unary(methods.get, () => thing)
        .listen(
          ServerCredentials.createSsl(null, [
            { private_key: Buffer.from(testCertificateKey), cert_chain: Buffer.from(testCertificate) },
          ]),
        );

    it("checks the name of the service, whatever the address is, with a custom CA", async () => {
      await using server = await secure();
      const things = callTo(server.address, { insecure: false, tls: { ca: testCertificate } });
      expect(await things.unary(methods.get, {})).toEqual(thing);
      expect(server.seen[0]?.authority).toBe("things.store.api.example.com:443");
    });

    it.each<[what: string, options: SessionOptions]>([
      ["of another name", { apiDomain: "other.example.com", tls: { ca: testCertificate } }],
      ["that no one vouches for", {}],
    ])("refuses a server with a certificate %s", async (_what, options) => {
      await using server = await secure();
      const things = callTo(server.address, { insecure: false, retry: false, ...options });
      await expect(things.unary(methods.get, {})).rejects.toMatchObject({ code: "UNAVAILABLE", attempts: 1 });
      expect(server.seen).toHaveLength(0);
    });
  });
});
