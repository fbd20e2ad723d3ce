/** What RFC 9113, sections 3 to 7, requires of a client that receives frames, played against it by bytes. */
import { expect, it } from "vitest";
import {
  frame,
  frameFlags as f,
  frameTypes as t,
  literals,
  words,
} from "../../fixture/byte-server.fixture.js";
import { data, ok, setting, talk, trailers } from "../../fixture/http2-talk.fixture.js";
import {
  bytes,
  cancel,
  connection,
  endUnread,
  goaway,
  keepOpen,
  last,
  outcome,
  ping,
  play,
  priority,
  reset,
  status,
  stream,
  widen,
  type Rule,
} from "../../fixture/http2-rules.fixture.js";

const [protocol, frameSize] = [connection("PROTOCOL_ERROR"), connection("FRAME_SIZE_ERROR")];
const flowControl = connection("FLOW_CONTROL_ERROR");
const block = literals({ ":status": "200" });
/** A block of the length that every client must accept (RFC 9113, section 4.2). */
const largest = Buffer.concat([
  block,
  ...Array.from({ length: 157 }, () => literals({ a: "~".repeat(100) })),
  literals({ a: "~".repeat(39) }),
]);
const promise = (stream: number, flags: number = f.endHeaders): Buffer =>
  frame(t.pushPromise, flags, stream, Buffer.concat([words(2), block]));

