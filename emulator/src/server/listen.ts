import { EventEmitter } from "node:events";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server, ServerCredentials } from "@grpc/grpc-js";

/** How long open calls may go on after `close`. */
const closingGraceMs = 500;

/**
 * Lets a gRPC server listen.
 *
 * @param watch gets each HTTP/2 server of it before a connection is accepted
 * @returns the port
 * @throws an Error that names the address, such as when it is in use
 */
export function listenGrpc(
  server: Server,
  host: string,
  port: number,
  credentials: ServerCredentials,
  watch: (http2Server: EventEmitter) => void,
): Promise<number> {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return new Promise((done, fail) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error !== null) return fail(new Error(`cannot listen on ${address}: ${error.message}`));
      http2Servers(server).forEach(watch);
      done(bound);
    });
  });
}

/**
 * The HTTP/2 servers that a gRPC server listens with. grpc-js shows them
 * nowhere, and tells nobody of the requests that it refuses by itself; its
 * version is pinned, and tests notice when they move.
 */
function http2Servers(server: Server): EventEmitter[] {
  const servers: unknown = Reflect.get(server, "http2Servers");
  return servers instanceof Map
    ? [...servers.keys()].filter((one): one is EventEmitter => one instanceof EventEmitter)
    : [];
}

/** Lets an HTTP server listen. Returns the port. */
export function listenHttp(server: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", (error) => fail(new Error(`cannot listen on ${host}:${port}: ${error.message}`)));
    server.listen(port, host, () => done((server.address() as AddressInfo).port));
  });
}

/** Ends a gRPC server: open calls get a moment to end by themselves. */
export function closeGrpc(server: Server): Promise<void> {
  return new Promise((done) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      done();
    }, closingGraceMs);
    server.tryShutdown(() => {
      clearTimeout(force);
      done();
    });
  });
}

/** Ends an HTTP server and its connections. */
export function closeHttp(server: HttpServer): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
