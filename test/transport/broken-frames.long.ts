import { describe, expect, it } from "vitest";
import { answeredThing, endOf, greeting, proper } from "../../runtime/src/fixture/answer-bytes.fixture.js";
import {
  ByteServer,
  frame,
  frameFlags as f,
  frameTypes as t,
  literals,
  words,
  type Script,
} from "../../runtime/src/fixture/byte-server.fixture.js";
import { callTo, many } from "../../runtime/src/fixture/sessions.fixture.js";
import { methods } from "../../runtime/src/fixture/test-api.fixture.js";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";
import { testedHttp2 } from "../../runtime/src/fixture/tested-http2.fixture.js";

const longBlock = literals({
  ":status": "200",
  "content-type": "application/grpc",
  "x-pad": "v".repeat(100),
});

/** Frames that a server must not send, and words of the reason that a watched connection gives. */
const breaches: readonly (readonly [what: string, bytes: Buffer, reason: RegExp])[] = [
  [
    "a frame that is longer than allowed",
    frame(t.data, 0, 1, Buffer.alloc(16_385)),
    /DATA of 16385 bytes.*FRAME_SIZE_ERROR/,
  ],
  ["data on stream 0", frame(t.data, 0, 0, Buffer.alloc(4)), /stream 0 \(PROTOCOL_ERROR/],
  [
    "data of a call that was not made",
    frame(t.data, 0, 7, Buffer.alloc(4)),
    /DATA of 4 bytes on stream 7 \(PROTOCOL_ERROR/,
  ],
  ["headers on stream 0", frame(t.headers, f.endHeaders, 0, longBlock), /HEADERS.*on stream 0/],
  ["headers on a stream of the server", frame(t.headers, f.endHeaders, 2, longBlock), /HEADERS.*on stream 2/],
  [
    "headers of a call that was not made",
    frame(t.headers, f.endHeaders, 9, longBlock),
    /HEADERS.*on stream 9/,
  ],
  [
    "headers that cannot be unpacked",
    frame(t.headers, f.endHeaders, 1, Buffer.alloc(6, 0xff)),
    /COMPRESSION_ERROR/,
  ],
  [
    "headers out of an empty table",
    frame(t.headers, f.endHeaders, 1, Buffer.of(0xff, 0x30)),
    /COMPRESSION_ERROR/,
  ],
  [
    "headers with a broken Huffman code",
    frame(t.headers, f.endHeaders, 1, Buffer.of(0x40, 0x84, 255, 255, 255, 255, 0)),
    /COMPRESSION_ERROR/,
  ],
  [
    "headers with more padding than bytes",
    frame(t.headers, f.endHeaders | f.padded, 1, Buffer.of(9, 0x88)),
    /HEADERS of 2 bytes/,
  ],
  [
    "headers interrupted by another frame",
    Buffer.concat([frame(t.headers, 0, 1, longBlock), frame(t.ping, 0, 0, Buffer.alloc(8))]),
    /PING of 8 bytes.*PROTOCOL_ERROR/,
  ],
  [
    "headers that go on for another stream",
    Buffer.concat([frame(t.headers, 0, 1, longBlock), frame(t.continuation, f.endHeaders, 3)]),
    /CONTINUATION of 0 bytes on stream 3/,
  ],
  [
    "a continuation of nothing",
    frame(t.continuation, f.endHeaders, 1, longBlock),
    /CONTINUATION: unexpected/,
  ],
  [
    "a push",
    frame(t.pushPromise, f.endHeaders, 1, Buffer.concat([words(2), longBlock])),
    /PUSH_PROMISE.*Protocol error/,
  ],
  ["settings on a stream", frame(t.settings, 0, 1), /SETTINGS of 0 bytes on stream 1/],
  [
    "settings of an odd length",
    frame(t.settings, 0, 0, Buffer.alloc(5)),
    /SETTINGS of 5 bytes.*FRAME_SIZE_ERROR/,
  ],
  [
    "an acknowledgement with contents",
    frame(t.settings, f.ack, 0, Buffer.alloc(6)),
    /SETTINGS of 6 bytes.*FRAME_SIZE_ERROR/,
  ],
  [
    "an acknowledgement of nothing",
    Buffer.concat([frame(t.settings, f.ack, 0), frame(t.settings, f.ack, 0)]),
    /SETTINGS of 0 bytes.*flags 0x01/,
  ],
  [
    "settings that push",
    frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0, 2), words(1)])),
    /SETTINGS of 6 bytes/,
  ],
  [
    "settings with a window of 4 GiB",
    frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0, 4), words(0xffff_ffff)])),
    /SETTINGS of 6 bytes.*Flow control/,
  ],
  [
    "settings with tiny frames",
    frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0, 5), words(1)])),
    /SETTINGS of 6 bytes/,
  ],
  ["a ping of 7 bytes", frame(t.ping, 0, 0, Buffer.alloc(7)), /PING of 7 bytes.*FRAME_SIZE_ERROR/],
  ["a ping on a stream", frame(t.ping, 0, 1, Buffer.alloc(8)), /PING of 8 bytes on stream 1/],
  ["a goodbye of 3 bytes", frame(t.goaway, 0, 0, Buffer.alloc(3)), /GOAWAY of 3 bytes.*FRAME_SIZE_ERROR/],
  ["a goodbye on a stream", frame(t.goaway, 0, 1, Buffer.alloc(8)), /GOAWAY of 8 bytes on stream 1/],
  [
    "a window of 2 GiB more",
    frame(t.windowUpdate, 0, 0, words(0x7fff_ffff)),
    /WINDOW_UPDATE of 4 bytes.*Flow control/,
  ],
  ["a window of 0 more", frame(t.windowUpdate, 0, 0, words(0)), /WINDOW_UPDATE of 4 bytes/],
  [
    "a window of 3 bytes",
    frame(t.windowUpdate, 0, 0, Buffer.alloc(3)),
    /WINDOW_UPDATE of 3 bytes.*FRAME_SIZE_ERROR/,
  ],
  [
    "a window of a call that was not made",
    frame(t.windowUpdate, 0, 9, words(1)),
    /WINDOW_UPDATE of 4 bytes on stream 9/,
  ],
  ["a reset of stream 0", frame(t.reset, 0, 0, words(0)), /RST_STREAM of 4 bytes on stream 0/],
  ["a reset of 3 bytes", frame(t.reset, 0, 1, Buffer.alloc(3)), /RST_STREAM of 3 bytes.*FRAME_SIZE_ERROR/],
  [
    "a reset of a call that was not made",
    frame(t.reset, 0, 9, words(0)),
    /RST_STREAM of 4 bytes on stream 9/,
  ],
  [
    "a priority of 4 bytes",
    frame(t.priority, 0, 1, Buffer.alloc(4)),
    /PRIORITY of 4 bytes.*FRAME_SIZE_ERROR/,
  ],
  [
    "a frame that does not end",
    frame(
      t.headers,
      f.endHeaders,
      1,
      Buffer.concat(many(80, () => literals({ "x-pad": "v".repeat(100) }))),
    ).subarray(0, 500),
    /HEADERS of \d+ bytes.*: nothing that it sends can be read any more/,
  ],
];

