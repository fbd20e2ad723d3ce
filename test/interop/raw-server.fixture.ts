import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** Types of frames (RFC 9113, section 6). */
const types = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, windowUpdate: 8 } as const;

/** Flags of frames; ACK and END_STREAM are the same bit. */
const flags = { ack: 1, endStream: 1, endHeaders: 4, padded: 8 } as const;

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length;

/** One connection as frames, written and read by hand: no library stands between a test and the wire. */
export class RawConnection {
  readonly #socket: Socket;
  /** What the pings that were answered carried. */
  readonly acks: string[] = [];
  /** Streams that the client has reset, each with its code. */
  readonly resets: (readonly [stream: number, code: number])[] = [];
  /** Streams whose requests are complete, in their order. */
  readonly calls: number[] = [];
  /** Streams that are open, and the most that ever were since the limit was given. */
  readonly running = new Set<number>();
  most = 0;
  #rest = Buffer.alloc(0);
  #isGreeted = false;

  constructor(socket: Socket, onCall: (connection: RawConnection, stream: number) => void) {
    this.#socket = socket;
    this.#frame(types.settings, 0, 0, Buffer.alloc(0));
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => this.#read(chunk, onCall));
  }

  /** The headers of an answer. */
  headers(stream: number): void {
    this.#block(stream, 0, { ":status": "200", "content-type": "application/grpc" });
  }

  /** Data of an answer, in frames that the client takes, each with so many bytes of padding. */
  data(stream: number, bytes: Uint8Array, padding = 0): void {
    for (let from = 0; from < bytes.byteLength; from += 1_000) {
      const part = bytes.subarray(from, from + 1_000);
      const isPadded = padding > 0;
      const length = isPadded ? Uint8Array.of(padding) : new Uint8Array();
      this.#frame(
        types.data,
        isPadded ? flags.padded : 0,
        stream,
        Buffer.concat([length, part, new Uint8Array(padding)]),
      );
    }
  }

  /** The end of an answer that is OK. */
  trailers(stream: number): void {
    this.running.delete(stream);
    this.#block(stream, flags.endStream, { "grpc-status": "0" });
  }

  reset(stream: number, code = 0): void {
    this.#frame(types.reset, 0, stream, numbers(code));
  }

  ping(content: string): void {
    this.#frame(types.ping, 0, 0, Buffer.from(content.padEnd(8).slice(0, 8)));
  }

  goaway(lastStream: number, code = 0): void {
    this.#frame(types.goaway, 0, 0, numbers(lastStream, code));
  }

  /** Allows so many streams at a time (RFC 9113, section 6.5.2). */
  allow(streams: number): void {
    this.most = 0;
    this.#frame(types.settings, 0, 0, Buffer.concat([Buffer.of(0, 3), numbers(streams)]));
  }

  #read(chunk: Buffer, onCall: (connection: RawConnection, stream: number) => void): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    if (!this.#isGreeted) {
      if (this.#rest.byteLength < preface) return;
      this.#rest = this.#rest.subarray(preface);
      this.#isGreeted = true;
    }
    while (this.#rest.byteLength >= 9 && this.#rest.byteLength >= 9 + this.#rest.readUIntBE(0, 3)) {
      const length = this.#rest.readUIntBE(0, 3);
      const [type, set] = [this.#rest[3] ?? 0, this.#rest[4] ?? 0];
      const stream = this.#rest.readUInt32BE(5);
      const content = this.#rest.subarray(9, 9 + length);
      this.#rest = this.#rest.subarray(9 + length);
      this.#handle(type, set, stream, content);
      const isEnd = (type === types.data || type === types.headers) && (set & flags.endStream) !== 0;
      if (!isEnd) continue;
      this.calls.push(stream);
      onCall(this, stream);
    }
  }

  #handle(type: number, set: number, stream: number, content: Buffer): void {
    const isAck = (set & flags.ack) !== 0;
    if (type === types.settings && !isAck) this.#frame(types.settings, flags.ack, 0, Buffer.alloc(0));
    if (type === types.ping && !isAck) this.#frame(types.ping, flags.ack, 0, content);
    if (type === types.ping && isAck) this.acks.push(content.toString().trim());
    if (type === types.headers) {
      this.running.add(stream);
      this.most = Math.max(this.most, this.running.size);
    }
    if (type === types.reset) {
      this.running.delete(stream);
      this.resets.push([stream, content.readUInt32BE(0)]);
    }
    if (type !== types.data || content.byteLength === 0) return;
    // What was read is given back at once, to the stream and to the connection.
    for (const to of [0, stream]) this.#frame(types.windowUpdate, 0, to, numbers(content.byteLength));
  }

  #block(stream: number, set: number, fields: Readonly<Record<string, string>>): void {
    const literals = Object.entries(fields).map(([name, value]) =>
      Buffer.concat([
        Buffer.of(0, name.length),
        Buffer.from(name),
        Buffer.of(value.length),
        Buffer.from(value),
      ]),
    );
    this.#frame(types.headers, set | flags.endHeaders, stream, Buffer.concat(literals));
  }

  #frame(type: number, set: number, stream: number, content: Buffer): void {
    const head = Buffer.alloc(9);
    head.writeUIntBE(content.byteLength, 0, 3);
    head[3] = type;
    head[4] = set;
    head.writeUInt32BE(stream, 5);
    this.#socket.write(Buffer.concat([head, content]));
  }
}

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** A server of raw frames. */
export interface RawServer extends AsyncDisposable {
  readonly address: string;
  readonly connections: readonly RawConnection[];
}

/**
 * Starts a server that does the same with each call whose request is complete. It sends without looking at the
 * client's windows, which are larger than its answers.
 */
export async function startRawServer(
  onCall: (connection: RawConnection, stream: number) => void,
): Promise<RawServer> {
  const connections: RawConnection[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    connections.push(new RawConnection(socket, onCall));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