const frames: readonly Rule[] = [
  ["4.1", "a reserved bit is ignored", [frame(t.headers, last, 2 ** 31 + 1, block)], "answered"],
  ["4.1", "flags that a type does not define are ignored", [ping(), status(200, last | 0xd2)], "answered"],
  ["4.1", "a type that is unknown is ignored", [frame(99, 255, 1, bytes(9)), ok, trailers], "answered"],
  ["4.2", "a frame is at most as long as the client allows", [frame(9, 4, 1, bytes(16_385))], frameSize],
  ["4.2", "DATA is no longer either", [ok, data(bytes(16_385))], frameSize],
  ["4.2", "DATA of 16,384 bytes is read", [ok, data(bytes(16_384)), trailers], "answered"],
  ["4.2", "HEADERS of 16,384 bytes are read", [frame(t.headers, last, 1, largest)], "answered"],
  ["4.2", "HEADERS have room for their padding", [frame(t.headers, f.padded | last, 1)], frameSize],
  [
    "4.2",
    "HEADERS have room for their priority",
    [frame(t.headers, f.priority | last, 1, bytes(4))],
    frameSize,
  ],
  [
    "4.3",
    "a block that cannot be decoded ends all",
    [frame(t.headers, 4, 1, Buffer.of(255))],
    connection("COMPRESSION_ERROR"),
  ],
  ["4.3", "a block is not interrupted", [frame(t.headers, 0, 1, block), ping()], protocol],
  ["4.3", "a block is not interrupted by another one", [frame(t.headers, 0, 1, block), ok], protocol],
  [
    "5.5",
    "a block is not interrupted by an unknown type",
    [frame(t.headers, 0, 1, block), frame(99, 0, 0)],
    protocol,
  ],
  ["5.5", "an unknown setting is ignored", [setting(99, 1), ok, trailers], "answered"],
  ["5.5", "an unknown type is ignored on a stream of nobody", [frame(99, 0, 8), ok, trailers], "answered"],
  ["6.1", "DATA is not of stream 0", [data(bytes(1), 0, 0)], protocol],
  ["6.1", "padding is shorter than its DATA", [ok, data(Buffer.of(2, 0), f.padded)], protocol],
  ["6.1", "DATA has room for its padding", [ok, data(bytes(0), f.padded)], frameSize],
  ["6.1", "padding is dropped", [ok, data(Buffer.of(3, 1, 0, 0, 0), f.padded), trailers], "answered"],
  ["6.2", "HEADERS are not of stream 0", [frame(t.headers, 4, 0, block)], protocol],
  ["6.1", "DATA may be padding alone", [ok, data(bytes(9), f.padded), trailers], "answered"],
  [
    "6.2",
    "padding of HEADERS is dropped",
    [frame(t.headers, last | f.padded, 1, Buffer.concat([Buffer.of(3), block, bytes(3)]))],
    "answered",
  ],
  ["6.2", "padding is shorter than its HEADERS", [frame(t.headers, 4 | f.padded, 1, Buffer.of(9))], protocol],
  [
    "6.2",
    "the priority of HEADERS is dropped",
    [frame(t.headers, last | f.priority, 1, Buffer.concat([bytes(5), block]))],
    "answered",
  ],
  ["6.3", "PRIORITY is not of stream 0", [priority(0)], protocol],
  ["6.3", "PRIORITY has 5 bytes", [priority(1, 4)], stream("FRAME_SIZE_ERROR")],
  [
    "6.3",
    "a stream may depend on itself, since priorities mean nothing",
    [priority(1), ok, trailers],
    "answered",
  ],
  ["6.4", "RST_STREAM is not of stream 0", [reset(0)], protocol],
  ["6.4", "RST_STREAM has 4 bytes", [frame(t.reset, 0, 1, bytes(3))], frameSize],
  ["6.5", "SETTINGS are not of a stream", [frame(t.settings, 0, 1)], protocol],
  ["6.5", "SETTINGS have entries of 6 bytes", [frame(t.settings, 0, 0, bytes(5))], frameSize],
  ["6.5", "an acknowledgment has no entries", [frame(t.settings, f.ack, 0, bytes(6))], frameSize],
  ["6.5.2", "a server does not allow pushes", [setting(2, 1)], protocol],
  ["6.5.2", "SETTINGS_ENABLE_PUSH is no other number", [setting(2, 2)], protocol],
  ["6.5.2", "a window has at most 2^31 - 1 bytes", [setting(4, 2 ** 31)], flowControl],
  ["6.5.2", "frames of 16,384 bytes are allowed", [setting(5, 16_383)], protocol],
  ["6.5.2", "frames have at most 2^24 - 1 bytes", [setting(5, 2 ** 24)], protocol],
  ["6.5.2", "a table of any size is allowed", [setting(1, 2 ** 32 - 1), ok, trailers], "answered"],
  ["6.5.2", "no table is allowed", [setting(1, 0), ok, trailers], "answered"],
  ["6.5.2", "no stream at a time is allowed", [setting(3, 0), ok, trailers], "answered"],
  ["6.5.3", "an acknowledgment is of SETTINGS", [frame(t.settings, 1, 0), frame(t.settings, 1, 0)], protocol],
  ["6.6", "PUSH_PROMISE is refused", [promise(1)], protocol],
  ["6.6", "PUSH_PROMISE is not of stream 0", [promise(0)], protocol],
  ["6.6", "PUSH_PROMISE is not of a stream that was never opened", [promise(3)], protocol],
  ["6.6", "PUSH_PROMISE is not of a closed stream", [ok, trailers, promise(1)], protocol],
  ["6.6", "PUSH_PROMISE is refused in parts too", [promise(1, 0)], protocol],
  ["6.6", "PUSH_PROMISE is refused on a stream that the client reset", [promise(1)], protocol, cancel],
  ["6.7", "PING is not of a stream", [ping(1)], protocol],
  ["6.7", "PING has 8 bytes", [ping(0, 7)], frameSize],
  ["6.8", "GOAWAY is not of a stream", [frame(t.goaway, 0, 1, bytes(8))], protocol],
  ["6.8", "GOAWAY has 8 bytes at least", [frame(t.goaway, 0, 0, bytes(7))], frameSize],
  ["6.8", "the last stream does not grow", [goaway(1), goaway(3)], protocol],
  ["6.8", "the last stream may shrink", [goaway(2 ** 31 - 1), goaway(1), ok, trailers], "answered"],
  ["6.8", "streams above the last one were not processed", [goaway(0)], "closed 7"],
  ["6.9", "WINDOW_UPDATE has 4 bytes", [frame(t.windowUpdate, 0, 0, bytes(3))], frameSize],
  ["6.9", "WINDOW_UPDATE of the connection is not 0", [widen(0)], protocol],
  ["6.9", "WINDOW_UPDATE of a stream is not 0", [widen(0, 1)], stream("PROTOCOL_ERROR")],
  ["6.9.1", "the window of the connection ends at 2^31 - 1", [widen(2 ** 31 - 1)], flowControl],
  ["6.9.1", "the window of a stream ends at 2^31 - 1", [widen(2 ** 31 - 1, 1)], stream("FLOW_CONTROL_ERROR")],
  [
    "6.9.1",
    "DATA stays within the window",
    [ok, ...Array.from({ length: 7 }, () => data(bytes(16_000)))],
    stream("FLOW_CONTROL_ERROR"),
    endUnread,
  ],
  [
    "6.9.2",
    "SETTINGS do not widen a window beyond it",
    [widen(2 ** 31 - 1 - 65_535, 1), setting(4, 65_536)],
    flowControl,
  ],
  ["6.10", "CONTINUATION is not of stream 0", [frame(t.continuation, 4, 0, block)], protocol],
  ["6.10", "CONTINUATION follows HEADERS", [frame(t.continuation, 4, 1, block)], protocol],
  ["6.10", "CONTINUATION does not follow a whole block", [ok, frame(t.continuation, 4, 1, block)], protocol],
  [
    "6.10",
    "CONTINUATION is of the same stream",
    [frame(t.headers, 0, 1, block), frame(t.continuation, 4, 3, block)],
    protocol,
  ],
  [
    "6.10",
    "a block may have several parts",
    [frame(t.headers, f.endStream, 1), frame(t.continuation, 4, 1, block)],
    "answered",
  ],
  ["7", "an unknown code of a connection is as any other", [goaway(1, 99)], "closed 2"],
  ["7", "an unknown code of a stream is as any other", [ok, reset(1, 99)], "closed 99"],
];

