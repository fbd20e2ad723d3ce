import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";

/** A gRPC server that answers every call with an empty message, and remembers who called. */
export class ApiServer implements AsyncDisposable {
  readonly address: string;
  /** The headers `authorization` of the calls. */
  readonly seen: (string | undefined)[] = [];
  /** Tokens that it refuses. */
  readonly refused = new Set<string>();
  readonly #server: Http2Server;

  private constructor(server: Http2Server) {
    this.#server = server;
    this.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("stream", (stream, { authorization }) => {
      this.seen.push(authorization);
      const headers = { ":status": 200, "content-type": "application/grpc" };
      if (this.refused.has(authorization?.replace("Bearer ", "") ?? ""))
        return stream.respond({ ...headers, "grpc-status": "16" }, { endStream: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.respond(headers, { waitForTrailers: true });
      return stream.end(Buffer.alloc(5));
    });
  }

  static async start(): Promise<ApiServer> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new ApiServer(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((done) => this.#server.close(() => done()));
  }
}
