import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { StartServer } from "./servers.js";

/** What is used of `@grpc-web/proxy`, which `npm run long -- conformance-web` installs into a folder of its own. */
type Proxy = (options: { readonly target: string }) => { listen(port: number, host: string): Server };

const folder = fileURLToPath(new URL("../proxy/package.json", import.meta.url));

/** Has a gRPC-web proxy stand before a server: it takes gRPC-web over HTTP/1.1, and speaks gRPC to the server. */
export function behindProxy(start: StartServer): StartServer {
  return async ({ limit }) => {
    const server = await start({ version: "HTTP_VERSION_2", tls: false, limit });
    const proxy = createRequire(folder)("@grpc-web/proxy") as Proxy;
    const listener = proxy({ target: server.url }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    return {
      url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      certificate: undefined,
      async [Symbol.asyncDispose]() {
        listener.closeAllConnections();
        await new Promise((resolve) => listener.close(resolve));
        await server[Symbol.asyncDispose]();
      },
    };
  };
}