const states: readonly Rule[] = [
  ["5.1", "DATA is not of a stream that was never opened", [data(bytes(1), 0, 3)], protocol],
  ["5.1", "RST_STREAM is not of one", [reset(3)], protocol],
  ["5.1", "WINDOW_UPDATE is not of one", [widen(1, 3)], protocol],
  ["5.1", "DATA is not of a stream of the server", [data(bytes(1), 0, 2)], protocol],
  ["5.1", "RST_STREAM is not of one", [reset(2)], protocol],
  ["5.1", "WINDOW_UPDATE is not of one", [widen(1, 2)], protocol],
  ["5.1", "PRIORITY may be of one", [priority(3), ok, trailers], "answered"],
  [
    "5.1",
    "DATA does not follow END_STREAM",
    [ok, trailers, data(bytes(1))],
    stream("STREAM_CLOSED"),
    keepOpen,
  ],
  ["5.1", "HEADERS do not follow END_STREAM", [ok, trailers, trailers], stream("STREAM_CLOSED"), keepOpen],
  ["5.1", "WINDOW_UPDATE may follow END_STREAM", [ok, trailers, widen(1, 1), ping()], "closed 8", keepOpen],
  ["5.1", "PRIORITY may follow END_STREAM", [ok, trailers, priority(1)], "closed 8", keepOpen],
  ["5.1", "DATA is not of a closed stream", [ok, trailers, data(bytes(1))], connection("STREAM_CLOSED")],
  ["5.1", "HEADERS are not of a closed stream", [ok, trailers, trailers], connection("STREAM_CLOSED")],
  ["5.1", "DATA does not follow RST_STREAM", [reset(1), data(bytes(1))], connection("STREAM_CLOSED")],
  [
    "5.1",
    "RST_STREAM, WINDOW_UPDATE and PRIORITY may be late",
    [ok, trailers, reset(1), widen(1, 1), priority(1)],
    "answered",
  ],
  [
    "5.1",
    "all frames of a stream that the client reset are ignored",
    [ok, data(bytes(5)), widen(1, 1), trailers, reset(1)],
    "closed 8",
    cancel,
  ],
  [
    "5.1",
    "but not more DATA than its window",
    [ok, ...Array.from({ length: 7 }, () => data(bytes(16_000)))],
    flowControl,
    cancel,
  ],
  ["5.1.1", "HEADERS do not open a stream", [frame(t.headers, 4, 3, block)], protocol],
  [
    "5.1.1",
    "streams of a server have even identifiers, and it opens none",
    [frame(t.headers, 4, 2, block)],
    protocol,
  ],
];

play("a frame", frames);
play("the state of a stream", states);

it.each([
  ["HTTP/1.1", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), protocol],
  ["a TLS alert", Buffer.from("15030300020228000000", "hex"), protocol],
  ["SETTINGS of a wrong length", frame(t.settings, 0, 0, bytes(5)), frameSize],
  ["another frame", ping(), protocol],
  ["an acknowledgment", frame(t.settings, f.ack, 0), protocol],
])("3.4: a server that begins with %s is refused", async (_, first, want) => {
  expect(outcome(await talk(first))).toBe(want);
});
