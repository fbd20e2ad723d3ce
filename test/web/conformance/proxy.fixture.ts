import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { StartServer } from "./servers.js";

/** The part of `@grpc-web/proxy` that is used here. `npm run long -- conformance-web` installs it into its own folder. */
type Proxy = (options: { readonly target: string }) => { listen(port: number, host: string): Server };

const folder = join(process.cwd(), "test/web/proxy/package.json");

/** Puts a gRPC-web proxy in front of a server: it accepts gRPC-web over HTTP/1.1, and uses gRPC for the server. */
export function behindProxy(start: StartServer): StartServer {
  return async (order) => {
    const target = await start(order);
    const proxy = createRequire(folder)("@grpc-web/proxy") as Proxy;
    const listener = proxy({ target: `http://127.0.0.1:${target}` }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    return (listener.address() as AddressInfo).port;
  };
}