describe("a server that breaks the protocol", () => {
  const broken = (bytes: Buffer): Script => ({
    greeting: Buffer.concat([greeting, frame(t.settings, f.ack, 0)]),
    answer: () => bytes,
  });
  const lost = expect.stringMatching(
    /^the connection to .* was lost: the server broke the protocol of HTTP\/2/,
  );

  it("by any frame ends the calls on its connection, and the next call is answered; with the log on the reason is told by frame, code and what was wrong", async () => {
    const debug = { debug: true, logger: { warn: () => undefined, debug: () => undefined } };
    const [ends, told] = await Promise.all([
      Promise.all(breaches.map(([, bytes]) => endOf(broken(bytes)))),
      Promise.all(breaches.map(([, bytes]) => endOf(broken(bytes), debug))),
    ]);
    for (const [n, [what, , reason]] of breaches.entries()) {
      expect(ends[n], what).toMatchObject({ code: "UNAVAILABLE", text: lost });
      expect(told[n], what).toMatchObject({ code: "UNAVAILABLE", text: lost });
      // The words are those of Node's library; the project's own are held beside it.
      if (testedHttp2 === "node") expect(String(told[n]), what).toMatch(reason);
    }
  });

  it.skipIf(testedHttp2 === "own")("is told of so by the next connection where the log is off", async () => {
    const bytes = frame(t.data, 0, 7, Buffer.alloc(4));
    await using server = await new ByteServer([broken(bytes), broken(bytes), proper]).listen();
    const things = callTo(server.address, { retry: false });
    await expect(things.unary(methods.get, {})).rejects.toMatchObject({
      text: expect.stringContaining("HTTP/2: nothing that it sends can be read any more"),
    });
    await expect(things.unary(methods.get, {})).rejects.toMatchObject({
      text: expect.stringContaining(
        "with the frame DATA of 4 bytes on stream 7 (PROTOCOL_ERROR, DATA: stream in idle)",
      ),
    });
    await expect(things.unary(methods.get, {})).resolves.toEqual(answeredThing);
  });

  it("is found out behind TLS too", async () => {
    const identity = { cert: testCertificate, key: testCertificateKey };
    await using server = await new ByteServer(
      [broken(frame(t.ping, 0, 0, Buffer.alloc(7))), proper],
      identity,
    ).listen();
    const things = callTo(server.address, { retry: false, insecure: false, tls: { ca: testCertificate } });
    await expect(things.unary(methods.get, {})).rejects.toMatchObject({ code: "UNAVAILABLE", text: lost });
    await expect(things.unary(methods.get, {})).resolves.toEqual(answeredThing);
  });

  it("shows its last frames in the log when the connection ends", async () => {
    const lines: string[] = [];
    const logger = { warn: () => undefined, debug: (_: unknown, line: string) => void lines.push(line) };
    await endOf(broken(frame(t.ping, 0, 0, Buffer.alloc(7))), { debug: true, logger });
    const end = lines.find((line) => line.includes("ended: ")) ?? "";
    expect(end.split("; ").length).toBeLessThanOrEqual(11);
    expect(end).toMatch(/the last frames: sent SETTINGS of \d+ bytes on stream 0; received SETTINGS/);
    expect(end).toMatch(/received PING of 7 bytes on stream 0; sent GOAWAY of \d+ bytes on stream 0$/);
  });
});

