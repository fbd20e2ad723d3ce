/** What RFC 9113, section 8, requires of a client that reads a response, played against it by bytes. */
import { frame, frameFlags as f, frameTypes as t, literals } from "../../fixture/byte-server.fixture.js";
import { data, ok, trailers } from "../../fixture/http2-talk.fixture.js";
import {
  bytes,
  headers,
  keepOpen,
  last,
  play,
  reset,
  status,
  stream,
  type Rule,
} from "../../fixture/http2-rules.fixture.js";

const malformed = stream("PROTOCOL_ERROR");
const sized = (length: string, flags?: number): Buffer =>
  headers({ ":status": "200", "content-length": length }, flags);

const messages: readonly Rule[] = [
  [
    "8.1",
    "several interim responses precede the response",
    [status(103), status(100), ok, trailers],
    "answered",
  ],
  ["8.1", "an interim response does not end the stream", [status(103, last)], malformed],
  ["8.1", "an interim response does not follow the response", [ok, status(103)], malformed],
  ["8.1", "trailers end the stream", [ok, headers({ "grpc-status": "0" })], malformed],
  ["8.1", "DATA follows the response", [data(bytes(5))], malformed],
  ["8.1", "DATA does not follow an interim response", [status(103), data(bytes(5))], malformed],
  [
    "8.1",
    "RST_STREAM after the response does not discard it",
    [ok, data(bytes(5)), trailers, reset(1, 0)],
    "answered",
    keepOpen,
  ],
  [
    "8.1.1",
    "DATA has as many bytes as content-length says",
    [sized("5"), data(bytes(2)), data(bytes(3)), trailers],
    "answered",
  ],
  [
    "8.1.1",
    "padding does not count",
    [sized("1"), data(Buffer.of(3, 1, 0, 0, 0), f.padded), trailers],
    "answered",
  ],
  ["8.1.1", "no fewer, before trailers", [sized("5"), data(bytes(4)), trailers], malformed],
  ["8.1.1", "no fewer, in the last DATA", [sized("5"), data(bytes(4), f.endStream)], malformed],
  ["8.1.1", "no fewer, without any DATA", [sized("5", last)], malformed],
  ["8.1.1", "no fewer, without any DATA before trailers", [sized("5"), trailers], malformed],
  ["8.1.1", "no more", [sized("5"), data(bytes(6)), trailers], malformed],
  ["8.1.1", "no more, in a second frame", [sized("5"), data(bytes(5)), data(bytes(1)), trailers], malformed],
  ["8.1.1", "no more than none", [sized("0"), data(bytes(1)), trailers], malformed],
  ["8.1.1", "none is none", [sized("0", last)], "answered"],
  [
    "8.1.1",
    "an interim response has none",
    [headers({ ":status": "103", "content-length": "9" }), ok, trailers],
    "answered",
  ],
  [
    "8.1.1",
    "a response that never has content may state its length",
    [headers({ ":status": "304", "content-length": "9" }, last)],
    "answered",
  ],
  [
    "8.1.1",
    "trailers state no length",
    [ok, headers({ "content-length": "9", "grpc-status": "0" }, last)],
    "answered",
  ],
  ["8.1.1", "content-length is a number", [sized("5x"), data(bytes(5)), trailers], malformed],
  ["8.1.1", "content-length is not a list", [sized("5, 5"), data(bytes(5)), trailers], malformed],
  ["8.2.1", "a name has no capitals", [headers({ ":status": "200", A: "1" })], malformed],
  ["8.2.1", "a name is not empty", [headers({ ":status": "200", "": "1" })], malformed],
  ["8.2.1", "a name has no space", [headers({ ":status": "200", "a b": "1" })], malformed],
  ["8.2.1", "a name has no control character", [headers({ ":status": "200", "a\u007f": "1" })], malformed],
  ["8.2.1", "a name has no colon", [headers({ ":status": "200", "a:b": "1" })], malformed],
  ["8.2.1", "a value has no NUL", [headers({ ":status": "200", a: "1\0" })], malformed],
  ["8.2.1", "a value has no carriage return", [headers({ ":status": "200", a: "1\r2" })], malformed],
  ["8.2.1", "a value does not begin with a space", [headers({ ":status": "200", a: " 1" })], malformed],
  ["8.2.1", "a value does not end with a tab", [headers({ ":status": "200", a: "1\t" })], malformed],
  ["8.2.1", "a value may be empty", [headers({ ":status": "200", a: "" }, last)], "answered"],
  ["8.2.1", "an interim response obeys the same rules", [headers({ ":status": "103", A: "1" })], malformed],
  ["8.2.1", "a value has no line break", [headers({ ":status": "200", a: "1\n2" })], malformed],
  ["8.2.1", "trailers obey the same rules", [ok, headers({ A: "1" }, last)], malformed],
  ["8.2.2", "no header is of a connection", [headers({ ":status": "200", connection: "close" })], malformed],
  ["8.2.2", "nor keep-alive", [headers({ ":status": "200", "keep-alive": "timeout=5" })], malformed],
  ["8.2.2", "nor proxy-connection", [headers({ ":status": "200", "proxy-connection": "close" })], malformed],
  [
    "8.2.2",
    "nor transfer-encoding",
    [headers({ ":status": "200", "transfer-encoding": "chunked" })],
    malformed,
  ],
  ["8.2.2", "nor upgrade", [headers({ ":status": "200", upgrade: "h2c" })], malformed],
  ["8.2.2", "nor in trailers", [ok, headers({ connection: "close" }, last)], malformed],
  ["8.2.2", "TE is for trailers alone", [headers({ ":status": "200", te: "gzip" })], malformed],
  ["8.3", "pseudo-headers are not in trailers", [ok, status(200, last)], malformed],
  ["8.3", "pseudo-headers are first", [headers({ a: "1", ":status": "200" })], malformed],
  [
    "8.3",
    "pseudo-headers of requests are none of responses",
    [headers({ ":status": "200", ":path": "/" })],
    malformed,
  ],
  ["8.3", "no other pseudo-header exists", [headers({ ":status": "200", ":protocol": "x" })], malformed],
  ["8.3", "a pseudo-header has no capitals", [headers({ ":Status": "200" })], malformed],
  [
    "8.3",
    "a pseudo-header is not repeated",
    [
      frame(
        t.headers,
        f.endHeaders,
        1,
        Buffer.concat([literals({ ":status": "200" }), literals({ ":status": "200" })]),
      ),
    ],
    malformed,
  ],
  ["8.3.2", "a status has three digits", [headers({ ":status": "20" })], malformed],
  ["8.3.2", "a status is a number", [headers({ ":status": "2x0" })], malformed],
  ["8.3.2", "an interim response has one too", [headers({ link: "a" }), ok, trailers], malformed],
  ["8.3.2", "a response has a status", [headers({ a: "1" })], malformed],
  ["8.6", "no protocol is switched to", [status(101)], malformed],
];

play("a response", messages);
