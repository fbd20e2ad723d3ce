/** What RFC 9113 requires of a client that sends frames, read from the bytes of a conversation. */
import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import {
  frame,
  frameFlags as f,
  frameTypes as t,
  literals,
  words,
} from "../../fixture/byte-server.fixture.js";
import {
  goaway,
  keepOpen,
  ofType,
  ping,
  reset,
  sent,
  type Use,
  widen,
} from "../../fixture/http2-rules.fixture.js";
import {
  data,
  ok,
  sentFrames,
  setting,
  settings,
  talk,
  trailers,
  type SentFrame,
} from "../../fixture/http2-talk.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { FloodGuard } from "./flood-guard.js";
import { FrameSender } from "./frame-sender.js";
import { HeaderDecoder } from "./hpack/header-decoder.js";
import type { Http2Stream } from "./http2-stream.js";
import { OpenStreams } from "./open-streams.js";
import { defaultSettings } from "./settings.js";

const sendLarge: Use = (stream) => stream.end(Buffer.alloc(100_000));
const dataBytes = (frames: readonly SentFrame[]): number =>
  frames.filter(({ type }) => type === t.data).reduce((all, { content }) => all + content.byteLength, 0);
const settingPairs = (...pairs: readonly [id: number, value: number][]): Buffer =>
  frame(t.settings, 0, 0, Buffer.concat(pairs.flatMap(([id, value]) => [Buffer.of(0, id), words(value)])));

