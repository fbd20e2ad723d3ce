import assert from "node:assert/strict";
import { once } from "node:events";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { createServer, type TLSSocket, type TlsOptions } from "node:tls";
import type { InteropOptions } from "../../../generated/interop/index.js";
import { testCertificate, testCertificateKey } from "../../../runtime/src/fixture/tls.fixture.js";
import { lineTo } from "../../interop/cases/target.js";
import { fact, rejectionOf, type Row, type Stand } from "./row.js";
import { answerWhole, faulty } from "./servers.js";

const identity = { cert: testCertificate, key: testCertificateKey };

async function listen(server: Server): Promise<Stand> {
  server.on("tlsClientError", () => undefined);
  server.on("secureConnection", (socket) => socket.on("error", () => undefined).resume());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { facts: { address: `127.0.0.1:${port}` }, [Symbol.asyncDispose]: async () => void server.close() };
}

const secureServer = (options: TlsOptions): Promise<Stand> =>
  listen(createServer({ ...identity, ...options }));

/** A row of a server that the client cannot call, and what it says of it. */
function refusal(
  name: string,
  serve: () => Promise<Stand>,
  want: RegExp,
  options: Partial<InteropOptions> = {},
): Row {
  return {
    name,
    serve,
    async call(facts) {
      const address = fact(facts, "address");
      const target = { address, isSecure: true, seesCompression: false, compresses: "nothing" } as const;
      await using line = lineTo(target, options);
      const startMs = performance.now();
      const error = await rejectionOf(line.tests.emptyCall({}));
      assert.match(error.message, want);
      assert.ok(performance.now() - startMs < 5_000, "it took as long as the limit of connections");
    },
  };
}

/** Handshakes of TLS that fail, each with the way out. */
export const tlsRows: readonly Row[] = [
  refusal(
    "a certificate that nobody vouches for is refused",
    () => secureServer({ ALPNProtocols: ["h2"] }),
    /UNAVAILABLE: .*option `tls\.ca`/,
    { tls: {} },
  ),
  refusal(
    "a certificate of another host is refused",
    () => secureServer({ ALPNProtocols: ["h2"] }),
    /UNAVAILABLE: .*the certificate is for another host/,
    { apiDomain: "other.example.com" },
  ),
  refusal(
    "a server without TLS is named to a client with it",
    () => faulty([answerWhole]),
    /UNAVAILABLE: .*`insecure: true`/,
  ),
  refusal(
    "a server of TLS that knows no HTTP/2 is named",
    () => secureServer({}),
    /UNAVAILABLE: .*does not offer HTTP\/2/,
  ),
  refusal(
    "a server of TLS that chooses another protocol is named",
    () => secureServer({ ALPNProtocols: ["http/1.1"] }),
    /UNAVAILABLE: .*does not offer HTTP\/2/,
  ),
  refusal(
    "a server that asks for the client's certificate is named",
    () => {
      const wanted = { requestCert: true, rejectUnauthorized: true, ca: testCertificate };
      return listen(createSecureServer({ ...identity, ...wanted }));
    },
    /UNAVAILABLE: .*`tls\.cert` and `tls\.key`/,
  ),
  {
    name: "a server that asks for the client's certificate gets it",
    async serve() {
      const wanted = { requestCert: true, rejectUnauthorized: true, ca: testCertificate };
      const server = createSecureServer({ ...identity, ...wanted });
      server.on("stream", (stream) => answerWhole(stream, undefined, {}));
      return await listen(server);
    },
    async call(facts) {
      const address = fact(facts, "address");
      const target = { address, isSecure: true, seesCompression: false, compresses: "nothing" } as const;
      await using line = lineTo(target, { tls: { ...identity, ca: testCertificate } });
      await line.tests.unaryCall({});
    },
  },
  {
    name: "the next connection to a server resumes the TLS session, except on Deno",
    async serve() {
      const resumed: boolean[] = [];
      const server = createSecureServer(identity);
      server.on("secureConnection", (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
      server.on("stream", (stream) => {
        answerWhole(stream, undefined, {});
        stream.session?.close();
      });
      const judge = (): void => {
        if (resumed.length > 0) assert.deepEqual(resumed, [false, true, true]);
      };
      return { ...(await listen(server)), judge };
    },
    async call(facts) {
      // Its `node:tls` ignores the option `session`.
      if ("Deno" in globalThis) return;
      const address = fact(facts, "address");
      const target = { address, isSecure: true, seesCompression: false, compresses: "nothing" } as const;
      await using line = lineTo(target);
      for (let count = 0; count < 3; count++) await line.tests.unaryCall({});
    },
  },
];
