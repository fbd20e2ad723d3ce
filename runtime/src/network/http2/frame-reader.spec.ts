import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import type { FrameHeader } from "./frame.js";
import { FrameReader } from "./frame-reader.js";

/** The frames that are read from bytes in these pieces, each as text. */
function read(pieces: readonly Buffer[]): string[] {
  const seen: string[] = [];
  let data = Buffer.alloc(0);
  const head = ({ type, flags, streamId }: FrameHeader): string => `${type} ${flags} ${streamId}`;
  const reader = new FrameReader({
    requireOrder: () => undefined,
    onFrame: (one, content) => void seen.push(`${head(one)} ${content.toString("hex")}`),
    onDataStart: () => (data = Buffer.alloc(0)),
    onData: (_, part) => (data = Buffer.concat([data, part])),
    onDataEnd: (one) => void seen.push(`${head(one)} ${data.toString("hex")}`),
  });
  for (const piece of pieces) reader.push(piece);
  return seen;
}

function frame(type: number, flags: number, streamId: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32BE(content.byteLength * 256 + type);
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, content]);
}

/** Bytes in pieces that end at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set([...places.map((place) => place % (bytes.byteLength + 1)), bytes.byteLength])];
  return ends
    .sort((one, other) => one - other)
    .map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
}

describe("frames", () => {
  it("are the same, wherever their bytes are cut", () => {
    const content = fc.uint8Array({ maxLength: 40 });
    const plain = fc.tuple(fc.integer({ min: 0, max: 12 }), content).map(([type, bytes]) => ({
      bytes: frame(type, 0x5, 3, bytes),
      want: `${type} 5 3 ${Buffer.from(bytes).toString("hex")}`,
    }));
    const padded = fc.tuple(content, fc.integer({ min: 0, max: 20 })).map(([bytes, padding]) => ({
      bytes: frame(0, 0x8, 5, Buffer.concat([Buffer.from([padding]), bytes, Buffer.alloc(padding)])),
      want: `0 8 5 ${Buffer.from(bytes).toString("hex")}`,
    }));
    const frames = fc.array(fc.oneof(plain, padded), { maxLength: 8 });
    fc.assert(
      fc.property(frames, fc.array(fc.nat(), { maxLength: 30 }), (all, places) => {
        const bytes = Buffer.concat(all.map((one) => one.bytes));
        expect(read(cut(bytes, places))).toEqual(all.map(({ want }) => want));
      }),
    );
  });

  it.each([
    ["longer than allowed", frame(1, 0, 1, Buffer.alloc(16_385)), /16385 bytes; 16384 are allowed/],
    ["of data with more padding than bytes", frame(0, 0x8, 1, Buffer.from([9, 1])), /9 of padding/],
    ["of data that is padded and empty", frame(0, 0x8, 1, Buffer.alloc(0)), /PADDED flag and no bytes/],
    ["that are an answer of HTTP/1.1", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), /are allowed/],
  ])("%s are refused", (_, bytes, says) => {
    expect(() => read([bytes])).toThrow(says);
    expect(() => read([...bytes].map((byte) => Buffer.from([byte])))).toThrow(says);
  });
});