it("3.4: begins with the preface and SETTINGS", async () => {
  const { bytes } = await talk(settings);
  expect(bytes.toString("latin1", 0, 24)).toBe("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  expect(sentFrames(bytes)[0]).toMatchObject({ type: t.settings, flags: 0, stream: 0 });
});

it("4.1: leaves the reserved bit and the flags that are not defined unset", async () => {
  const frames = await sent([ping(), ok, trailers], sendLarge);
  expect(frames.filter(({ stream }) => stream >= 2 ** 31)).toEqual([]);
  expect(new Set(frames.map(({ type, flags }) => `${type} ${flags}`))).toEqual(
    new Set(["4 0", "4 1", "1 4", "0 0", "6 1", "7 0"]),
  );
});

it("4.2: sends no frame that is longer than the server allows", async () => {
  const large: Use = (stream, client) => {
    client.request({ "x-large": "~".repeat(40_000) });
    sendLarge(stream, client);
  };
  for (const { content } of await sent([], large)) expect(content.byteLength).toBeLessThanOrEqual(16_384);
});

it("4.2: sends frames as long as the server allows now", async () => {
  const frames = await sent([setting(5, 20_000), widen(90_000), widen(90_000, 1)], sendLarge);
  expect(Math.max(...ofType(frames, t.data).map(({ content }) => content.byteLength))).toBe(20_000);
});

it("4.3: sends the frames of a block without others between them", async () => {
  const frames = await sent([ping()], (stream, client) => {
    stream.write(Buffer.alloc(9));
    client.request({ "x-large": "~".repeat(40_000) });
    stream.end();
  });
  const at = frames.findIndex(({ type, stream }) => type === t.headers && stream === 3);
  expect(frames.slice(at, at + 3).map(({ type, flags }) => [type, flags])).toEqual([
    [t.headers, 0],
    [t.continuation, 0],
    [t.continuation, f.endHeaders],
  ]);
});

it("5.1: sends nothing on a stream after END_STREAM or RST_STREAM", async () => {
  const frames = await sent([ok, data(Buffer.alloc(9)), trailers], (stream) => {
    stream.end(Buffer.alloc(9));
    stream.pause();
    // The response is complete and unread, so the stream is closed.
    stream.on("trailers", () => stream.close(8));
  });
  expect(frames.filter(({ stream }) => stream === 1).map(({ type }) => type)).toEqual([t.headers, t.data]);
});

it("5.1.1: opens streams with odd identifiers that grow", async () => {
  const frames = await sent([], (stream, client) => {
    for (let at = 0; at < 3; at++) client.request({ ":method": "POST" });
    stream.end();
  });
  expect(ofType(frames, t.headers).map(({ stream }) => stream)).toEqual([1, 3, 5, 7]);
});

it("5.1.1: opens no stream when the identifiers are used up", () => {
  const streams = new OpenStreams(2 ** 31 - 1);
  const make = (id: number): Http2Stream => ({ id }) as Http2Stream;
  expect(streams.open(make).id).toBe(2 ** 31 - 1);
  expect(() => streams.open(make)).toThrow(/exhausted/);
});

it.each(["3", "8"])("5.4.2: does not answer RST_STREAM with code %s by another one", async (code) => {
  const frames = await sent([ok, reset(1, Number(code))], keepOpen);
  expect(ofType(frames, t.reset)).toEqual([]);
});

it("6.5.3: acknowledges SETTINGS in their order, and before any frame that obeys them", async () => {
  const frames = await sent(
    [setting(4, 70_000), setting(5, 20_000), widen(90_000), setting(4, 80_000)],
    sendLarge,
  );
  const seen = frames.slice(2).map(({ type, flags }) => (type === t.settings ? `ack ${flags}` : type));
  const { data: part, goaway: end } = t;
  expect(seen).toEqual([part, part, part, part, "ack 1", "ack 1", "ack 1", part, "ack 1", part, end]);
});

it("6.7: acknowledges PING with its bytes", async () => {
  const content = Buffer.from("12345678");
  const frames = await sent([frame(t.ping, 0, 0, content), frame(t.ping, f.ack, 0, content)]);
  expect(ofType(frames, t.ping)).toEqual([{ type: t.ping, flags: f.ack, stream: 0, content }]);
});

it("6.8: opens no stream after GOAWAY", async () => {
  let error: unknown;
  const frames = await sent([goaway(1)], (stream, client) => {
    client.on("goaway", () => {
      try {
        client.request({ ":method": "POST" });
      } catch (thrown) {
        error = thrown;
      }
      stream.end();
    });
  });
  expect(error).toBeInstanceOf(Error);
  expect(ofType(frames, t.headers)).toHaveLength(1);
});

it.each<[rule: string, server: Buffer[], want: number]>([
  ["6.9.1: no more than both windows", [], 65_535],
  ["6.9.1: no more than the window of the connection", [widen(9_000, 1)], 65_535],
  ["6.9.1: no more than the window of the stream", [widen(9_000)], 65_535],
  ["6.9.1: as much as both windows", [widen(9_000, 1), widen(9_000)], 74_535],
  ["6.9.2: as much as a wider initial window", [widen(9_000), setting(4, 70_000)], 70_000],
  [
    "6.9.2: nothing until a window that has become negative is open",
    [setting(4, 0), widen(65_535, 1), widen(9_000)],
    65_535,
  ],
  ["6.9.2: and then what is left of it", [setting(4, 0), widen(65_545, 1), widen(9_000)], 65_545],
  ["6.9.2: SETTINGS do not change the window of the connection", [setting(4, 90_000)], 65_535],
  [
    "6.5.3: of one setting with several values the last one",
    [widen(9_000), settingPairs([4, 90_000], [4, 66_000])],
    66_000,
  ],
])("%s is sent", async (_, server, want) => {
  expect(dataBytes(await sent(server, sendLarge))).toBe(want);
});

it("6.9.2: an initial window of 0 holds for the streams that are opened after it", async () => {
  const frames = await sent([setting(4, 0)], (stream, client) => {
    stream.end();
    let count = 0;
    client.on("remoteSettings", () => {
      if (++count === 2) client.request({ ":method": "POST" }).end(Buffer.alloc(9));
    });
  });
  expect(dataBytes(frames)).toBe(0);
});

it("7541 4.2: begins a block with the smallest size of the table since the last one", async () => {
  const frames = await sent([settingPairs([1, 0], [1, 4_096])], (stream, client) => {
    stream.end();
    let count = 0;
    client.on("remoteSettings", () => {
      if (++count === 2) client.request({ ":method": "POST" });
    });
  });
  const [, second] = ofType(frames, t.headers);
  // Sizes 0 and 4,096 (RFC 7541, section 6.3).
  expect(second?.content.subarray(0, 4)).toEqual(Buffer.from("203fe11f", "hex"));
});

it("5.1: reads the block of a stream that it has reset, for the table", async () => {
  const indexed = Buffer.concat([Buffer.of(0x40, 1), Buffer.from("a"), Buffer.of(1), Buffer.from("b")]);
  const first = frame(t.headers, f.endHeaders, 1, Buffer.concat([literals({ ":status": "200" }), indexed]));
  const second = frame(t.headers, f.endHeaders, 3, Buffer.of(0x88, 0xbe));
  let header: unknown;
  await talk(Buffer.concat([settings, first, second]), (stream, client) => {
    stream.close(8);
    client.request({ ":method": "POST" }).on("response", (received) => (header = received["a"]));
  });
  expect(header).toBe("b");
});

it("8.2: sends names in lower case, and pseudo-headers first", async () => {
  const frames = await sent([]);
  const block = ofType(frames, t.headers)[0]?.content ?? Buffer.alloc(0);
  expect(new HeaderDecoder().decode(block)).toEqual([
    [":method", "POST"],
    [":path", "/"],
  ]);
});

it("10.5: a server that reads no acknowledgment is left after a thousand of them", () => {
  const socket = new Duplex({ highWaterMark: 1, read: () => undefined, write: () => undefined });
  const sender = new FrameSender(socket, defaultSettings(), new FloodGuard(new TestClock()));
  sender.sendPreface([]);
  const acknowledge = (count: number): void => {
    for (let at = 0; at < count; at++) sender.acknowledgePing(Buffer.alloc(8));
  };
  acknowledge(1_000);
  expect(() => acknowledge(1)).toThrow(/more than 1000 acknowledgments that the server does not read/);
});

it("10.5: a server that reads, but slowly, gets as many acknowledgments as it asks for", async () => {
  let accept: (() => void) | undefined;
  const write = (_: unknown, _encoding: string, done: () => void): void => void (accept = done);
  const socket = new Duplex({
    highWaterMark: 1,
    read: () => undefined,
    write,
    writev: (_, done) => write(_, "", done),
  });
  const sender = new FrameSender(socket, defaultSettings(), new FloodGuard(new TestClock()));
  sender.sendPreface([]);
  for (let turn = 0; turn < 5; turn++) {
    // A request that is uploaded keeps the socket full.
    socket.write(Buffer.alloc(100));
    for (let at = 0; at < 600; at++) sender.acknowledgePing(Buffer.alloc(8));
    await new Promise((resolve) => setImmediate(resolve));
    while (socket.writableNeedDrain) {
      accept?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  expect(socket.writableLength).toBe(0);
});
