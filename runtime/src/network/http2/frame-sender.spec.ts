import { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { FloodGuard } from "./flood-guard.js";
import { frameHeaderBytes } from "./frame.js";
import { FrameSender } from "./frame-sender.js";
import { Http2Stream, type StreamOwner } from "./http2-stream.js";
import { defaultSettings } from "./settings.js";

const mebibyte = 1 << 20;

/** A sender with open windows, and a socket that takes bytes when it is told to. */
function openSender(maxFrameSize = 16_384) {
  const chunks: Buffer[] = [];
  const memories: ArrayBufferLike[] = [];
  let taken: (() => void) | undefined;
  const socket = new Duplex({
    highWaterMark: 16 * 1024,
    read: () => undefined,
    writev(parts, done) {
      for (const { chunk } of parts as { chunk: Buffer }[]) {
        memories.push(chunk.buffer);
        // The sender uses its memory again, once the socket has taken it.
        chunks.push(Buffer.from(chunk));
      }
      taken = done;
    },
  });
  const sender = new FrameSender(
    socket,
    { ...defaultSettings(), maxFrameSize },
    new FloodGuard(new TestClock()),
  );
  sender.increaseConnectionWindow(64 * mebibyte);
  const owner: StreamOwner = {
    send: (stream) => sender.send(stream),
    reset: () => undefined,
    creditWindow: () => undefined,
    countUnread: () => undefined,
    release: () => undefined,
  };
  const open = (id: number) => new Http2Stream(id, { send: 64 * mebibyte, receive: 0 }, owner);
  const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  /** Lets the socket take what it has. */
  const take = async (): Promise<void> => {
    const done = taken;
    taken = undefined;
    done?.();
    await nextTurn();
  };
  return { sender, socket, chunks, memories, open, nextTurn, take };
}

/** The DATA frames of written chunks: stream and length. */
function dataFrames(chunks: readonly Buffer[]): (readonly [id: number, length: number])[] {
  const bytes = Buffer.concat(chunks);
  const frames: (readonly [number, number])[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUIntBE(at, 3);
    frames.push([bytes.readUInt32BE(at + 5), length]);
    at += frameHeaderBytes + length;
  }
  return frames;
}

describe("a large message", () => {
  it("is sent in many frames of one turn, and never more than the limit waits for the socket", async () => {
    const { chunks, socket, open, nextTurn, take } = openSender();
    open(1).end(Buffer.alloc(4 * mebibyte));
    const waiting: number[] = [];
    await nextTurn();
    for (let turns = 0; turns < 30 && socket.writableLength > 0; turns++) {
      waiting.push(socket.writableLength);
      await take();
    }
    expect(Math.max(...waiting)).toBeLessThanOrEqual(256 * 1024 + 16_384 + frameHeaderBytes);
    expect(waiting.length).toBeLessThan(20);
    const total = dataFrames(chunks).reduce((sum, [, length]) => sum + length, 0);
    expect(total).toBe(4 * mebibyte);
  });

  it("is not copied, and is preceded by its prefix in the same frame", async () => {
    const { chunks, memories, open, nextTurn } = openSender();
    const message = new Uint8Array(100_000);
    open(1).end(Buffer.from("12345"), message);
    await nextTurn();
    const own = chunks.filter((_, at) => memories[at] === message.buffer);
    // The last part is small, and copied.
    expect(own.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeGreaterThan(98_000);
    expect(dataFrames(chunks)[0]).toEqual([1, 16_384]);
  });

  it("takes turns with the messages of other streams", async () => {
    const { chunks, open, nextTurn, take } = openSender();
    for (const id of [1, 3]) open(id).end(Buffer.alloc(mebibyte));
    await nextTurn();
    open(5).end(Buffer.alloc(100));
    for (let turns = 0; turns < 20; turns++) await take();
    const ids = dataFrames(chunks).map(([id]) => id);
    const small = ids.indexOf(5);
    // Behind what the socket already had, and one frame of each of the others.
    expect(small).toBeLessThan(ids.indexOf(3) + 3);
    const shared = ids.slice(small + 1, small + 21);
    expect(shared.filter((id) => id === 1)).toHaveLength(10);
  });

  it("has frames of at most 64 kB, whatever the server allows", async () => {
    const { chunks, open, nextTurn, take } = openSender(16 * mebibyte - 1);
    open(1).end(Buffer.alloc(2 * mebibyte));
    await nextTurn();
    for (let turns = 0; turns < 20; turns++) await take();
    expect(Math.max(...dataFrames(chunks).map(([, length]) => length))).toBe(64 * 1024);
  });
});
