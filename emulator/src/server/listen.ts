import { EventEmitter } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server as TcpServer, type Socket } from "node:net";
import type { Server, ServerCredentials } from "@grpc/grpc-js";
import { EmulatorError } from "../text/emulator-error.js";

/** How long active calls may continue after `close`, in milliseconds. */
const closingGraceMs = 500;

/**
 * A port that the emulator listens on. It is bound before any other work, so that a port in use is reported first.
 * Connections wait until there is a server for them.
 */
export class Port {
  readonly #server: TcpServer;
  readonly #sockets = new Set<Socket>();
  readonly #pending = new Set<Socket>();
  #accept: ((socket: Socket) => void) | undefined;
  #closed: Promise<void> | undefined;

  private constructor(server: TcpServer) {
    this.#server = server;
    server.on("connection", (socket) => this.#take(socket));
  }

  /**
   * Listens.
   *
   * @param option name of the option that sets the port
   * @throws EmulatorError with the address and the fix, for example if the port is in use
   */
  static async listen(host: string, port: number, option: "port" | "httpPort"): Promise<Port> {
    const server = createServer();
    await new Promise<void>((done, fail) => {
      server.once("error", (error) =>
        fail(
          new EmulatorError("PORT_UNAVAILABLE", describeListenError(error, host, port, option), {
            cause: error,
          }),
        ),
      );
      server.listen(port, host, done);
    });
    return new Port(server);
  }

  /** The number of the port. */
  get number(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets the function that accepts pending and new connections. */
  open(accept: (socket: Socket) => void): void {
    this.#accept = accept;
    for (const socket of this.#pending) {
      socket.off("error", ignore);
      if (!socket.destroyed) accept(socket);
    }
    this.#pending.clear();
  }

  /** Closes the port and its pending connections. Accepted connections remain. */
  stop(): void {
    this.#closed ??= new Promise((done) => {
      this.#server.close(() => done());
    });
    for (const socket of this.#pending) socket.destroy();
  }

  /** Closes the port and all remaining connections. */
  async close(): Promise<void> {
    this.stop();
    for (const socket of this.#sockets) socket.destroy();
    await this.#closed;
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#pending.delete(socket);
    });
    if (this.#accept !== undefined) return this.#accept(socket);
    socket.on("error", ignore);
    this.#pending.add(socket);
  }
}

/** Ignores errors of waiting connections, because a client may disconnect before the server is ready. */
function ignore(): void {}

function describeListenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  option: string,
): string {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  switch (error.code) {
    case "EADDRINUSE":
      return `${option}: ${address} is in use by another program: stop that one, or pass another port (0 selects a free one)`;
    case "EACCES":
      return `${option}: ${address} needs special permissions: pass a port above 1023 (0 selects a free one)`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `host: this machine has no address ${JSON.stringify(host)}; 127.0.0.1 accepts connections only from this machine, and 0.0.0.0 from all`;
    default:
      return `${option}: cannot listen on ${address}: ${error.message}`;
  }
}

/**
 * Lets a gRPC server answer on a port.
 *
 * @param watch gets the HTTP/2 server of it before a connection is accepted
 */
export function serveGrpc(
  port: Port,
  server: Server,
  credentials: ServerCredentials,
  watch: (http2Server: EventEmitter) => void,
): void {
  const { injectConnection } = server.createConnectionInjector(credentials);
  http2Servers(server).forEach(watch);
  port.open(injectConnection);
}

/**
 * The HTTP/2 servers that a gRPC server answers with. grpc-js shows them
 * nowhere, and tells nobody of the requests that it refuses by itself; its
 * version is pinned, and tests notice when they move.
 */
function http2Servers(server: Server): EventEmitter[] {
  const servers: unknown = Reflect.get(server, "http2Servers");
  return servers instanceof Map
    ? [...servers.keys()].filter((one): one is EventEmitter => one instanceof EventEmitter)
    : [];
}

/** Whether only programs of this machine can connect to an address. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/i.test(host);
}

/** Lets an HTTP server answer on a port. */
export function serveHttp(port: Port, server: HttpServer): void {
  port.open((socket) => server.emit("connection", socket));
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
