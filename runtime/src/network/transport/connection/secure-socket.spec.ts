/** What RFC 9113, section 9.2, requires of TLS, and the resumption of sessions (RFC 8446, section 2.2). */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import tls, { type TLSSocket, type TlsOptions } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { testCertificate, testCertificateKey } from "../../../fixture/tls.fixture.js";
import { type ClientTls, makeSecureContext, startTls } from "./secure-socket.js";
import { TlsSessions } from "./tls-sessions.js";

const identity = { cert: testCertificate, key: testCertificateKey };
const never = new AbortController().signal;
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A TLS server, which notes of each connection whether it resumed a session. */
async function listenTls(
  options: TlsOptions,
): Promise<{ port: number; resumed: boolean[]; open: TLSSocket[] }> {
  const [resumed, open]: [boolean[], TLSSocket[]] = [[], []];
  const server = tls.createServer({ ...identity, ALPNProtocols: ["h2"], ...options }, (socket) => {
    resumed.push(socket.isSessionReused());
    open.push(socket.on("error", () => undefined));
    socket.on("data", (bytes: Buffer) => socket.write(bytes));
  });
  server.on("tlsClientError", () => undefined);
  return { port: await listen(server), resumed, open };
}

function clientTls(options: Parameters<typeof makeSecureContext>[0] = { ca: testCertificate }): ClientTls {
  return { secureContext: makeSecureContext(options), sessions: new TlsSessions() };
}

/** Connects, and waits for an answer, before which a server of TLS 1.3 sends its ticket. */
async function connectTo(port: number, client: ClientTls, host = "localhost"): Promise<TLSSocket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const secured = await startTls(socket, { host, target: `${host}:${port}` }, client, never);
  sockets.push(secured);
  secured.write("x");
  await once(secured, "data");
  return secured;
}

/** The parts of a ClientHello (RFC 8446, section 4.1.2). */
interface ClientHello {
  readonly ciphers: readonly number[];
  readonly compressions: readonly number[];
  readonly extensions: ReadonlyMap<number, Buffer>;
}

async function readHello(client: ClientTls): Promise<ClientHello> {
  let take: (bytes: Buffer) => void = () => undefined;
  const hello = new Promise<Buffer>((resolve) => (take = resolve));
  const port = await listen(createServer((socket) => void socket.once("data", take)));
  connectTo(port, client).catch(() => undefined);
  return parseHello(await hello);
}

function parseHello(bytes: Buffer): ClientHello {
  // Record, handshake, version and random; then vectors with their lengths.
  let at = 5 + 4 + 2 + 32;
  const vector = (lengthBytes: number): Buffer => {
    const length = bytes.readUIntBE(at, lengthBytes);
    at += lengthBytes + length;
    return bytes.subarray(at - length, at);
  };
  vector(1);
  const ciphers = numbers(vector(2));
  const compressions = [...vector(1)];
  const end = at + 2 + bytes.readUInt16BE(at);
  const extensions = new Map<number, Buffer>();
  for (at += 2; at < end;) {
    const type = bytes.readUInt16BE(at);
    at += 2;
    extensions.set(type, vector(2));
  }
  return { ciphers, compressions, extensions };
}

const numbers = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.byteLength / 2 }, (_, at) => bytes.readUInt16BE(2 * at));

/** Three of TLS 1.3, and those with ECDHE and AES-GCM or ChaCha20 (RFC 5289, RFC 7905). */
const allowedCiphers = [0x1301, 0x1302, 0x1303, 0xc02b, 0xc02c, 0xc02f, 0xc030, 0xcca8, 0xcca9];
/** Says that renegotiation is secure, and is no cipher (RFC 5746, section 3.3). */
const signal = 0x00ff;

describe.each([
  ["Node's roots", {}],
  ["roots of the session", { ca: testCertificate }],
])("a client with %s", (_, options) => {
  it("9.2: offers what HTTP/2 allows, whatever the defaults of the process are", async () => {
    const before = [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] as const;
    [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] = ["TLSv1", "ALL:@SECLEVEL=0"];
    try {
      const { ciphers, compressions, extensions } = await readHello(clientTls(options));
      expect(ciphers.filter((one) => one !== signal).sort()).toEqual(allowedCiphers);
      expect(compressions).toEqual([0]);
      // Supported versions: TLS 1.3 and 1.2 (9.2).
      expect(extensions.get(43)).toEqual(Buffer.of(4, 3, 4, 3, 3));
      // The name of the server (9.2), and HTTP/2 alone by ALPN (3.2).
      expect(extensions.get(0)?.subarray(5).toString()).toBe("localhost");
      expect(extensions.get(16)?.subarray(2).toString()).toBe("\x02h2");
      // Groups with P-256 (9.2.2), and no authentication after the handshake (9.2.3).
      expect(numbers(extensions.get(10) ?? Buffer.alloc(0)).slice(1)).toContain(23);
      expect(extensions.has(49)).toBe(false);
    } finally {
      [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] = before;
    }
  });
});

