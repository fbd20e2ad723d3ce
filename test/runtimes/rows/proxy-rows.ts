import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { startOurServer } from "../../interop/our-server.js";
import { lineTo } from "../../interop/cases/target.js";
import { fact, rejectionOf, type Row, type Stand } from "./row.js";

const established = Buffer.from("HTTP/1.1 200 Connection established\r\n\r\n");

/** A proxy with a user and a password, before a server of ours; what it is asked for does not matter. */
async function behindProxy(isSecure: boolean): Promise<Stand> {
  const server = await startOurServer(isSecure);
  const proxy = createServer();
  let tunnels = 0;
  proxy.on("connect", ({ headers }, socket, head) => {
    socket.on("error", () => undefined);
    const wanted = `Basic ${Buffer.from("user:secret").toString("base64")}`;
    if (headers["proxy-authorization"] !== wanted) {
      return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
    }
    tunnels++;
    const far = connect(server.port, "127.0.0.1");
    far.on("error", () => socket.destroy());
    socket.on("close", () => far.destroy());
    const join = (first: Buffer): void => {
      socket.write(Buffer.concat([established, first]));
      far.pipe(socket).pipe(far);
    };
    far.write(head);
    // Without TLS the server speaks first; its first bytes come in one packet with the proxy's answer.
    if (isSecure) far.once("connect", () => join(Buffer.alloc(0)));
    else far.once("data", join);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    facts: { proxy: `127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    judge: () => assert.ok(tunnels > 0, "no tunnel was opened"),
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const quiet = { warn: () => undefined };

const target = (isSecure: boolean) =>
  ({
    address: isSecure ? "things.store.api.example.com:443" : "emulator.example.com:8443",
    isSecure,
    seesCompression: false,
    compresses: "nothing",
  }) as const;

/** Ways through a proxy. */
export const proxyRows: readonly Row[] = [
  ...[true, false].map((isSecure): Row => ({
    name: `a proxy is asked for a tunnel ${isSecure ? "for TLS" : "without TLS, and the server may speak first"}`,
    serve: () => behindProxy(isSecure),
    async call(facts) {
      const proxy = `http://user:secret@${fact(facts, "proxy")}`;
      await using line = lineTo(target(isSecure), { proxy, logger: quiet });
      const { payload } = await line.tests.unaryCall({ responseSize: 100_000 });
      assert.equal(payload?.body.byteLength, 100_000);
    },
  })),
  {
    name: "a proxy that wants a password is named",
    async serve() {
      const { facts, [Symbol.asyncDispose]: dispose } = await behindProxy(true);
      return { facts, [Symbol.asyncDispose]: dispose };
    },
    async call(facts) {
      const proxy = `http://${fact(facts, "proxy")}`;
      await using line = lineTo(target(true), { proxy, logger: quiet });
      const error = await rejectionOf(line.tests.unaryCall({}));
      assert.match(error.message, /asks for a user and a password \(407\)/);
    },
  },
];
