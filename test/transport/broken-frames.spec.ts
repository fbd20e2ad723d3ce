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

const longBlock = literals({
  ":status": "200",
  "content-type": "application/grpc",
  "x-pad": "v".repeat(100),
});

/** Frames that a server must not send, and how the reason ends that a call gives. */
const violations: readonly (readonly [what: string, bytes: Buffer, reason: string])[] = [
  [
    "a frame that is longer than allowed",
    frame(t.data, 0, 1, Buffer.alloc(16_385)),
    " (FRAME_SIZE_ERROR: a frame of type 0 with 16385 bytes; 16384 are allowed)",
  ],
  ["data on stream 0", frame(t.data, 0, 0, Buffer.alloc(4)), " (PROTOCOL_ERROR: DATA on stream 0)"],
  [
    "data of a call that was not made",
    frame(t.data, 0, 7, Buffer.alloc(4)),
    " (PROTOCOL_ERROR: DATA on stream 7, which was never opened)",
  ],
  [
    "headers on stream 0",
    frame(t.headers, f.endHeaders, 0, longBlock),
    " (PROTOCOL_ERROR: HEADERS on stream 0)",
  ],
  [
    "headers on a stream of the server",
    frame(t.headers, f.endHeaders, 2, longBlock),
    " (PROTOCOL_ERROR: HEADERS on stream 2, which was never opened)",
  ],
  [
    "headers of a call that was not made",
    frame(t.headers, f.endHeaders, 9, longBlock),
    " (PROTOCOL_ERROR: HEADERS on stream 9, which was never opened)",
  ],
  [
    "headers that cannot be unpacked",
    frame(t.headers, f.endHeaders, 1, Buffer.alloc(6, 0xff)),
    " (COMPRESSION_ERROR: a number in a block of headers that is too long)",
  ],
  [
    "headers out of an empty table",
    frame(t.headers, f.endHeaders, 1, Buffer.of(0xff, 0x30)),
    " (COMPRESSION_ERROR: headers name entry 175 of a table that does not have it)",
  ],
  [
    "headers with a broken Huffman code",
    frame(t.headers, f.endHeaders, 1, Buffer.of(0x40, 0x84, 255, 255, 255, 255, 0)),
    " (COMPRESSION_ERROR: a Huffman-coded string that contains EOS)",
  ],
  [
    "headers with more padding than bytes",
    frame(t.headers, f.endHeaders | f.padded, 1, Buffer.of(9, 0x88)),
    " (PROTOCOL_ERROR: HEADERS of 2 bytes with 9 of padding)",
  ],
  [
    "headers interrupted by another frame",
    Buffer.concat([frame(t.headers, 0, 1, longBlock), frame(t.ping, 0, 0, Buffer.alloc(8))]),
    " (PROTOCOL_ERROR: a frame of type 6 inside a block of headers)",
  ],
  [
    "headers that go on for another stream",
    Buffer.concat([frame(t.headers, 0, 1, longBlock), frame(t.continuation, f.endHeaders, 3)]),
    " (PROTOCOL_ERROR: CONTINUATION without HEADERS)",
  ],
  [
    "a continuation of nothing",
    frame(t.continuation, f.endHeaders, 1, longBlock),
    " (PROTOCOL_ERROR: CONTINUATION without HEADERS)",
  ],
  [
    "a PUSH_PROMISE",
    frame(t.pushPromise, f.endHeaders, 1, Buffer.concat([words(2), longBlock])),
    " (PROTOCOL_ERROR: PUSH_PROMISE, although pushes are disabled)",
  ],
  ["settings on a stream", frame(t.settings, 0, 1), " (PROTOCOL_ERROR: SETTINGS on stream 1)"],
  [
    "settings of an odd length",
    frame(t.settings, 0, 0, Buffer.alloc(5)),
    " (FRAME_SIZE_ERROR: SETTINGS of 5 bytes, which is not a multiple of 6)",
  ],
  [
    "an acknowledgement with contents",
    frame(t.settings, f.ack, 0, Buffer.alloc(6)),
    " (FRAME_SIZE_ERROR: the acknowledgment of SETTINGS of 6 bytes; it has 0)",
  ],
  [
    "an acknowledgement of nothing",
    Buffer.concat([frame(t.settings, f.ack, 0), frame(t.settings, f.ack, 0)]),
    " (PROTOCOL_ERROR: an acknowledgment of SETTINGS that were not sent)",
  ],
  [
    "settings that push",
    frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0, 2), words(1)])),
    " (PROTOCOL_ERROR: SETTINGS_ENABLE_PUSH of 1, which is not allowed)",
  ],
  [
    "settings with a window of 4 GiB",
    frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0, 4), words(0xffff_ffff)])),
    " (FLOW_CONTROL_ERROR: SETTINGS_INITIAL_WINDOW_SIZE of 4294967295, which is not allowed)",
  ],
  [
    "settings with tiny frames",
    frame(t.settings, 0, 0, Buffer.concat([Buffer.of(0, 5), words(1)])),
    " (PROTOCOL_ERROR: SETTINGS_MAX_FRAME_SIZE of 1, which is not allowed)",
  ],
  [
    "a ping of 7 bytes",
    frame(t.ping, 0, 0, Buffer.alloc(7)),
    " (FRAME_SIZE_ERROR: PING of 7 bytes; it has 8)",
  ],
  ["a ping on a stream", frame(t.ping, 0, 1, Buffer.alloc(8)), " (PROTOCOL_ERROR: PING on stream 1)"],
  [
    "a GOAWAY of 3 bytes",
    frame(t.goaway, 0, 0, Buffer.alloc(3)),
    " (FRAME_SIZE_ERROR: GOAWAY of less than 8 bytes)",
  ],
  ["a GOAWAY on a stream", frame(t.goaway, 0, 1, Buffer.alloc(8)), " (PROTOCOL_ERROR: GOAWAY on stream 1)"],
  [
    "a window of 2 GiB more",
    frame(t.windowUpdate, 0, 0, words(0x7fff_ffff)),
    " (FLOW_CONTROL_ERROR: a window of more than 2^31 - 1 bytes)",
  ],
  ["a window of 0 more", frame(t.windowUpdate, 0, 0, words(0)), " (PROTOCOL_ERROR: WINDOW_UPDATE by 0)"],
  [
    "a window of 3 bytes",
    frame(t.windowUpdate, 0, 0, Buffer.alloc(3)),
    " (FRAME_SIZE_ERROR: WINDOW_UPDATE of 3 bytes; it has 4)",
  ],
  [
    "a window of a call that was not made",
    frame(t.windowUpdate, 0, 9, words(1)),
    " (PROTOCOL_ERROR: WINDOW_UPDATE on stream 9, which was never opened)",
  ],
  ["a reset of stream 0", frame(t.reset, 0, 0, words(0)), " (PROTOCOL_ERROR: RST_STREAM on stream 0)"],
  [
    "a reset of 3 bytes",
    frame(t.reset, 0, 1, Buffer.alloc(3)),
    " (FRAME_SIZE_ERROR: RST_STREAM of 3 bytes; it has 4)",
  ],
  [
    "a reset of a call that was not made",
    frame(t.reset, 0, 9, words(0)),
    " (PROTOCOL_ERROR: RST_STREAM on stream 9, which was never opened)",
  ],
  [
    "data on stream 0, right after malformed headers",
    Buffer.concat([
      frame(t.headers, f.endHeaders, 1, literals({ ":status": "200", "x-pad": "\0" })),
      frame(t.data, 0, 0, Buffer.alloc(4)),
    ]),
    " (PROTOCOL_ERROR: DATA on stream 0)",
  ],
  [
    "a frame that does not end",
    frame(
      t.headers,
      f.endHeaders,
      1,
      Buffer.concat(many(80, () => literals({ "x-pad": "v".repeat(100) }))),
    ).subarray(0, 500),
    ": nothing that it sends can be read any more",
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

  it("by any frame ends the calls on its connection with the code and what was wrong, and the next call is answered", async () => {
    const ends = await Promise.all(violations.map(([, bytes]) => endOf(broken(bytes))));
    for (const [n, [what, , reason]] of violations.entries()) {
      const text = expect.stringContaining(` was lost: the server broke the protocol of HTTP/2${reason}`);
      expect(ends[n], what).toMatchObject({ code: "UNAVAILABLE", text });
    }
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

  it("is named in the log when the connection ends", async () => {
    const lines: string[] = [];
    const logger = { warn: () => undefined, debug: (_: unknown, line: string) => void lines.push(line) };
    await endOf(broken(frame(t.ping, 0, 0, Buffer.alloc(7))), { debug: true, logger });
    const end = lines.find((line) => line.includes("-> closed: "));
    expect(end).toMatch(/broke the protocol of HTTP\/2 \(FRAME_SIZE_ERROR: PING of 7 bytes; it has 8\)$/);
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
