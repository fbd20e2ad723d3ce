import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { FrameLog } from "./frame-log.js";

/**
 * A socket whose bytes are seen on their way to HTTP/2 and back. Node otherwise reads and writes a socket without a
 * program's being able to look; the way through the program costs time, so that few connections are watched.
 */
export class WatchedSocket extends Duplex {
  readonly #socket: Socket;
  readonly #log: FrameLog;

  constructor(socket: Socket, log: FrameLog) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    this.#log = log;
    socket.on("data", (chunk: Buffer) => {
      // Frame by frame: what HTTP/2 finds wrong with one is known before the next is seen.
      for (const piece of log.received(chunk)) if (!this.push(piece)) socket.pause();
    });
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#log.sent(chunk);
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