/** A frame of stream 1, or of the connection, as one of another call. */
function onStream(bytes: Buffer, stream: number): Buffer {
  const moved = Buffer.from(bytes);
  if (moved.readUInt32BE(5) === 1) moved.writeUInt32BE(stream, 5);
  return moved;
}

describe("a frame that is odd and allowed", () => {
  it.each([
    ["an unknown type", frame(0xfa, 0xff, 1, Buffer.alloc(20))],
    ["an unknown setting", frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0x7a, 0x7a), words(1)]))],
    ["a priority", frame(t.priority, 0, 1, Buffer.concat([words(0), Buffer.of(1)]))],
    ["empty data", frame(t.data, 0, 1)],
    ["data that is padding alone", frame(t.data, f.padded, 1, Buffer.of(3, 0, 0, 0))],
    ["a larger window", frame(t.windowUpdate, 0, 1, words(1))],
    ["a flag that nobody knows", frame(t.ping, 0xfe, 0, Buffer.alloc(8))],
  ])("of %s changes nothing", async (_, bytes) => {
    const script: Script = {
      ...proper,
      // The tables of headers are as they were: each call may be the first.
      answer: (stream) => {
        const whole = proper.answer(stream);
        const end = 9 + whole.readUIntBE(0, 3);
        return Buffer.concat([whole.subarray(0, end), onStream(bytes, stream), whole.subarray(end)]);
      },
    };
    expect(await endOf(script)).toBe("OK");
  });
});
