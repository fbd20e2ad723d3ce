/** What RFC 9113 requires of a client for a connection as a whole, read from the bytes of a conversation. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it } from "vitest";
import { frameFlags as f, frameTypes as t } from "../../fixture/byte-server.fixture.js";
import {
  endUnread,
  keepOpen,
  ofType,
  ping,
  sent,
  type Use,
  widen,
} from "../../fixture/http2-rules.fixture.js";
import { data, ok, sentFrames, settings, trailers } from "../../fixture/http2-talk.fixture.js";
import { Http2Client } from "./http2-client.js";

it("5.2.2: reads the frames of the connection while a stream has no reader", async () => {
  const frames = await sent([ok, data(Buffer.alloc(16_000)), ping()], (stream) => {
    stream.end();
    stream.pause();
  });
  expect(ofType(frames, t.ping).map(({ flags }) => flags)).toEqual([f.ack]);
});

it("5.4.1: ends the connection after a GOAWAY with the code and the reason", async () => {
  const received: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("data", (bytes: Buffer) => received.push(bytes));
    socket.write(Buffer.concat([settings, widen(0)]));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [[peer]] = (await Promise.all([once(server, "connection"), once(socket, "connect")])) as [
    [Socket],
    unknown,
  ];
  const client = new Http2Client({ socket, windowBytes: 100_000 });
  client.on("error", () => undefined);
  // The server leaves its side open.
  await once(peer, "end");
  const [end] = sentFrames(Buffer.concat(received)).slice(-1);
  expect([end?.type, end?.content.readUInt32BE(4), end?.content.toString("utf8", 8)]).toEqual([
    t.goaway,
    1,
    "PROTOCOL_ERROR: WINDOW_UPDATE by 0",
  ]);
  expect(client.destroyed).toBe(true);
  peer.destroy();
  server.close();
});

it.each<[what: string, server: Buffer[], use: Use]>([
  [
    "a stream that it has reset",
    [ok, ...Array.from({ length: 3 }, () => data(Buffer.alloc(16_000)))],
    (stream) => stream.close(8),
  ],
  ["a malformed response", Array.from({ length: 3 }, () => data(Buffer.alloc(16_000))), keepOpen],
  [
    "a response that nobody reads",
    [ok, ...Array.from({ length: 3 }, () => data(Buffer.alloc(16_000)))],
    endUnread,
  ],
])("6.9: counts the DATA of %s for the window of the connection, and renews it", async (_, server, use) => {
  const renewed = ofType(await sent(server, use), t.windowUpdate).filter(({ stream }) => stream === 0);
  expect(renewed.map(({ content }) => content.readUInt32BE())).toEqual([48_000]);
});

it("6.9: counts padding for both windows", async () => {
  const padded = Buffer.concat([Buffer.of(255), Buffer.alloc(255)]);
  const frames = await sent([ok, ...Array.from({ length: 200 }, () => data(padded, f.padded)), trailers]);
  const bytes = ofType(frames, t.windowUpdate).map(({ stream, content }) => [stream, content.readUInt32BE()]);
  // The first frames by which more than half of a window is used: 65,535 and 100,000 bytes.
  expect(bytes).toEqual([
    [0, 128 * 256],
    [1, 196 * 256],
  ]);
});
