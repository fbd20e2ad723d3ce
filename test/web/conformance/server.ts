/**
 * The server under test: reads one configuration from standard input, and writes its address to standard output.
 * `node server.js web|grpc|nginx|proxy`
 */
import {
  ServerCompatRequest,
  ServerCompatResponse,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { framed, readMessages } from "./frames.js";
import { behindNginx } from "./nginx.fixture.js";
import { behindProxy } from "./proxy.fixture.js";
import { startGrpcServer, startWebHandler, type StartServer } from "./servers.js";

const servers: { readonly [name: string]: StartServer } = {
  web: startWebHandler,
  grpc: startGrpcServer,
  nginx: behindNginx(startWebHandler),
  proxy: behindProxy(startGrpcServer),
};

const start = servers[process.argv[2] ?? ""];
if (!start) throw new TypeError(`Name one of ${Object.keys(servers).join(", ")}.`);
process.on("SIGTERM", () => process.exit(0));
for await (const bytes of readMessages(process.stdin)) {
  const order = ServerCompatRequest.decode(bytes);
  const port = await start(order);
  const pemCert = order.useTls ? (order.serverCreds?.cert ?? new Uint8Array(0)) : new Uint8Array(0);
  process.stdout.write(framed(ServerCompatResponse.encode({ host: "127.0.0.1", port, pemCert })));
  break;
}
