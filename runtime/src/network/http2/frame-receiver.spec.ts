import { describe, expect, it } from "vitest";
import { frame, frameTypes as types, words } from "../../fixture/byte-server.fixture.js";
import { block, data, ok, setting, settings, talk, trailers } from "../../fixture/http2-talk.fixture.js";

describe("a server that breaks HTTP/2", () => {
  it.each<[title: string, bytes: Buffer[], code: number, says: RegExp]>([
    [
      "by beginning with something else",
      [frame(types.ping, 0, 0, Buffer.alloc(8))],
      1,
      /did not begin with the SETTINGS/,
    ],
    ["by HTTP/1.1", [Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")], 6, /are allowed/],
    [
      "by a frame that is too long",
      [settings, frame(types.headers, 4, 1, Buffer.alloc(16_385))],
      6,
      /16384 are allowed/,
    ],
    ["by SETTINGS on a stream", [frame(types.settings, 0, 1)], 1, /SETTINGS on stream 1/],
    [
      "by SETTINGS of a wrong length",
      [frame(types.settings, 0, 0, Buffer.alloc(5))],
      6,
      /which is not a multiple of 6/,
    ],
    [
      "by an acknowledgment of SETTINGS with a payload",
      [settings, frame(types.settings, 1, 0, Buffer.alloc(6))],
      6,
      /the acknowledgment of SETTINGS/,
    ],
    [
      "by acknowledging SETTINGS twice",
      [settings, frame(types.settings, 1, 0), frame(types.settings, 1, 0)],
      1,
      /that were not sent/,
    ],
    ["by a window that is too large", [setting(4, 2 ** 31)], 3, /INITIAL_WINDOW_SIZE/],
    ["by frames that are too small", [setting(5, 16_383)], 1, /MAX_FRAME_SIZE/],
    ["by allowing pushes", [setting(2, 1)], 1, /ENABLE_PUSH/],
    ["by a push", [settings, frame(types.pushPromise, 4, 1, words(2))], 1, /PUSH_PROMISE/],
    [
      "by headers inside a block",
      [settings, frame(types.headers, 0, 1, block), frame(types.ping, 0, 0, Buffer.alloc(8))],
      1,
      /inside a block of headers/,
    ],
    [
      "by CONTINUATION without HEADERS",
      [settings, frame(types.continuation, 4, 1, block)],
      1,
      /CONTINUATION without HEADERS/,
    ],
    [
      "by CONTINUATION on another stream",
      [settings, frame(types.headers, 0, 1, block), frame(types.continuation, 4, 3, block)],
      1,
      /CONTINUATION without HEADERS/,
    ],
    [
      "by headers that cannot be read",
      [settings, frame(types.headers, 4, 1, Buffer.of(0xff))],
      9,
      /ends inside/,
    ],
    [
      "by more padding than headers",
      [settings, frame(types.headers, 4 | 8, 1, Buffer.of(9))],
      1,
      /9 of padding/,
    ],
    [
      "by headers on a stream that was never opened",
      [settings, frame(types.headers, 4, 3, block)],
      1,
      /stream 3, which was never opened/,
    ],
    [
      "by headers on a stream with an even identifier",
      [settings, frame(types.headers, 4, 2, block)],
      1,
      /stream 2, which was never opened/,
    ],
    ["by data on stream 0", [settings, data(Buffer.alloc(1), 0, 0)], 1, /DATA on stream 0/],
    [
      "by data on a closed stream",
      [settings, ok, trailers, data(Buffer.alloc(1))],
      5,
      /stream 1, which is closed/,
    ],
    [
      "by a reset of a stream that was never opened",
      [settings, frame(types.reset, 0, 9, words(0))],
      1,
      /stream 9, which was never opened/,
    ],
    [
      "by a reset of a wrong length",
      [settings, frame(types.reset, 0, 1, Buffer.alloc(3))],
      6,
      /RST_STREAM of 3 bytes/,
    ],
    [
      "by a ping of a wrong length",
      [settings, frame(types.ping, 0, 0, Buffer.alloc(7))],
      6,
      /PING of 7 bytes/,
    ],
    ["by a ping on a stream", [settings, frame(types.ping, 0, 1, Buffer.alloc(8))], 1, /PING on stream 1/],
    ["by a GOAWAY that is too short", [settings, frame(types.goaway, 0, 0, Buffer.alloc(7))], 6, /GOAWAY/],
    [
      "by a WINDOW_UPDATE of 0",
      [settings, frame(types.windowUpdate, 0, 0, words(0))],
      1,
      /WINDOW_UPDATE by 0/,
    ],
    [
      "by a window above the maximum",
      [settings, frame(types.windowUpdate, 0, 0, words(2 ** 31 - 1))],
      3,
      /2\^31/,
    ],
    [
      "by pings without end",
      [settings, ...Array.from({ length: 1_010 }, () => frame(types.ping, 0, 0, Buffer.alloc(8)))],
      11,
      /carry nothing/,
    ],
    [
      "by empty data without end",
      [settings, ok, ...Array.from({ length: 1_010 }, () => data(Buffer.alloc(0)))],
      11,
      /carry nothing/,
    ],
    [
      "by empty parts of headers without end",
      [
        settings,
        frame(types.headers, 0, 1, block),
        ...Array.from({ length: 100 }, () => frame(types.continuation, 0, 1)),
      ],
      11,
      /a block of headers of more/,
    ],
    ["by SETTINGS without end", Array.from({ length: 1_010 }, () => settings), 11, /carry nothing/],
  ])("%s gets the reason in GOAWAY", async (_, bytes, code, says) => {
    const { events, sent } = await talk(Buffer.concat(bytes), (stream) => {
      // What the answer must not do has nothing to do with who reads it.
      stream.end();
      stream.pause();
    });
    expect(sent.at(-1)).toBe(`7 0 ${code}`);
    expect(events.find((one) => one.startsWith("error: "))).toMatch(says);
  });
});
