import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  encodeMessageFrame as framedInPieces,
  MessageFrameReader,
  type MessageFrame,
} from "./message-frame.js";

/** A message with its prefix, in one piece. */
function framed(bytes: Uint8Array, isCompressed: boolean): Buffer {
  return Buffer.concat([framedInPieces(bytes, isCompressed)].flat());
}

function read(
  chunks: readonly Buffer[],
  maxBytes = 1_000,
): { frames: MessageFrame[]; tooLong: number[]; isInside: boolean } {
  const frames: MessageFrame[] = [];
  const tooLong: number[] = [];
  const reader = new MessageFrameReader(maxBytes, {
    onFrame: (frame) => frames.push(frame),
    onTooLong: (length) => tooLong.push(length),
  });
  for (const chunk of chunks) reader.push(chunk);
  return { frames, tooLong, isInside: reader.isInside };
}

const messages = fc.array(
  fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), isCompressed: fc.boolean() }),
);

describe("what arrives", () => {
  it("is cut into the messages that were sent, wherever the network has cut it", () => {
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sent, cuts) => {
        const all = Buffer.concat(sent.map(({ bytes, isCompressed }) => framed(bytes, isCompressed)));
        const chunks: Buffer[] = [];
        for (let place = 0, cut = 0; place < all.length; cut++) {
          const length = cuts[cut % cuts.length] ?? 1;
          chunks.push(all.subarray(place, place + length));
          place += length;
        }
        const { frames, isInside } = read(chunks);
        expect(
          frames.map(({ bytes, isCompressed }) => ({ bytes: Uint8Array.from(bytes), isCompressed })),
        ).toEqual(sent.map(({ bytes, isCompressed }) => ({ bytes: Uint8Array.from(bytes), isCompressed })));
        expect(isInside).toBe(false);
      }),
    );
  });

  it("is known to have stopped inside a message, or inside the prefix of one", () => {
    const frame = framed(Buffer.from("abc"), false);
    for (let length = 1; length < frame.length; length++)
      expect(read([frame.subarray(0, length)]).isInside).toBe(true);
  });

  it("is not waited for where a message is announced that is too long", () => {
    const prefix = framed(Buffer.alloc(1_001), false).subarray(0, 5);
    const { frames, tooLong } = read([
      framed(Buffer.from("a"), false),
      prefix,
      framed(Buffer.from("b"), false),
    ]);
    expect(frames).toHaveLength(1);
    expect(tooLong).toEqual([1_001]);
  });

  it("is copied little more than once, also when it comes in many pieces", () => {
    const size = 4_000_000;
    const frame = framed(Buffer.alloc(size, 7), false);
    const chunks = Array.from({ length: Math.ceil(frame.length / 1_000) }, (_, n) =>
      frame.subarray(n * 1_000, (n + 1) * 1_000),
    );
    using allocated = vi.spyOn(Buffer, "allocUnsafe");
    expect(read(chunks, size).frames[0]?.bytes.equals(Buffer.alloc(size, 7))).toBe(true);
    expect(allocated.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0)).toBeLessThan(1.1 * size);
  });

  it("gets memory as it arrives, whatever length the server states", () => {
    const frame = framed(Buffer.alloc(4_000_000), false);
    for (const arrived of [5, 100, 10_000]) {
      using allocated = vi.spyOn(Buffer, "allocUnsafe");
      read([frame.subarray(0, 3), frame.subarray(3, arrived)], 4_000_000);
      const held = Math.max(...allocated.mock.calls.map(([bytes]) => bytes));
      expect(held, `of ${arrived} bytes`).toBeLessThanOrEqual(Math.max(1_024, 16 * arrived));
    }
  });

  it("does not hold the memory of the chunk in which it began", () => {
    const frame = framed(Buffer.alloc(10_000), false);
    const chunk = Buffer.concat([frame, frame.subarray(0, 5_000)]);
    const { frames } = read([chunk, frame.subarray(5_000)], 10_000);
    expect(frames.map(({ bytes }) => bytes.buffer === chunk.buffer)).toEqual([true, false]);
  });
});

describe("what is sent", () => {
  it("is one piece, but for a large message, which is not copied", () => {
    const [small, large] = [Buffer.alloc(1_000), Buffer.alloc(100_000)];
    expect(framedInPieces(small, false)).toHaveLength(1_005);
    const pieces = framedInPieces(large, false);
    expect(pieces).toHaveLength(2);
    expect(pieces[1]).toBe(large);
  });

  it("has the parts of a large message behind one prefix", () => {
    const parts = [Buffer.from("head"), Buffer.alloc(100_000), Buffer.from("tail")];
    const pieces = framedInPieces(parts, false);
    expect(parts.map((part, at) => part === pieces[at + 1])).toEqual([true, true, true]);
    expect(Buffer.concat([pieces].flat()).equals(framed(Buffer.concat(parts), false))).toBe(true);
  });
});
