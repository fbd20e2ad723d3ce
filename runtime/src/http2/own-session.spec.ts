import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { frame, frameFlags, frameTypes as types, literals, words } from "../fixture/byte-server.fixture.js";
import type { Http2Session, Http2Stream } from "../transport/connection/http2-session.js";
import { beginOwnHttp2 } from "./own-session.js";

const settings = frame(types.settings, 0, 0);
const ok = frame(types.headers, frameFlags.endHeaders, 1, literals({ ":status": "200" }));
const trailers = frame(
  types.headers,
  frameFlags.endHeaders | frameFlags.endStream,
  1,
  literals({ "grpc-status": "0" }),
);
const setting = (id: number, value: number): Buffer =>
  frame(types.settings, 0, 0, Buffer.concat([Buffer.of(0, id), words(value)]));
const data = (content: Uint8Array, flags = 0, stream = 1): Buffer =>
  frame(types.data, flags, stream, content);
const block = Buffer.concat([literals({ ":status": "200" })]);

/** What a client said and told when a server said these bytes to its first request. */
interface Talk {
  readonly events: readonly string[];
  /** The frames that the client sent: type, stream and, of resets and goodbyes, the code. */
  readonly sent: readonly string[];
}

/** Talks to a server that says these bytes once it has been asked, and nothing more. */
async function talk(
  answer: Buffer,
  use: (stream: Http2Stream, session: Http2Session) => void = end,
): Promise<Talk> {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => {
      if (received.push(bytes) === 1) socket.end(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  const events: string[] = [];
  const session = beginOwnHttp2({ authority: "a", wire: socket, socket, windowBytes: 100_000 });
  session.on("error", ({ message }) => void events.push(`error: ${message}`));
  session.on("goaway", (code, last, said) => void events.push(`goaway ${code} ${last} ${String(said)}`));
  const stream = session.request({ ":method": "POST", ":path": "/" });
  stream.on("headers", () => void events.push("interim"));
  stream.on("response", (headers) => void events.push(`response ${String(headers[":status"])}`));
  stream.on("data", (part) => void events.push(`data ${part.byteLength}`));
  stream.on("trailers", (headers) => void events.push(`trailers ${Object.keys(headers).join()}`));
  stream.on("error", () => undefined);
  stream.on("close", () => void events.push(`closed ${stream.rstCode}`));
  use(stream, session);
  await new Promise<void>((resolve) => session.on("close", resolve));
  const closed = once(server, "close");
  server.close();
  socket.destroy();
  await closed;
  return { events, sent: framesIn(Buffer.concat(received).subarray(24)) };
}

const end = (stream: Http2Stream): void => void stream.end();

function framesIn(bytes: Buffer): string[] {
  const seen: string[] = [];
  for (let place = 0; place + 9 <= bytes.byteLength; place += 9 + bytes.readUIntBE(place, 3)) {
    const type = bytes[place + 3];
    const code = type === types.goaway ? 13 : type === types.reset ? 9 : undefined;
    seen.push(
      [type, bytes.readUInt32BE(place + 5), ...(code ? [bytes.readUInt32BE(place + code)] : [])].join(" "),
    );
  }
  return seen;
}

describe("an answer over HTTP/2 of our own", () => {
  it.each<[title: string, answer: Buffer[], want: string[]]>([
    [
      "that is whole is told in order",
      [ok, data(Buffer.alloc(5)), trailers],
      ["response 200", "data 5", "trailers grpc-status", "closed 0"],
    ],
    [
      "of an interim one and a real one is both",
      [frame(types.headers, frameFlags.endHeaders, 1, literals({ ":status": "103" })), ok, trailers],
      ["interim", "response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "in several frames of headers is one",
      [
        frame(types.headers, 0, 1, block.subarray(0, 4)),
        frame(types.continuation, frameFlags.endHeaders, 1, block.subarray(4)),
        trailers,
      ],
      ["response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "with padding is read without it",
      [ok, data(Buffer.of(3, 1, 2, 0, 0, 0), frameFlags.padded), trailers],
      ["response 200", "data 2", "trailers grpc-status", "closed 0"],
    ],
    [
      "with a priority is read without it",
      [
        frame(
          types.headers,
          frameFlags.endHeaders | frameFlags.priority,
          1,
          Buffer.concat([Buffer.alloc(5), block]),
        ),
        trailers,
      ],
      ["response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "beside frames of unknown types is read",
      [frame(99, 255, 1, Buffer.alloc(9)), ok, trailers],
      ["response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "that is reset ends with the code",
      [ok, frame(types.reset, 0, 1, words(11))],
      ["response 200", "closed 11"],
    ],
    [
      "after a goodbye that leaves it out was not processed",
      [frame(types.goaway, 0, 0, words(0, 0))],
      ["goaway 0 0 undefined", "closed 7"],
    ],
    ["is lost with its connection", [ok], ["response 200", "closed 8"]],
  ])("%s", async (_, answer, want) => {
    expect((await talk(Buffer.concat([settings, ...answer]))).events).toEqual(want);
  });

  it.each<[title: string, answer: Buffer[]]>([
    ["without a status", [frame(types.headers, frameFlags.endHeaders, 1, literals({ a: "1" }))]],
    ["with data before its headers", [data(Buffer.alloc(5))]],
    [
      "with trailers that do not end it",
      [ok, frame(types.headers, frameFlags.endHeaders, 1, literals({ a: "1" }))],
    ],
    [
      "that ends with an interim answer",
      [frame(types.headers, frameFlags.endHeaders | frameFlags.endStream, 1, literals({ ":status": "103" }))],
    ],
    ["whose window is widened by 0", [frame(types.windowUpdate, 0, 1, words(0))]],
  ])("%s is reset, and its connection lives", async (_, answer) => {
    const { events, sent } = await talk(Buffer.concat([settings, ...answer]));
    expect(events.at(-1)).toBe("closed 1");
    expect(sent).toContain("3 1 1");
    expect(sent.filter((one) => one.startsWith("7 "))).not.toContain("7 0 1");
  });

  it("of which nobody reads anything is held back by its window", async () => {
    const parts = Array.from({ length: 7 }, () => data(Buffer.alloc(16_000)));
    const { events } = await talk(Buffer.concat([settings, ok, ...parts]), (stream) => {
      stream.end();
      stream.pause();
    });
    expect(events).toEqual(["response 200", "closed 3"]);
  });
});

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
      /which 6 do not divide/,
    ],
    [
      "by an answer to SETTINGS with contents",
      [settings, frame(types.settings, 1, 0, Buffer.alloc(6))],
      6,
      /the answer to SETTINGS/,
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
      "by the rest of a block that nobody began",
      [settings, frame(types.continuation, 4, 1, block)],
      1,
      /that nobody began/,
    ],
    [
      "by the rest of another block",
      [settings, frame(types.headers, 0, 1, block), frame(types.continuation, 4, 3, block)],
      1,
      /that nobody began/,
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
      "by headers on a stream that nobody began",
      [settings, frame(types.headers, 4, 3, block)],
      1,
      /stream 3, which nobody began/,
    ],
    [
      "by headers on a stream of its own",
      [settings, frame(types.headers, 4, 2, block)],
      1,
      /stream 2, which nobody began/,
    ],
    ["by data on stream 0", [settings, data(Buffer.alloc(1), 0, 0)], 1, /DATA on stream 0/],
    [
      "by data on a stream that is over",
      [settings, ok, trailers, data(Buffer.alloc(1))],
      5,
      /stream 1, which is over/,
    ],
    [
      "by a reset of a stream that nobody began",
      [settings, frame(types.reset, 0, 9, words(0))],
      1,
      /stream 9, which nobody began/,
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
    ["by a goodbye that is too short", [settings, frame(types.goaway, 0, 0, Buffer.alloc(7))], 6, /GOAWAY/],
    [
      "by widening the connection by 0",
      [settings, frame(types.windowUpdate, 0, 0, words(0))],
      1,
      /WINDOW_UPDATE by 0/,
    ],
    [
      "by widening the connection too far",
      [settings, frame(types.windowUpdate, 0, 0, words(2 ** 31 - 1))],
      3,
      /2\^31/,
    ],
    [
      "by pings without end",
      [settings, ...Array.from({ length: 1_001 }, () => frame(types.ping, 0, 0, Buffer.alloc(8)))],
      11,
      /carry nothing/,
    ],
    [
      "by empty data without end",
      [settings, ok, ...Array.from({ length: 1_001 }, () => data(Buffer.alloc(0)))],
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
    [
      "by headers of more than 64 kB",
      [
        settings,
        frame(types.headers, 0, 1, block),
        ...Array.from({ length: 5 }, () => frame(types.continuation, 0, 1, Buffer.alloc(16_000))),
      ],
      11,
      /a block of headers of more/,
    ],
    ["by SETTINGS without end", Array.from({ length: 1_002 }, () => settings), 11, /carry nothing/],
  ])("%s is told why", async (_, bytes, code, says) => {
    const { events, sent } = await talk(Buffer.concat(bytes), (stream) => {
      // What the answer must not do has nothing to do with who reads it.
      stream.end();
      stream.pause();
    });
    expect(sent.at(-1)).toBe(`7 0 ${code}`);
    expect(events.find((one) => one.startsWith("error: "))).toMatch(says);
  });
});

describe("a request over HTTP/2 of our own", () => {
  it("is sent as far as the windows of stream and connection go", async () => {
    const { sent } = await talk(settings, (stream) => void stream.end(Buffer.alloc(70_000)));
    const all = sent.filter((one) => one === "0 1");
    expect(all).toHaveLength(4);
  });

  it("goes on when both windows have room", async () => {
    const widened = [
      frame(types.windowUpdate, 0, 0, words(9_000)),
      frame(types.windowUpdate, 0, 1, words(9_000)),
    ];
    const { sent, events } = await talk(
      Buffer.concat([settings, ...widened, ok, trailers]),
      (stream) => void stream.end(Buffer.alloc(70_000)),
    );
    expect(sent.filter((one) => one === "0 1")).toHaveLength(5);
    expect(events.at(-1)).toBe("closed 0");
  });

  it("of large headers is cut into frames", async () => {
    const { sent } = await talk(settings, (stream, session) => {
      session.request({ "x-large": "~".repeat(40_000) });
      stream.end();
    });
    expect(sent.filter((one) => one === "1 3" || one === "9 3")).toEqual(["1 3", "9 3", "9 3"]);
  });
});
