import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server, ServerCredentials } from "@grpc/grpc-js";

/** How long open calls may go on after `close`. */
const closingGraceMs = 500;

/**
 * Lets a gRPC server listen.
 *
 * @returns the port
 * @throws an Error that names the address, such as when it is in use
 */
export function listenGrpc(
  server: Server,
  host: string,
  port: number,
  credentials: ServerCredentials,
): Promise<number> {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return new Promise((done, fail) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error === null) done(bound);
      else fail(new Error(`cannot listen on ${address}: ${error.message}`));
    });
  });
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
