import { expect, it } from "vitest";
import type { HeaderPair } from "./hpack/static-table.js";
import { type BlockKind, readHeaders } from "./received-headers.js";

const ok: HeaderPair = [":status", "200"];

it.each<[title: string, kind: BlockKind, pairs: HeaderPair[], want: object]>([
  ["of an answer", "headers", [ok, ["a", "1"]], { ":status": 200, a: "1" }],
  ["of trailers", "trailers", [["grpc-status", "0"]], { "grpc-status": "0" }],
  ["of one name are joined", "headers", [ok, ["a", "1"], ["a", "2"]], { ":status": 200, a: "1, 2" }],
  [
    "of cookies are a list",
    "headers",
    [ok, ["set-cookie", "a"], ["set-cookie", "b"]],
    { ":status": 200, "set-cookie": ["a", "b"] },
  ],
  [
    "of a single kind are the first",
    "headers",
    [ok, ["date", "1"], ["date", "2"]],
    { ":status": 200, date: "1" },
  ],
  [
    "of cookies of a request are one",
    "headers",
    [ok, ["cookie", "a"], ["cookie", "b"]],
    { ":status": 200, cookie: "a; b" },
  ],
  [
    "of a request that returns are headers",
    "headers",
    [ok, ["te", "Trailers"]],
    { ":status": 200, te: "Trailers" },
  ],
  [
    "called __proto__ are headers",
    "headers",
    [ok, ["__proto__", "1"]],
    { ":status": 200, ["__proto__"]: "1" },
  ],
])("headers %s", (_, kind, pairs, want) => {
  expect({ ...readHeaders(pairs, kind) }).toEqual(want);
});

it.each<[title: string, kind: BlockKind, pairs: HeaderPair[]]>([
  ["no status", "headers", [["a", "1"]]],
  ["two statuses", "headers", [ok, ok]],
  ["a status that is none", "headers", [[":status", "2x0"]]],
  ["a switch of protocols", "headers", [[":status", "101"]]],
  ["a status behind a header", "headers", [["a", "1"], ok]],
  ["a pseudo header of requests", "headers", [ok, [":path", "/"]]],
  ["a pseudo header in trailers", "trailers", [ok]],
  ["capitals in a name", "headers", [ok, ["A", "1"]]],
  ["an empty name", "headers", [ok, ["", "1"]]],
  ["a space in a name", "headers", [ok, ["a b", "1"]]],
  ["a line break in a value", "headers", [ok, ["a", "1\r\nb: 2"]]],
  ["a zero in a value", "headers", [ok, ["a", "\0"]]],
  ["space around a value", "headers", [ok, ["a", " 1"]]],
  ["a header of a connection", "headers", [ok, ["transfer-encoding", "chunked"]]],
  ["two lengths", "headers", [ok, ["content-length", "1"], ["content-length", "2"]]],
])("headers with %s break the rules of HTTP", (_, kind, pairs) => {
  expect(readHeaders(pairs, kind)).toBeUndefined();
});
