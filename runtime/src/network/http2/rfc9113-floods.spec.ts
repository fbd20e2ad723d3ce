/** Frames that are allowed, and are an attack in such numbers (RFC 9113, section 10.5), played against the client by bytes. */
import { frame, frameFlags as f, frameTypes as t, literals } from "../../fixture/byte-server.fixture.js";
import { data, ok, settings, trailers } from "../../fixture/http2-talk.fixture.js";
import {
  bytes,
  connection,
  goaway,
  ping,
  play,
  priority,
  reset,
  widen,
  type Rule,
} from "../../fixture/http2-rules.fixture.js";

const block = literals({ ":status": "200" });
const times = (one: Buffer, count = 1_200): Buffer => Buffer.concat(Array.from({ length: count }, () => one));
const calm = connection("ENHANCE_YOUR_CALM");

const floods: readonly Rule[] = [
  ["10.5", "PING", [times(ping())], calm],
  ["10.5", "acknowledgments of PING", [times(frame(t.ping, f.ack, 0, bytes(8)))], calm],
  ["10.5", "SETTINGS", [times(settings)], calm],
  ["10.5", "a SETTINGS frame of thousands of entries", [frame(t.settings, 0, 0, bytes(6 * 2_000))], calm],
  ["10.5", "WINDOW_UPDATE of the connection", [times(widen(1))], calm],
  ["10.5", "WINDOW_UPDATE of a stream", [times(widen(1, 1))], calm],
  ["10.5", "WINDOW_UPDATE of a closed stream", [ok, trailers, times(widen(1, 1))], calm],
  ["10.5", "RST_STREAM of a closed stream", [times(reset(1))], calm],
  ["10.5", "PRIORITY", [times(priority(9))], calm],
  ["10.5", "GOAWAY", [times(goaway(1))], calm],
  ["10.5", "unknown types", [times(frame(99, 0, 0))], calm],
  ["10.5", "empty DATA", [ok, times(data(bytes(0)))], calm],
  ["10.5", "DATA of padding alone", [ok, times(data(Buffer.of(3, 0, 0, 0), f.padded))], calm],
  [
    "10.5",
    "PING between bytes of DATA",
    [ok, times(Buffer.concat([data(bytes(1)), times(ping(), 50)]), 30)],
    calm,
  ],
  [
    "10.5",
    "empty CONTINUATION",
    [frame(t.headers, 0, 1, block), times(frame(t.continuation, 0, 1), 100)],
    calm,
  ],
  [
    "10.5",
    "CONTINUATION of a megabyte",
    [frame(t.headers, 0, 1, block), times(frame(t.continuation, 0, 1, bytes(16_384)), 70)],
    calm,
  ],
];

play("a flood ends the connection", floods);
