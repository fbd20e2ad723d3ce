import dns from "node:dns";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { staticToken } from "../../../session/auth/static-token.js";
import { FiveAddresses, type Kind } from "../../../fixture/five-addresses.fixture.js";
import { answer } from "../../../fixture/fault-server.fixture.js";
import { callTo } from "../../../fixture/sessions.fixture.js";
import {
  connectThings,
  methods,
  openSession,
  ThingType,
  type Thing,
} from "../../../fixture/test-api.fixture.js";
import { testCertificate, testCertificateKey } from "../../../fixture/tls.fixture.js";
import { connect } from "../../../session/core/connect.js";
import type { SessionOptions } from "../../../session/core/session-options.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);
const secure: SessionOptions = { insecure: false, tls: { ca: testCertificate }, retry: false };

afterEach(() => vi.restoreAllMocks());

/** Lets a name have addresses of these kinds, and notes the lines of the log about them. */
function nameOf(five: FiveAddresses, order: readonly Kind[], family: 4 | 6) {
  const found = order.map((kind) => ({ address: five.address(kind, family), family }));
  vi.spyOn(dns.promises, "lookup").mockImplementation((async () => found) as never);
  const log: string[] = [];
  const logger = { warn: () => undefined, debug: (_: unknown, line: string) => void log.push(line) };
  return { log, options: { ...secure, debug: true, logger }, target: `api.example.com:${five.port}` };
}

describe("a name whose first addresses are broken is called at the good one", () => {
  it.each<[string, readonly Kind[], 4 | 6]>([
    ["dead, IPv4", ["dead", "good"], 4],
    ["an alert of TLS, IPv6", ["alert", "good"], 6],
    ["HTTP/1, IPv4", ["HTTP/1", "good"], 4],
    ["silent, IPv6", ["silent", "good"], 6],
    ["all four, IPv4", ["silent", "HTTP/1", "alert", "dead", "good"], 4],
  ])("%s", async (_, order, family) => {
    await using five = await new FiveAddresses(bytes).listen();
    const { options, target } = nameOf(five, order, family);
    expect(await callTo(target, options).unary(methods.get, {})).toEqual(thing);
    expect(five.connections).toBe(1);
  });
});

describe("an address that answered badly", () => {
  it("is last for all subchannels of the session", async () => {
    // Nothing at all: the answer of any method.
    await using five = await new FiveAddresses(new Uint8Array()).listen();
    const { log, options, target } = nameOf(five, ["alert", "good"], 4);
    await using session = openSession({ ...options, endpoint: target, credentials: staticToken("token-1") });
    await connectThings(session).unary(methods.get, {});
    await connect(session, methods.exchange.service).unary(methods.exchange, {});
    expect(five.connections).toBe(2);
    expect(log.filter((line) => line.startsWith(five.address("alert", 4)))).toHaveLength(1);
  });
});

describe("an address whose connection ends without an answer", () => {
  it("is followed by the next one", async () => {
    await using five = await new FiveAddresses(bytes).listen();
    const { options, target } = nameOf(five, ["closes", "good"], 4);
    const call = callTo(target, { ...options, retry: { maxAttempts: 2 } }).unary(methods.get, {});
    expect(await call).toEqual(thing);
    expect(five.connections).toBe(1);
  });
});

describe("a name with a final dot", () => {
  it.each<
    [what: string, options: SessionOptions, host: (port: number) => string | undefined, lookedUp: string]
  >([
    ["of the address", { endpoint: "db.ns.svc.cluster.local." }, () => undefined, "db.ns.svc.cluster.local."],
    ["of the service's own host", {}, (port) => `localhost.:${port}`, "localhost."],
  ])(
    "%s is looked up with it, and TLS and the authority leave it out",
    async (_, options, host, lookedUp) => {
      const names: unknown[] = [];
      const server = createSecureServer({
        cert: testCertificate,
        key: testCertificateKey,
        SNICallback: (name, done) => {
          names.push(name);
          done(null);
        },
      });
      server.on("stream", (stream, headers) => {
        names.push(headers[":authority"]);
        answer(bytes)(stream);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const found = [{ address: "127.0.0.1", family: 4 }];
      const lookUp = vi.spyOn(dns.promises, "lookup").mockImplementation((async () => found) as never);
      const { endpoint } = options;
      const session = openSession({
        ...secure,
        ...(endpoint === undefined ? {} : { endpoint: `${endpoint}:${port}` }),
        credentials: staticToken("token-1"),
      });
      onTestFinished(() => session.close({ graceMs: 1 }));
      const own = host(port);
      const things = connectThings(session, own === undefined ? {} : { endpoint: { host: own } });
      expect(await things.unary(methods.get, {})).toEqual(thing);
      expect(lookUp.mock.calls.map(([name]) => name)).toEqual([lookedUp]);
      expect(names).toEqual(
        own === undefined
          ? ["things.store.api.example.com", "things.store.api.example.com:443"]
          : ["localhost", `localhost:${port}`],
      );
    },
  );
});

describe("a name of which no address is good", () => {
  it("is refused for good if each of them has refused so", async () => {
    await using five = await new FiveAddresses(bytes).listen();
    const { options, target } = nameOf(five, ["HTTP/1", "alert"], 4);
    await expect(
      callTo(target, { ...options, retry: { maxAttempts: 3 } }).unary(methods.get, {}),
    ).rejects.toMatchObject({ code: "UNAVAILABLE", attempts: 1 });
  });

  it("is tried again if one of them may only be starting", async () => {
    await using five = await new FiveAddresses(bytes).listen();
    const { options, target } = nameOf(five, ["dead", "alert"], 4);
    await expect(
      callTo(target, { ...options, retry: { maxAttempts: 3, baseDelayMs: 1 } }).unary(methods.get, {}),
    ).rejects.toMatchObject({
      code: "UNAVAILABLE",
      attempts: 3,
      text: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