it.each<[what: string, options: TlsOptions]>([
  ["a version below TLS 1.2", { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" }],
  [
    "a cipher suite without authenticated encryption",
    { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA256" },
  ],
])("9.2: a server with %s is refused", async (_, options) => {
  const { port, resumed } = await listenTls(options);
  await expect(connectTo(port, clientTls())).rejects.toThrow();
  expect(resumed).toEqual([]);
});

it("9.2.1: a server that renegotiates is refused", async () => {
  const { port, open } = await listenTls({ maxVersion: "TLSv1.2" });
  const client = await connectTo(port, clientTls());
  const ended = new Promise((resolve) => {
    client.on("close", resolve).on("error", () => undefined);
    open[0]?.renegotiate({}, (error) => resolve(error ?? "renegotiated"));
    setTimeout(resolve, 200, "nothing happened");
  });
  expect(await ended).not.toBe("renegotiated");
});

describe.each<[version: "TLSv1.2" | "TLSv1.3"]>([["TLSv1.2"], ["TLSv1.3"]])(
  "a session of %s",
  (maxVersion) => {
    it("is resumed by the next connection to the same address", async () => {
      const { port, resumed } = await listenTls({ maxVersion });
      const client = clientTls();
      for (let at = 0; at < 3; at++) await connectTo(port, client);
      expect(resumed).toEqual([false, true, true]);
    });

    it("is not resumed for another name, another certificate or other roots", async () => {
      const { port, resumed } = await listenTls({ maxVersion, requestCert: true, rejectUnauthorized: false });
      const client = clientTls();
      await connectTo(port, client);
      await connectTo(port, client, "things.store.api.example.com");
      await connectTo(port, clientTls({ ca: testCertificate, ...identity }));
      await connectTo(port, clientTls({ ca: [testCertificate, testCertificate] }));
      expect(resumed).toEqual([false, false, false, false]);
    });

    it("is not offered to another address", async () => {
      const ticketKeys = Buffer.alloc(48, 7);
      const [one, other] = [
        await listenTls({ maxVersion, ticketKeys }),
        await listenTls({ maxVersion, ticketKeys }),
      ];
      const client = clientTls();
      await connectTo(one.port, client);
      await connectTo(other.port, client);
      expect(other.resumed).toEqual([false]);
    });

    it("of a server that was refused is not remembered", async () => {
      const { port } = await listenTls({ maxVersion });
      const client = clientTls();
      await expect(connectTo(port, client, "other.example.com")).rejects.toThrow(/altnames/);
      expect(client.sessions.get(`other.example.com other.example.com:${port}`)).toBeUndefined();
      await expect(connectTo(port, client, "other.example.com")).rejects.toThrow(/altnames/);
    });

    it("does not excuse a server that is not trusted", async () => {
      const { port } = await listenTls({ maxVersion });
      const client = clientTls();
      await connectTo(port, client);
      // The server cannot resume it, so it shows its certificate.
      (servers.at(-1) as tls.Server).setTicketKeys(Buffer.alloc(48, 9));
      await expect(connectTo(port, { ...client, secureContext: undefined })).rejects.toThrow(/self-signed/);
    });

    it("that the server no longer knows costs nothing", async () => {
      const { port, resumed } = await listenTls({ maxVersion });
      const client = clientTls();
      await connectTo(port, client);
      (servers.at(-1) as tls.Server).setTicketKeys(Buffer.alloc(48, 9));
      await connectTo(port, client);
      await connectTo(port, client);
      expect(resumed).toEqual([false, false, true]);
    });
  },
);

it("the sessions of a hundred addresses are remembered", () => {
  const sessions = new TlsSessions();
  for (let at = 0; at < 101; at++) sessions.set(String(at), Buffer.of(at));
  expect([sessions.get("0"), sessions.get("1"), sessions.get("100")]).toEqual([
    undefined,
    Buffer.of(1),
    Buffer.of(100),
  ]);
});
